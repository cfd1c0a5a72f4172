import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { EventForm, FormSubmissions } from '../../contract/forms.ts';
import { orderFormMachine } from '../../machines/order-form/order-form.machine.ts';
import { type LoadedOrder, orderFormPorts } from '../../machines/order-form/order-form.ports.ts';
import {
  areInactive,
  asksNothing,
  isDraftOver,
} from '../../machines/order-form/order-form.rules.ts';
import { ok, pass, refused, unreachable } from '../support/flows/machines.ts';
import { draftAs } from '../support/flows/orders.ts';
import { openFlow } from '../support/model/open-flow.ts';

const slug = 'konser-senja-jakarta';
const form = (isActive: boolean): EventForm => ({
  id: '1',
  name: 'Data peserta',
  description: null,
  ask_all: true,
  is_active: isActive,
  fields: [],
});
const submissions: FormSubmissions = { '1': [{ ticket_id: 't1', form_data: { nama: 'Sari' } }] };
const order = (quantity: number) =>
  draftAs({}, [
    {
      category_id: null,
      category_name: 'VIP',
      quantity,
      price_per_item: 750_000,
      seats: [],
    },
  ]);

beforeEach(() => vi.useFakeTimers());

async function openWith(...forms: EventForm[]) {
  const page = openFlow(orderFormMachine, orderFormPorts, { slug });
  await page.loadOrder.answer(ok<LoadedOrder>({ draft: draftAs(), forms: ok(forms) }));
  return page;
}

describe('the rules (§4.61)', () => {
  it.each([
    [[], false, true],
    [[form(false)], true, true],
    [[form(true), form(false)], false, false],
    [[form(false), form(false)], true, true],
  ])('forms that are off ask nothing (%#)', (forms, isOff, isNothing) => {
    expect([areInactive(forms), asksNothing({ forms })]).toEqual([isOff, isNothing]);
  });

  it.each([
    [false, draftAs()],
    [true, draftAs({ is_expired: true })],
    [true, draftAs({ status: 'expired' })],
    [true, draftAs({ status: 'cancelled' })],
    [true, draftAs({ status: 'failed' })],
    [true, draftAs({}, [])],
    [true, order(0)],
    [false, order(1)],
  ])('a draft that cannot be paid, or holds nothing, is over: %s (%#)', (is, draft) => {
    expect(isDraftOver(draft)).toBe(is);
  });
});

describe('the answers (§4.62)', () => {
  it.each([refused('draftRequired'), refused('noDraft', 'No draft')])(
    '[F47] lead back to the seats with words when the draft ran out: %o',
    async (answer) => {
      const page = await openWith(form(true));
      await page.send({ type: 'form.review', submissions }, { type: 'form.confirm' });
      await page.submitForms.answer(answer);
      expect(page.said()).toBe('No seats found. Please go back and select seats first.');
      await pass(5_000);
      expect(page.output()).toEqual({ kind: 'noDraft' });
    },
  );

  it('are kept until they are edited, and go once the draft is locked', async () => {
    const page = await openWith(form(true));
    await page.send({ type: 'form.review', submissions });
    expect(page.context().submissions).toEqual(submissions);
    await page.send({ type: 'form.edit' });
    expect(page.context().submissions).toBeNull();
    await page.send({ type: 'form.review', submissions }, { type: 'form.confirm' });
    expect(page.submitForms.calls).toEqual([{ slug, submissions }]);
    await page.submitForms.answer(ok(draftAs({ is_locked: true })));
    expect(page.context().submissions).toBeNull();
  });
});

describe('the draft', () => {
  it('is looked after every thirty seconds, through the confirmation', async () => {
    const page = await openWith(form(true));
    await pass(20_000);
    await page.send({ type: 'form.review', submissions });
    await pass(9_999);
    expect(page.readDraft.calls).toEqual([]);
    await pass(1);
    await page.readDraft.answer(ok(draftAs({ remaining_seconds: 570 })));
    expect(page.context().draft?.order.remaining_seconds).toBe(570);
    await pass(30_000);
    await page.readDraft.answer(unreachable());
    expect(page.context().draft?.order.remaining_seconds).toBe(570);
  });
});
