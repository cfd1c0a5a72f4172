import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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

const reaches = (actor: AnyActorRef, state: unknown) =>
  waitFor(actor, (snapshot) => snapshot.matches(state));

interface Press {
  /** The POST behind the button. */
  readonly call: CallName;
  /** Opens the page and goes as far as the button. */
  readonly open: (shop: ReturnType<typeof shopWith>) => Promise<AnyActorRef>;
  readonly button: { readonly type: string };
  /** The pages where the buyer waits, reads the failure and continues. */
  readonly busy: unknown;
  readonly told: unknown;
  readonly isDone: (actor: AnyActorRef) => boolean;
}

const presses: Readonly<Record<string, Press>> = {
  'Continue to Order Form': {
    call: 'createDraft',
    open: async ({ flows, seatmaps }) => {
      const reading = readingAs({ slug, step: 'online' });
      const choosing = startOf(flows.seatDraft, { reading, hadDraft: false, realtime: true });
      await reaches(choosing, 'choosing');
      const seatMap = seatmaps.current(slug)?.seatMap;
      for (const seat of seatMap === undefined ? [] : freeSeats(seatMap, 1)) {
        choosing.send({ type: 'seat.toggle', seat });
      }
      await waitFor(choosing, (snapshot) => snapshot.context.preview !== null);
      return choosing;
    },
    button: { type: 'draft.request' },
    busy: 'creatingDraft',
    told: 'choosing',
    isDone: (choosing) => choosing.getSnapshot().output?.kind === 'drafted',
  },
  'Proceed to Payment': {
    call: 'submitForms',
    open: async ({ flows }) => {
      const form = startOf(flows.orderForm, {});
      await reaches(form, { open: { step: 'formsInactive' } });
      return form;
    },
    button: { type: 'form.proceed' },
    busy: 'submitting',
    told: { open: { step: 'formsInactive' } },
    isDone: (form) => form.getSnapshot().output?.kind === 'locked',
  },
  'Bayar Sekarang': {
    call: 'createPayment',
    open: async ({ flows }) => {
      const payment = startOf(flows.payment, { entry: 'choose' });
      await reaches(payment, 'choosing');
      payment.send({ type: 'method.select', code: 'qris' });
      return payment;
    },
    button: { type: 'payment.request' },
    busy: 'creating',
    told: 'choosing',
    isDone: (payment) => payment.getSnapshot().matches('awaiting'),
  },
};

describe.each(Object.entries(presses))(
  '[F27] the server hangs on the call of "%s"',
  (_name, press) => {
    it('the button is busy for ten seconds, then the page shows the failure and repeats the call by itself with the same key', async () => {
      const server = sampleServer();
      const actor = await press.open(shopWith(server));
      server.fares(press.call, 'silence');
      // A read does not see the hanging call's effect yet (ruling R22).
      if (press.call === 'createDraft') server.fares('readDraft', { status: 404 });
      actor.send(press.button);
      await vi.advanceTimersByTimeAsync(longestAnswerMs - 1);
      expect(actor.getSnapshot().matches(press.busy)).toBe(true);
      // Only one call is open, however often the button is pressed.
      actor.send(press.button);
      expect(server.seen(press.call)).toHaveLength(1);

      await vi.advanceTimersByTimeAsync(1);
      await waitFor(actor, (snapshot) => snapshot.matches(press.told));
      expect(shownText(actor.getSnapshot().context.error)).toMatch(/\w/);
      expect(server.seen(press.call).map(({ signal }) => signal.aborted)).toEqual([true]);
      server.fares(press.call);
      await vi.advanceTimersByTimeAsync(healsWithinMs);
      expect(press.isDone(actor)).toBe(true);
      const keys = server.seen(press.call).map(({ key }) => key);
      expect(keys).toHaveLength(2);
      expect(new Set(keys).size).toBe(1);
      actor.stop();
    });
  },
);
