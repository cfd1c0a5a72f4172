import { fromCallback, fromPromise } from 'xstate';
import { cancelDraft, createDraft, orderPreview } from '../../../contract/order.ts';
import {
  draftCreatedKey,
  orderFormKey,
  orderLockedKey,
  selectedSeatsKey,
} from '../../../contract/storage.ts';
import type { seatDraftPorts } from '../../../machines/seat-draft/seat-draft.ports.ts';
import type {
  MapCommand,
  SeatChoice,
  SeatDraftEvent,
} from '../../../machines/seat-draft/seat-draft.types.ts';
import { mapOutcome } from '../../../machines/shared/outcome.ts';
import { timings } from '../../../machines/shared/timings.ts';
import { bestAvailable, replacementFor } from '../../seat-map/best-available.ts';
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

/** Places of the seats with these numbers, each once; numbers that the hall does not know are left out. */
function placesOf(hall: Hall, numbers: readonly string[]): readonly number[] {
  return [...new Set(numbers)].map((number) => indexOf(hall, number)).filter((at) => at >= 0);
}

const isAvailable = (hall: Hall) => (index: number) => hall.status[index] === availableCode;
const choices = (hall: Hall, indexes: readonly number[]) =>
  indexes.map((index) => seatChoice(hall, index));

/** Choosing and holding seats against the contract. */
export function seatDraftEffects({ api, store, keys, seatmaps, watchHidden }: PurchaseParts) {
  // A draft whose answer was lost may hold the chosen seats: that they are taken says nothing then (F28).
  const isHeldPerhaps = (slug: string) => keys.isOpen(slug, 'createDraft');

  /** Reads a hall anew; gives the seats that are gone since, those of the choice among them. */
  async function lostSince(slug: string, signal: AbortSignal): Promise<readonly string[]> {
    const changed = new Set<number>();
    const stop = seatmaps.subscribe((change) => {
      if (change.slug === slug) for (const index of change.indexes ?? []) changed.add(index);
    });
    const answer = await seatmaps.load(slug, signal).finally(stop);
    if (!answer.ok) return [];
    const hall = answer.value;
    // A word of the broker may have come while nobody listened: the choice is looked at whether it changed or not.
    const chosen = placesOf(hall, store.read(selectedSeatsKey, slug) ?? []);
    for (const index of chosen) {
      if (isHeldPerhaps(slug)) changed.delete(index);
      else changed.add(index);
    }
    return [...changed]
      .filter((index) => !isAvailable(hall)(index))
      .map((at) => numberOf(hall, at));
  }

  return {
    followMap: fromCallback<MapCommand>(({ receive, sendBack }) => {
      const over = new AbortController();
      let followed: MapCommand | null = null;
      let isHidden = false;
      let isReading = false;
      const read = () => {
        if (followed === null || isReading) return;
        isReading = true;
        const tell = (taken: readonly string[]) => {
          isReading = false;
          if (taken.length === 0 || over.signal.aborted) return;
          sendBack({ type: 'seats.changed', taken } satisfies SeatDraftEvent);
        };
        // What could not be read now is read the next time.
        lostSince(followed.slug, over.signal).then(tell, () => tell([]));
      };
      const unwatch = watchHidden((hidden) => {
        isHidden = hidden;
      });
      const timer = setInterval(() => {
        if (followed?.realtime === false && !isHidden) read();
      }, timings.seatsPoll);
      receive((command) => {
        followed = command;
        if (command.isStale) read();
      });
      return () => {
        over.abort();
        clearInterval(timer);
        unwatch();
      };
    }),
    findSeats: fromPromise(async ({ input }) => {
      const hall = seatmaps.current(input.slug)?.hall;
      if (hall === undefined) return [];
      return choices(hall, bestAvailable(hall, input.count, input.categoryId));
    }),
    replaceSeats: fromPromise(async ({ input }) => {
      const hall = seatmaps.current(input.slug)?.hall;
      if (hall === undefined) return [];
      const [lost, kept] = [placesOf(hall, input.lost), placesOf(hall, input.kept)];
      // A seat that is not in the hall any more has no category to be made good in.
      return lost.length < input.lost.length ? [] : choices(hall, replacementFor(hall, lost, kept));
    }),
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
    clearStale: fromPromise(async ({ input }) => {
      // What was typed outlives the time it was typed in: nobody should have to type it twice.
      const typed = store.read(orderFormKey, input.slug);
      store.clearEvent(input.slug);
      if (typed !== null) store.write(orderFormKey, typed, input.slug);
    }),
    loadSeatmap: fromPromise(async ({ input, signal }) => {
      const map = await seatmaps.load(input.slug, signal);
      const kept = store.read(selectedSeatsKey, input.slug) ?? [];
      return mapOutcome(map, (hall) => {
        // The choice kept before a refresh is restored as far as the fresh hall still offers it (F02).
        const isRestored = input.chosen.length === 0;
        const wanted = placesOf(hall, isRestored ? kept : input.chosen);
        const isOurs = !isRestored && isHeldPerhaps(input.slug);
        const restored = isOurs ? wanted : wanted.filter(isAvailable(hall));
        return { eventStatus: hall.eventStatus, restored: choices(hall, restored) };
      });
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
