import { expect, it } from 'vitest';
import { type AnyActorRef, waitFor } from 'xstate';
import type { CallName } from '../../contract/call/calls.ts';
import { sampleServer } from '../support/browser/sample-server.ts';
import { shopWith, sampleSlug as slug, startOf } from '../support/browser/sample-shop.ts';
import { readingAs } from '../support/flows/readings.ts';
import { shownText } from '../support/shown-text.ts';

type Shop = ReturnType<typeof shopWith>;

interface FailingPage {
  readonly call: CallName;
  readonly open: (shop: Shop) => AnyActorRef;
  /** Where the page shows the failure, and which data it must not show by then. */
  readonly told: unknown;
  readonly without: object;
  readonly button: { readonly type: string };
  readonly isMended: (actor: AnyActorRef) => boolean;
}

const context = (actor: AnyActorRef) => actor.getSnapshot().context;
const seats = ({ flows }: Shop) =>
  startOf(flows.seatDraft, {
    reading: readingAs({ slug, step: 'online' }),
    hadDraft: false,
    realtime: true,
  });
const form = ({ flows }: Shop) => startOf(flows.orderForm, {});
const methods = ({ flows }: Shop) => startOf(flows.payment, { entry: 'choose' });
const payment = ({ flows }: Shop) => startOf(flows.payment, { entry: 'pay' });

/** Every page of the purchase after the queue, with the call it depends on. */
const pages: readonly FailingPage[] = [
  {
    call: 'seatmapCategories',
    open: seats,
    told: 'refused',
    without: { seats: [], preview: null },
    button: { type: 'seats.retry' },
    isMended: (actor) => actor.getSnapshot().matches('choosing'),
  },
  {
    call: 'readDraft',
    open: form,
    told: 'failed',
    without: { draft: null, forms: [] },
    button: { type: 'form.retry' },
    isMended: (actor) => context(actor).draft !== null,
  },
  {
    call: 'eventForms',
    open: form,
    told: 'failed',
    without: { draft: null, forms: [] },
    button: { type: 'form.retry' },
    isMended: (actor) => context(actor).forms.length > 0,
  },
  {
    call: 'paymentMethods',
    open: methods,
    told: 'choosing',
    without: { methods: [], methodCode: null, serviceFee: 0 },
    button: { type: 'methods.retry' },
    isMended: (actor) => context(actor).methods.length > 0,
  },
  {
    call: 'paymentStatus',
    open: payment,
    told: 'awaiting',
    without: { reading: null },
    button: { type: 'payment.check' },
    isMended: (actor) => context(actor).reading !== null,
  },
];

it.each(pages)(
  '[F26] a page whose $call answers 500 says so, invents nothing, and offers another try',
  async ({ call, open, told, without, button, isMended }) => {
    const server = sampleServer();
    server.fares(call, { status: 500 });
    const actor = open(shopWith(server));
    const failed = await waitFor(
      actor,
      (snapshot) => snapshot.matches(told) && snapshot.context.error !== null,
    );
    expect(shownText(failed.context.error)).toMatch(/\w/);
    expect(failed.context).toMatchObject(without);
    server.fares(call);
    await waitFor(actor, (snapshot) => snapshot.can(button));
    actor.send(button);
    await waitFor(actor, () => isMended(actor));
    expect(context(actor).error).not.toBe(failed.context.error);
    actor.stop();
  },
);
