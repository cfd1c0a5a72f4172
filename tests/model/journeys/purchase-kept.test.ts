// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, createActor, waitFor } from 'xstate';
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
import type { Api } from '../../../src/effects/http/api.ts';
import type { PurchaseParts } from '../../../src/effects/parts.ts';
import { createSeatmapStore } from '../../../src/effects/seatmap-store.ts';
import { createIdempotencyKeys } from '../../../src/effects/storage/idempotency.ts';
import { createBrowserStore } from '../../../src/effects/storage/storage.ts';
import { seatMap } from '../../src/screens/purchase-data.tsx';
import { fileOf } from '../../support/browser/file-of.ts';
import { broken, ok, parentStub, refused } from '../../support/flows/machines.ts';
import { draftAs } from '../../support/flows/orders.ts';
import { paymentAs } from '../../support/flows/payments.ts';
import { readingAs } from '../../support/flows/readings.ts';
import { filledIn, formAs, slug } from '../order-form.model.ts';

const other = 'konser-lain';
const store = createBrowserStore(window, () => 'u1');
const typed = { dynamicFields: {}, ticketHolderForms: [{ nama: 'Sari' }], additionalBuyers: [] };

/** The effects of the product over its real store and a server that answers by method and path. */
function partsWith(answers: Readonly<Record<string, Result<unknown>>>): PurchaseParts {
  const api = {
    call: async ({ method, path }: CallShape) =>
      answers[`${method} ${path}`] ?? refused(404, `Nothing answers ${method} ${path}.`),
    file: async ({ method, path }: CallShape) =>
      mapResult(
        answers[`${method} ${path}`] ?? refused(404, `Nothing answers ${method} ${path}.`),
        fileOf,
      ),
  } as unknown as Api;
  return {
    api,
    now: () => 0,
    wallNow: () => 0,
    store,
    newId: () => 'id-1',
    keys: createIdempotencyKeys(store, () => 'key-1'),
    seatmaps: createSeatmapStore(api),
    forgetTickets: async () => undefined,
    sayToTabs: () => undefined,
    watchHidden: () => () => undefined,
    addressOf: () => '/',
    leave: () => undefined,
  };
}

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

const reaches = (actor: AnyActorRef, state: unknown) =>
  waitFor(actor, (snapshot) => snapshot.matches(state));

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const draftOfA1 = draftAs({}, [
  {
    category_id: '1',
    category_name: 'VIP',
    quantity: 1,
    price_per_item: 750_000,
    seats: [{ ticket_id: 't1', seat_number: 'A-1', row: 'A', column: 1 }],
  },
]);

describe('§4 Seat page access: what the browser keeps', () => {
  const seats = (answers: Readonly<Record<string, Result<unknown>>>) => {
    const actors = seatDraftEffects(
      partsWith({ 'GET /event/{slug}/seatmap-categories': ok(seatMap), ...answers }),
    );
    return createActor(seatDraftMachine.provide({ actors }), {
      input: {
        slug,
        reading: readingAs({ slug, step: 'online' }),
        hadDraft: false,
        realtime: true,
      },
    }).start();
  };

  it('Returning with a draft flag and choosing again: previous selection restored, draft, form and lock flags cleared', async () => {
    leaves(slug);
    const page = seats({
      'GET /event/{slug}/order-draft': ok(draftOfA1),
      'DELETE /event/{slug}/order-draft': ok(null),
    });
    // Nothing is given back without a press (ruling R4).
    await reaches(page, 'askingDraft');
    expect(kept()).toEqual(everything);
    page.send({ type: 'draft.release' });
    await reaches(page, 'choosing');
    expect(page.getSnapshot().context.seats.map(({ seatNumber }) => seatNumber)).toEqual(['A-1']);
    expect(kept()).toEqual({ ...nothing, seats: ['A-1'] });
    page.stop();
  });

  it.each(['draftRequired', 'noDraft'] as const)(
    'If no draft or order exists (403/404), stale selection data is cleared: %s',
    async (code) => {
      leaves(slug);
      leaves(other);
      const page = seats({ 'GET /event/{slug}/order-draft': refused(code, 'No draft') });
      await reaches(page, 'choosing');
      expect(page.getSnapshot().context.seats).toEqual([]);
      // Not the answers: they are wanted again with the next seats.
      expect(kept()).toEqual({ ...nothing, seats: [], form: typed });
      expect(kept(other)).toEqual(everything);
      page.stop();
    },
  );
});

describe('§4 Order form: what the browser keeps', () => {
  const confirmed = async (answer: Result<unknown>) => {
    store.write(orderFormKey, typed, slug);
    const actors = orderFormEffects(
      partsWith({
        'GET /event/{slug}/order-draft': ok(draftAs()),
        'GET /event/{slug}/forms': ok([formAs('1', true)]),
        'POST /event/{slug}/order-draft/form-submission': answer,
      }),
    );
    const page = createActor(orderFormMachine.provide({ actors }), { input: { slug } }).start();
    await reaches(page, { open: { step: 'filling' } });
    page.send({ type: 'form.review', submissions: filledIn });
    page.send({ type: 'form.confirm' });
    return page;
  };

  it('Confirm sets the locked flag, clears saved form data', async () => {
    const page = await confirmed(ok(draftAs({ is_locked: true })));
    await reaches(page, 'locked');
    expect(kept()).toEqual({ ...nothing, locked: true });
  });

  it('Failure clears the lock: nothing is locked, and what was typed is there', async () => {
    const page = await confirmed(broken());
    await reaches(page, { open: { step: 'confirming' } });
    expect(kept()).toEqual({ ...nothing, form: typed });
    page.stop();
  });
});

describe('§4 Payment: what the browser keeps', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const paying = (payment: Parameters<typeof paymentAs>[0]) => {
    const answer = ok({ payment: paymentAs(payment).payment });
    const actors = paymentEffects(partsWith({ 'GET /event/{slug}/payment/status': answer }));
    return createActor(paymentMachine.provide({ actors }), {
      input: { parent: parentStub().ref, slug, entry: 'pay' },
    }).start();
  };

  it.each([
    ['Completed status', { status: 'completed' }, { completed: { proven: 'clear' } }],
    ['Expired flag', { status: 'expired', is_expired: true }, 'leftForEvent'],
  ] as const)(
    "%s clears the event's stored state, and no other's",
    async (_name, status, state) => {
      leaves(slug);
      leaves(other);
      const page = paying(status);
      // That it ran out is told for three seconds.
      await vi.advanceTimersByTimeAsync(3_000);
      await reaches(page, state);
      expect(kept()).toEqual(nothing);
      expect(kept(other)).toEqual(everything);
      page.stop();
    },
  );

  it('a pending payment keeps it', async () => {
    leaves(slug);
    const page = paying({});
    await reaches(page, { awaiting: { status: 'watching' } });
    expect(kept()).toEqual(everything);
    page.stop();
  });
});
