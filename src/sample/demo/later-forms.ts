import type { LaterForms, LaterState } from '../../../contract/ticket/later-forms.ts';
import { dateOf } from '../catalogue/events.ts';
import { laterFormsOf } from '../catalogue/forms.ts';
import { DemoRefusal, type DemoWorld, type Handlers } from './call.ts';
import { eventOf } from './catalogue.ts';
import { requireAnswers } from './order.ts';
import type { DemoPurchase } from './state.ts';

/** Whether the later forms of a purchase wait; undefined for an event without them. */
export function laterStateOf({ laterAnswers, slug }: DemoPurchase): LaterState | undefined {
  if (laterFormsOf(eventOf(slug)).length === 0) return undefined;
  return laterAnswers === undefined ? 'waiting' : 'answered';
}

function purchaseOf(world: DemoWorld, accountId: string, orderCode: string): DemoPurchase {
  const purchase = world.state.purchases.find(
    (each) => each.accountId === accountId && each.orderCode === orderCode,
  );
  if (purchase === undefined || purchase.status === 'pending') {
    throw new DemoRefusal('orderNotFound');
  }
  if (purchase.status === 'cancelled') throw new DemoRefusal('orderEnded');
  return purchase;
}

function viewOf(world: DemoWorld, purchase: DemoPurchase): LaterForms {
  const event = eventOf(purchase.slug);
  return {
    order_code: purchase.orderCode,
    event: { slug: purchase.slug, name: event.name, datetime: dateOf(event, world.now) },
    open: true,
    tickets: purchase.tickets.map(({ id, category, seat }) => ({
      id,
      category_name: category,
      seat_number: seat,
      standing: false,
    })),
    forms: laterFormsOf(event),
    answers: Object.entries(purchase.laterAnswers ?? {}).flatMap(([form_id, filled]) =>
      filled.map((each) => ({ form_id, ...each })),
    ),
  };
}

/** The forms of a paid order. */
export const laterFormCalls: Handlers<'laterForms' | 'saveLaterForms'> = {
  laterForms: ({ params, caller, world }) => ({
    data: viewOf(world, purchaseOf(world, caller.id, params.orderCode)),
  }),
  saveLaterForms({ params, body, caller, world }) {
    const purchase = purchaseOf(world, caller.id, params.orderCode);
    const forms = laterFormsOf(eventOf(purchase.slug));
    requireAnswers(forms, body.form_submissions);
    const laterAnswers = Object.fromEntries(
      forms.map(({ id }) => [id, body.form_submissions[id] ?? []]),
    );
    const changed = { ...purchase, laterAnswers };
    const { state } = world;
    state.purchases = state.purchases.map((each) => (each === purchase ? changed : each));
    return { data: viewOf(world, changed) };
  },
};
