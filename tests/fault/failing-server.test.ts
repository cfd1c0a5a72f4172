import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type AnyActorRef, waitFor } from 'xstate';
import type { CallName } from '../../contract/call/calls.ts';
import { freeSeats } from '../../src/effects/flows/seat-choices.ts';
import { sampleServer } from '../support/browser/sample-server.ts';
import { shopWith, sampleSlug as slug, startOf } from '../support/browser/sample-shop.ts';
import { readingAs } from '../support/flows/readings.ts';
import { shownText } from '../support/shown-text.ts';

const longestAnswerMs = 10_000;
/** The first pause of R21 with its jitter. */
const healsWithinMs = 1_200;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

type Shop = ReturnType<typeof shopWith>;
const context = (actor: AnyActorRef) => actor.getSnapshot().context;
const reaches = (actor: AnyActorRef, state: unknown) =>
  waitFor(actor, (snapshot) => snapshot.matches(state));

const seats = ({ flows }: Shop) => {
  const reading = readingAs({ slug, step: 'online' });
  return startOf(flows.seatDraft, { reading, hadDraft: false, realtime: true });
};
const form = ({ flows }: Shop) => startOf(flows.orderForm, {});
const methods = ({ flows }: Shop) => startOf(flows.payment, { entry: 'choose' });
const payment = ({ flows }: Shop) => startOf(flows.payment, { entry: 'pay' });

interface FailingPage {
  readonly open: (shop: Shop) => AnyActorRef;
  /** Where the page shows the failure, and which data it must not show by then. */
  readonly told: string;
  readonly without: object;
  readonly button: string;
  readonly isMended: (actor: AnyActorRef) => boolean;
}

/** Every page of the purchase after the queue, by the call it depends on. */
const pages: { readonly [N in CallName]?: FailingPage } = {
  seatmapCategories: {
    open: seats,
    told: 'refused',
    without: { seats: [], preview: null },
    button: 'seats.retry',
    isMended: (actor) => actor.getSnapshot().matches('choosing'),
  },
  readDraft: {
    open: form,
    told: 'failed',
    without: { draft: null, forms: [] },
    button: 'form.retry',
    isMended: (actor) => context(actor).draft !== null,
  },
  eventForms: {
    open: form,
    told: 'failed',
    without: { draft: null, forms: [] },
    button: 'form.retry',
    isMended: (actor) => context(actor).forms.length > 0,
  },
  paymentMethods: {
    open: methods,
    told: 'choosing',
    without: { methods: [], methodCode: null, serviceFee: 0 },
    button: 'methods.retry',
    isMended: (actor) => context(actor).methods.length > 0,
  },
  paymentStatus: {
    open: payment,
    told: 'awaiting',
    without: { reading: null },
    button: 'payment.check',
    isMended: (actor) => context(actor).reading !== null,
  },
};

it.each(Object.entries(pages) as [CallName, FailingPage][])(
  '[F26] a page whose %s answers 500 says so, invents nothing, and offers another try',
  async (call, { open, told, without, button, isMended }) => {
    vi.useRealTimers();
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
    await waitFor(actor, (snapshot) => snapshot.can({ type: button }));
    actor.send({ type: button });
    await waitFor(actor, () => isMended(actor));
    expect(context(actor).error).not.toBe(failed.context.error);
    actor.stop();
  },
);

interface Press {
  /** The POST behind the button. */
  readonly call: CallName;
  /** Opens the page and goes as far as the button. */
  readonly open: (shop: Shop) => Promise<AnyActorRef>;
  readonly button: string;
  /** The pages where the buyer waits, reads the failure and continues. */
  readonly busy: string;
  readonly told: unknown;
  readonly isDone: (actor: AnyActorRef) => boolean;
}

const presses: Readonly<Record<string, Press>> = {
  'Continue to Order Form': {
    call: 'createDraft',
    open: async (shop) => {
      const choosing = seats(shop);
      await reaches(choosing, 'choosing');
      const seatMap = shop.seatmaps.current(slug)?.seatMap;
      for (const seat of seatMap === undefined ? [] : freeSeats(seatMap, 1)) {
        choosing.send({ type: 'seat.toggle', seat });
      }
      await waitFor(choosing, (snapshot) => snapshot.context.preview !== null);
      return choosing;
    },
    button: 'draft.request',
    busy: 'creatingDraft',
    told: 'choosing',
    isDone: (choosing) => choosing.getSnapshot().output?.kind === 'drafted',
  },
  'Proceed to Payment': {
    call: 'submitForms',
    open: async (shop) => {
      const filling = form(shop);
      await reaches(filling, { open: { step: 'formsInactive' } });
      return filling;
    },
    button: 'form.proceed',
    busy: 'submitting',
    told: { open: { step: 'formsInactive' } },
    isDone: (filling) => filling.getSnapshot().output?.kind === 'locked',
  },
  'Bayar Sekarang': {
    call: 'createPayment',
    open: async (shop) => {
      const choosing = methods(shop);
      await reaches(choosing, 'choosing');
      choosing.send({ type: 'method.select', code: 'qris' });
      return choosing;
    },
    button: 'payment.request',
    busy: 'creating',
    told: 'choosing',
    isDone: (paying) => paying.getSnapshot().matches('awaiting'),
  },
};

it.each(Object.entries(presses))(
  '[F27] the server hangs on the call of "%s": busy for ten seconds, then told, and repeated by itself under the same key',
  async (_name, { call, open, button, busy, told, isDone }) => {
    const server = sampleServer();
    const actor = await open(shopWith(server));
    server.fares(call, 'silence');
    // A read does not see the hanging call's effect yet (ruling R22).
    if (call === 'createDraft') server.fares('readDraft', { status: 404 });
    actor.send({ type: button });
    await vi.advanceTimersByTimeAsync(longestAnswerMs - 1);
    expect(actor.getSnapshot().matches(busy)).toBe(true);
    // Only one call is open, however often the button is pressed.
    actor.send({ type: button });
    expect(server.seen(call)).toHaveLength(1);

    await vi.advanceTimersByTimeAsync(1);
    await reaches(actor, told);
    expect(shownText(context(actor).error)).toMatch(/\w/);
    expect(server.seen(call).map(({ signal }) => signal.aborted)).toEqual([true]);
    server.fares(call);
    await vi.advanceTimersByTimeAsync(healsWithinMs);
    expect(isDone(actor)).toBe(true);
    const keys = server.seen(call).map(({ key }) => key);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    actor.stop();
  },
);
