import { fromPromise } from 'xstate';
import { cancelDraft, createDraft, orderPreview } from '../../../contract/order.ts';
import {
  draftCreatedKey,
  orderFormKey,
  orderLockedKey,
  selectedSeatsKey,
} from '../../../contract/storage.ts';
import type { seatDraftPorts } from '../../../machines/seat-draft/seat-draft.ports.ts';
import type { SeatChoice } from '../../../machines/seat-draft/seat-draft.types.ts';
import { mapOutcome } from '../../../machines/shared/outcome.ts';
import {
  availableCode,
  categoryOf,
  type Hall,
  indexOf,
  numberOf,
  statusOf,
} from '../../seat-map/hall.ts';
import type { PurchaseParts } from '../parts.ts';

/** A seat of the hall as it is offered to be toggled; its row and column are those of the grid, from 1. */
export function seatChoice(hall: Hall, index: number): SeatChoice {
  const category = categoryOf(hall, index);
  return {
    seatNumber: numberOf(hall, index),
    row: String((hall.lineOf[index] ?? 0) + 1),
    column: (hall.columnOf[index] ?? 0) + 1,
    status: statusOf(hall, index),
    categoryId: category?.id ?? null,
    categoryName: category?.name ?? '',
    price: hall.price[index] ?? 0,
  };
}

/** The first seats of a hall that can be chosen now, at most `count`. */
export function freeSeats(hall: Hall, count: number): readonly SeatChoice[] {
  const seats: SeatChoice[] = [];
  for (let index = 0; index < hall.count && seats.length < count; index += 1) {
    if (hall.status[index] === availableCode) seats.push(seatChoice(hall, index));
  }
  return seats;
}

/** The choice kept before a refresh, as far as the fresh hall still offers it (F02). */
function stillOffered(hall: Hall, kept: readonly string[]): SeatChoice[] {
  const seats: SeatChoice[] = [];
  for (const number of new Set(kept)) {
    const index = indexOf(hall, number);
    if (hall.status[index] === availableCode) seats.push(seatChoice(hall, index));
  }
  return seats;
}

/** Choosing and holding seats against the contract. */
export function seatDraftEffects({ api, store, keys, seatmaps }: PurchaseParts) {
  return {
    cancelDraft: fromPromise(async ({ input, signal }) => {
      const answer = await api.call(cancelDraft, { params: { slug: input.slug }, signal });
      keys.settle(input.slug, 'createDraft');
      if (answer.ok) {
        for (const key of [draftCreatedKey, orderFormKey, orderLockedKey]) {
          store.remove(key, input.slug);
        }
      }
      return answer;
    }),
    recallDraft: fromPromise(async ({ input }) => store.read(draftCreatedKey, input.slug) === true),
    clearStale: fromPromise(async ({ input }) => store.clearEvent(input.slug)),
    loadSeatmap: fromPromise(async ({ input, signal }) => {
      const map = await seatmaps.load(input.slug, signal);
      if (!map.ok && map.failure.kind === 'broken' && map.failure.status === 200) {
        return {
          ok: false,
          failure: { ...map.failure, message: 'Seatmap configuration is missing or invalid.' },
        };
      }
      const kept = store.read(selectedSeatsKey, input.slug) ?? [];
      return mapOutcome(map, (read) => ({
        eventStatus: read.eventStatus,
        restored: stillOffered(read, input.chosen.length > 0 ? input.chosen : kept),
      }));
    }),
    previewOrder: fromPromise(async ({ input, signal }) =>
      mapOutcome(
        await api.call(orderPreview, {
          params: { slug: input.slug },
          body: { seats: [...input.seats], voucher_code: input.voucherCode },
          signal,
        }),
        (answer) => answer.preview,
      ),
    ),
    createDraft: fromPromise(async ({ input, signal }) => {
      const body = { seats: [...input.seats], voucher_code: input.voucherCode };
      const answer = await api.call(createDraft, {
        params: { slug: input.slug },
        body,
        signal,
        idempotencyKey: keys.keyFor(input.slug, 'createDraft', body),
      });
      // An unknown outcome keeps its key, so that trying again cannot make a second draft (F28).
      if (answer.ok || answer.failure.kind === 'refused') keys.settle(input.slug, 'createDraft');
      if (answer.ok) store.write(draftCreatedKey, true, input.slug);
      return answer;
    }),
    saveSelection: fromPromise(async ({ input }) => {
      store.write(selectedSeatsKey, [...input.seats], input.slug);
    }),
  } satisfies Partial<typeof seatDraftPorts>;
}
