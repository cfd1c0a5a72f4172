// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, type AnyStateMachine, createActor, toPromise, waitFor } from 'xstate';
import type { CallShape } from '../../../contract/call/call.ts';
import {
  draftCreatedKey,
  orderFormKey,
  orderLockedKey,
  selectedSeatsKey,
} from '../../../contract/stored/storage.ts';
import { orderFormMachine } from '../../../machines/order-form/order-form.machine.ts';
import { paymentMachine } from '../../../machines/payment/payment.machine.ts';
import { seatDraftMachine } from '../../../machines/seat-draft/seat-draft.machine.ts';
import { mapResult, type Result } from '../../../machines/shared/result.ts';
import { orderFormEffects, paymentEffects } from '../../../src/effects/flows/checkout.ts';
import { seatDraftEffects } from '../../../src/effects/flows/seats.ts';
import { queueEffects } from '../../../src/effects/flows/session.ts';
import type { Api } from '../../../src/effects/http/api.ts';
import { createBrowserStore } from '../../../src/effects/storage/storage.ts';
import { filledIn, formAs, slug } from '../../model/order-form.model.ts';
import { fileOf } from '../../support/browser/file-of.ts';
import { broken, ok, parentStub, refused } from '../../support/flows/machines.ts';
import { draftAs } from '../../support/flows/orders.ts';
import { pageParts } from '../../support/flows/parts.ts';
import { paymentAs } from '../../support/flows/payments.ts';
import { readingAs } from '../../support/flows/readings.ts';
import { seatMap } from '../screens/purchase-data.tsx';

const other = 'konser-lain';
const store = createBrowserStore(window, () => 'u1');
const typed = { dynamicFields: {}, ticketHolderForms: [{ nama: 'Sari' }], additionalBuyers: [] };
type Answers = Readonly<Record<string, Result<unknown>>>;

/** The effects of the product over its real store and a server that responds by method and path below the event. */
function partsWith(answers: Answers, wallNow = () => 0) {
  const answerTo = ({ method, path }: CallShape) =>
    answers[`${method} ${path.replace('/event/{slug}/', '')}`] ?? refused(404);
  const api = {
    call: async (row: CallShape) => answerTo(row),
    file: async (row: CallShape) => mapResult(answerTo(row), fileOf),
  } as unknown as Api;
  return pageParts({ api, store, now: () => 0, wallNow });
}

/** Starts a flow at the event. */
function start(machine: AnyStateMachine, actors: object, input: object = {}): AnyActorRef {
  const parent = parentStub().ref;
  return createActor(machine.provide({ actors } as never), {
    input: { slug, parent, ...input },
  }).start();
}
const reaches = (actor: AnyActorRef, state: unknown) =>
  waitFor(actor, (snapshot) => snapshot.matches(state));

/** Everything a purchase leaves in the browser. */
function leaves(event: string) {
  store.write(selectedSeatsKey, ['A-1'], event);
  store.write(draftCreatedKey, true, event);
  store.write(orderFormKey, typed, event);
  store.write(orderLockedKey, true, event);
}
const kept = (event = slug) => ({
  seats: store.read(selectedSeatsKey, event),
  draft: store.read(draftCreatedKey, event),
  form: store.read(orderFormKey, event),
  locked: store.read(orderLockedKey, event),
});
const nothing = { seats: null, draft: null, form: null, locked: null };
const everything = { seats: ['A-1'], draft: true, form: typed, locked: true };

