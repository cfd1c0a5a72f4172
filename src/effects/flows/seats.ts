import { fromPromise } from 'xstate';
import { cancelDraft, createDraft, orderPreview } from '../../../contract/order.ts';
import type { Seat, Seatmap } from '../../../contract/seatmap.ts';
import {
  draftCreatedKey,
  orderFormKey,
  orderLockedKey,
  selectedSeatsKey,
} from '../../../contract/storage.ts';
import type { seatDraftPorts } from '../../../machines/seat-draft/seat-draft.ports.ts';
import type { SeatChoice } from '../../../machines/seat-draft/seat-draft.types.ts';
import { mapOutcome } from '../../../machines/shared/outcome.ts';
import type { PurchaseParts } from '../parts.ts';

/** A seat of the map as it is offered to be toggled. */
export function seatChoice(seat: Seat, categories: Seatmap['categories']): SeatChoice {
  const category = categories.find((entry) => entry.id === seat.category);
  return {
    seatNumber: seat.seat_number,
    row: String(seat.row),
    column: seat.column,
    status: seat.status,
    categoryId: seat.category,
    categoryName: category?.name ?? seat.ticket_type ?? '',
    price: seat.price,
  };
}

/** The choice kept before a refresh, as far as the fresh map still offers it (F02). */
function stillOffered(map: Seatmap, kept: readonly string[]): SeatChoice[] {
  const wanted = new Set(kept);
  return map.seatLayout.items
    .filter((seat) => wanted.has(seat.seat_number) && seat.status === 'available')
    .map((seat) => seatChoice(seat, map.categories));
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
        eventStatus: read.event_status,
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
