import { fromCallback, fromPromise } from 'xstate';
import {
  cancelDraft,
  createDraft,
  type OrderPreview,
  orderPreview,
  readDraft,
} from '../../../contract/order.ts';
import {
  draftCreatedKey,
  orderFormKey,
  orderLockedKey,
  selectedQuantitiesKey,
  selectedSeatsKey,
} from '../../../contract/stored/storage.ts';
import type {
  SaveSelectionInput,
  seatDraftPorts,
} from '../../../machines/seat-draft/seat-draft.ports.ts';
import type {
  MapCommand,
  SeatChanges,
  SeatDraftEvent,
} from '../../../machines/seat-draft/seat-draft.types.ts';
import { mapResult } from '../../../machines/shared/result.ts';
import { timings } from '../../../machines/shared/timings.ts';
import { codeOfSentence } from '../http/refusal-code.ts';
import type { PurchaseParts } from '../parts.ts';
import { keyedCall } from './keyed-call.ts';

/** Loaded with the map, before any search for seats; kept out of the chunk of the purchase frame. */
const mapSeats = () => import('./seat-choices.ts');

/** The seats and standing places of a call; a back end without standing places is not sent any (§3.2). */
function choiceBody({ seats, quantities }: SaveSelectionInput) {
  const places = quantities.map(({ categoryId, count }) => ({ category: categoryId, count }));
  return { seats: [...seats], ...(places.length > 0 && { quantities: places }) };
}

const noChanges: SeatChanges = { taken: [] };

/** Adds the code of an invalid voucher for a server that sends its sentence alone (§3.2). */
function withVoucherCode(preview: OrderPreview): OrderPreview {
  const { voucher_info: info } = preview;
  if (info === null || info.is_valid) return preview;
  const refusal = info.refusal ?? codeOfSentence(info.message);
  return { ...preview, voucher_info: { ...info, refusal } };
}

/** Effects of the seat draft. */
export function seatDraftEffects({ api, store, keys, seatmaps, watchHidden }: PurchaseParts) {
  // A draft whose response was lost may hold the chosen seats, so 'taken' does not mean lost (F28).
  const isHeldPerhaps = (slug: string) => keys.isOpen(slug, 'createDraft');

  /** Reads a seat map again and sorts the newly unavailable and the chosen seats into our own and lost ones. */
  async function readChanges(slug: string, signal: AbortSignal): Promise<SeatChanges> {
    const changed = new Set<number>();
    const stop = seatmaps.subscribe((change) => {
      if (change.slug === slug) for (const index of change.indexes ?? []) changed.add(index);
    });
    const answer = await seatmaps.load(slug, signal).finally(stop);
    if (!answer.ok) return noChanges;
    // A message of the broker may have been missed, so the chosen seats are checked even if they did not change.
    const chosen = store.read(selectedSeatsKey, slug) ?? [];
    const { seatNews } = await mapSeats();
    return seatNews(answer.value, changed, chosen, isHeldPerhaps(slug));
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
        const tell = (news: SeatChanges) => {
          isReading = false;
          const { taken, mine = [], left = [] } = news;
          const isEmpty = taken.length + mine.length + left.length === 0;
          if (isEmpty || over.signal.aborted) return;
          sendBack({ type: 'seats.changed', ...news } satisfies SeatDraftEvent);
        };
        // A failed read is made up for by the next one.
        readChanges(followed.slug, over.signal).then(tell, () => tell(noChanges));
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
      const { bestSeats } = await mapSeats();
      const reading = seatmaps.current(input.slug);
      return reading === null ? [] : bestSeats(reading.seatMap, input.count, input.categoryId);
    }),
    replaceSeats: fromPromise(async ({ input }) => {
      const { replacements } = await mapSeats();
      const reading = seatmaps.current(input.slug);
      return reading === null ? [] : replacements(reading.seatMap, input.lost, input.kept);
    }),
    readDraft: fromPromise(async ({ input, signal }) => {
      const answer = await api.call(readDraft, { params: { slug: input.slug }, signal });
      // The result is known: the next request is a new one.
      if (answer.ok) keys.settle(input.slug, 'createDraft');
      return answer;
    }),
    cancelDraft: fromPromise(async ({ input, signal }) => {
      const answer = await keyedCall({
        keys,
        slug: input.slug,
        action: 'cancelDraft',
        body: null,
        undoes: ['submitForms', 'createPayment'],
        send: (idempotencyKey) =>
          api.call(cancelDraft, { params: { slug: input.slug }, signal, idempotencyKey }),
      });
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
      // Form answers survive the deadline, so that no buyer types them twice.
      const typed = store.read(orderFormKey, input.slug);
      store.clearEvent(input.slug);
      if (typed !== null) store.write(orderFormKey, typed, input.slug);
    }),
    loadSeatmap: fromPromise(async ({ input, signal }) => {
      const [code, map] = await Promise.all([
        mapSeats().catch(() => null),
        seatmaps.load(input.slug, signal),
      ]);
      if (code === null) return { ok: false, failure: { kind: 'unreachable', message: '' } };
      const kept = store.read(selectedSeatsKey, input.slug) ?? [];
      const keptPlaces = store.read(selectedQuantitiesKey, input.slug) ?? [];
      return mapResult(map, (seatMap) => {
        // Chosen seats from before a reload are restored if the new map still offers them (F02).
        const isRestored = input.chosen.length + input.quantities.length === 0;
        // If the server does not mark our own seats, a choice that we may hold stays unchanged.
        const isOurs = !isRestored && seatMap.mine === null && isHeldPerhaps(input.slug);
        const seatsOf = isOurs ? code.knownSeats : code.offeredOrOwnSeats;
        const restored = seatsOf(seatMap, isRestored ? kept : input.chosen);
        const wanted = isRestored ? keptPlaces : input.quantities;
        return {
          eventStatus: seatMap.eventStatus,
          maxTickets: seatMap.maxTickets,
          mine: seatMap.mine,
          holdsPlaces: (seatMap.minePlaces ?? []).length > 0,
          restored,
          quantities: code.offeredQuantities(seatMap, wanted, restored.length),
        };
      });
    }),
    previewOrder: fromPromise(async ({ input, signal }) =>
      mapResult(
        await api.call(orderPreview, {
          params: { slug: input.slug },
          body: { ...choiceBody(input), voucher_code: input.voucherCode },
          signal,
        }),
        ({ preview }) => withVoucherCode(preview),
      ),
    ),
    createDraft: fromPromise(async ({ input, signal }) => {
      const body = {
        ...choiceBody(input),
        voucher_code: input.voucherCode,
        ...(input.shownTotal === null ? {} : { shown_total: input.shownTotal }),
      };
      // An unknown result keeps its key, so that a retry cannot create a second draft (F28).
      const answer = await keyedCall({
        keys,
        slug: input.slug,
        action: 'createDraft',
        body,
        undoes: ['cancelDraft'],
        send: (idempotencyKey) =>
          api.call(createDraft, { params: { slug: input.slug }, body, signal, idempotencyKey }),
      });
      if (answer.ok) store.write(draftCreatedKey, true, input.slug);
      return answer;
    }),
    saveSelection: fromPromise(async ({ input }) => {
      const { slug, seats, quantities } = input;
      store.write(selectedSeatsKey, [...seats], slug);
      if (quantities.length > 0) store.write(selectedQuantitiesKey, [...quantities], slug);
      else store.remove(selectedQuantitiesKey, slug);
    }),
  } satisfies Partial<typeof seatDraftPorts>;
}