describe('who comes back to the seats with a draft (§4.51)', () => {
  const comesBack = (answers: Answers) =>
    start(
      seatDraftMachine,
      seatDraftEffects(partsWith({ 'GET seatmap-categories': ok(seatMap), ...answers })),
      { reading: readingAs({ slug, step: 'online' }), hadDraft: false, realtime: true },
    );

  it('gives it back by a press alone, and keeps the seats', async () => {
    leaves(slug);
    const item = draftAs().order_data.items.map((one) => ({
      ...one,
      seats: [{ ticket_id: 't1', seat_number: 'A-1', row: 'A', column: 1 }],
    }));
    const page = comesBack({
      'GET order-draft': ok(draftAs({}, item)),
      'DELETE order-draft': ok(null),
    });
    await reaches(page, 'askingDraft');
    expect(kept()).toEqual(everything);
    page.send({ type: 'draft.release' });
    await reaches(page, 'choosing');
    expect(page.getSnapshot().context.seats).toMatchObject([{ seatNumber: 'A-1' }]);
    expect(kept()).toEqual({ ...nothing, seats: ['A-1'] });
    page.stop();
  });

  it.each(['draftRequired', 'noDraft'] as const)(
    'that is gone chooses anew; the answers are kept for the next seats (%s)',
    async (code) => {
      leaves(slug);
      leaves(other);
      const page = comesBack({ 'GET order-draft': refused(code, 'No draft') });
      await reaches(page, 'choosing');
      expect(page.getSnapshot().context.seats).toEqual([]);
      expect(kept()).toEqual({ ...nothing, seats: [], form: typed });
      expect(kept(other)).toEqual(everything);
      page.stop();
    },
  );
});

it.each([
  ['taken are forgotten, and locked', ok(draftAs({ is_locked: true })), 'locked', null, true],
  ['that failed stay as they were typed', broken(), { open: { step: 'confirming' } }, typed, null],
])('answers to the forms %s', async (_, answer, state, form, locked) => {
  store.write(orderFormKey, typed, slug);
  const parts = partsWith({
    'GET order-draft': ok(draftAs()),
    'GET forms': ok([formAs('1', true)]),
    'POST order-draft/form-submission': answer,
  });
  const page = start(orderFormMachine, orderFormEffects(parts));
  await reaches(page, { open: { step: 'filling' } });
  page.send({ type: 'form.review', submissions: filledIn });
  page.send({ type: 'form.confirm' });
  await reaches(page, state);
  expect(kept()).toEqual({ ...nothing, form, locked });
  page.stop();
});

it.each([
  ['completed', { completed: { proven: 'clear' } }, nothing],
  ['expired', 'leftForEvent', nothing],
  ['pending', { awaiting: { status: 'watching' } }, everything],
] as const)(
  "a payment that is %s leaves of its event what is due, and another's alone",
  async (status, state, left) => {
    vi.useFakeTimers();
    leaves(slug);
    leaves(other);
    const { payment } = paymentAs({ status, is_expired: status === 'expired' });
    const parts = partsWith({ 'GET payment/status': ok({ payment }) });
    const page = start(paymentMachine, paymentEffects(parts), { entry: 'pay' });
    // That it ran out is shown for three seconds.
    await vi.advanceTimersByTimeAsync(3_000);
    await reaches(page, state);
    expect(kept()).toEqual(left);
    expect(kept(other)).toEqual(everything);
    page.stop();
  },
);

describe('of the tabs of a browser one moves to the seats (§4.40)', () => {
  const noon = 1_772_000_000_000;
  /** A tab asks at this time whether it should move. */
  const claim = (at: number, event = slug) => {
    const { claimRedirect } = queueEffects(partsWith({}, () => at));
    return toPromise(createActor(claimRedirect, { input: { slug: event } }).start());
  };

  it.each([
    ['at once', 0, slug, false],
    ['within five seconds', 4_999, slug, false],
    ['after five seconds', 5_000, slug, true],
    ['for another event', 0, other, true],
    ['after the clock was set back', -1, slug, true],
  ] as const)('another tab %s', async (_, later, event, moves) => {
    expect(await claim(noon)).toBe(true);
    expect(localStorage.getItem(`roetix:v1:u1:${slug}:lastRedirect`)).toBe(String(noon));
    expect(await claim(noon + later, event)).toBe(moves);
  });
});
