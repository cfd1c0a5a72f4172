import { useEffect, useState } from 'react';
import type { Sale } from '../../../contract/catalogue.ts';
import { longMoment, parseInstant, zoneOf } from '../../text/format.ts';
import { type TextKey, useLocale, useText } from '../../text/translate.ts';

const dayMs = 24 * 3_600_000;
/** Browsers that wake at the same second read the event again spread over this time. */
const rereadWithinMs = 60_000;

/** Why an event is off sale; null while it is on sale, or if the server sends no sale. */
export type OffSale =
  | 'notYet'
  | 'presaleSoon'
  | 'roomSoon'
  | 'paused'
  | 'soldOut'
  | 'over'
  | 'closed'
  | 'postponed'
  | 'cancelled';

/** The current state of an event's sale. */
export interface SaleNow {
  readonly off: OffSale | null;
  /** True while only buyers with a code or on the list can buy. */
  readonly isPresale: boolean;
  /** True while the waiting room is open; `at` is its draw. */
  readonly isWaitingRoom: boolean;
  /** When the state changes or changed, in the server's format. */
  readonly at: string | null;
  /** Milliseconds on the clock of `performance.now()` at which the sale begins; null unless that is within a day. */
  readonly opensAt: number | null;
}

const texts: Readonly<
  Record<OffSale | 'presale' | 'waitingRoom', { readonly badge: TextKey; readonly text: TextKey }>
> = {
  notYet: { badge: 'sale.notYet', text: 'sale.notYetText' },
  presaleSoon: { badge: 'sale.presaleSoon', text: 'sale.presaleSoonText' },
  roomSoon: { badge: 'sale.roomSoon', text: 'sale.roomSoonText' },
  waitingRoom: { badge: 'sale.waitingRoom', text: 'sale.waitingRoomText' },
  presale: { badge: 'sale.presale', text: 'sale.presaleText' },
  paused: { badge: 'sale.paused', text: 'sale.pausedText' },
  soldOut: { badge: 'sale.soldOut', text: 'sale.soldOutText' },
  over: { badge: 'sale.over', text: 'sale.overText' },
  closed: { badge: 'sale.closed', text: 'sale.closedText' },
  postponed: { badge: 'sale.postponed', text: 'sale.postponedText' },
  cancelled: { badge: 'sale.cancelled', text: 'sale.cancelledText' },
};

type State = Sale['state'];

/** States in which buyers may come; an unknown one is left to the server. */
const selling: ReadonlySet<State> = new Set(['open', 'presale', 'waitingRoom', 'unknown']);

/** Maps a state of the contract to a reason; null for an open sale and for a state that this build does not know. */
function reasonOf(state: State, next: State | undefined): OffSale | null {
  if (selling.has(state)) return null;
  if (state === 'notYet' && next === 'presale') return 'presaleSoon';
  if (state === 'notYet' && next === 'waitingRoom') return 'roomSoon';
  return state as OffSale;
}

/** Reasons that end by the clock. */
export const coming: ReadonlySet<OffSale> = new Set(['notYet', 'presaleSoon', 'roomSoon']);

/** What a state means for buyers. */
function meaningOf(state: State, next: State | undefined) {
  const isWaitingRoom = state === 'waitingRoom';
  const isPresale = state === 'presale' || (isWaitingRoom && next === 'presale');
  return { off: reasonOf(state, next), isPresale, isWaitingRoom };
}

/** The state of a sale when it was read. */
export function saleWhenRead(sale: Sale | undefined): SaleNow {
  const { state = 'open', next, at = null } = sale ?? {};
  return { ...meaningOf(state, next), at, opensAt: null };
}

/** Why an event was off sale when its sale was read. */
export function offSale(sale: Sale | undefined): OffSale | null {
  return sale === undefined ? null : reasonOf(sale.state, sale.next);
}

/** The state once the moment of the sale has come; servers without `next` know two of them. */
function stateAfter({ state, next }: Sale): State {
  if (next !== undefined) return next;
  if (state === 'notYet' || state === 'waitingRoom') return 'open';
  return state === 'open' ? 'over' : state;
}

/**
 * Updates a sale when it opens or ends, without another request. Seconds count from `heardAt`, the arrival of the response in epoch
 * milliseconds of this device, so that a wrong clock does not matter (§1.28). `onChange` is called some seconds after the change, spread
 * by chance so that the buyers who wait do not read at once.
 */
export function useSale(sale: Sale | undefined, heardAt: number, onChange?: () => void): SaleNow {
  const seconds = sale?.in_seconds ?? null;
  const momentAt = seconds === null ? null : heardAt + seconds * 1000;
  // Set after the first render, because hydration must match the server's HTML.
  const [opensAt, setOpensAt] = useState<number | null>(null);
  const [, setDays] = useState(0);
  useEffect(() => {
    if (momentAt === null) {
      setOpensAt(null);
      return;
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      const left = momentAt - Date.now();
      const isSoon = left > 0 && left <= dayMs;
      setOpensAt(isSoon ? performance.now() + left : null);
      if (left <= 0) return;
      timer = setTimeout(
        () => {
          if (momentAt > Date.now()) {
            wait();
            return;
          }
          setOpensAt(null);
          setDays((count) => count + 1);
          timer = setTimeout(() => onChange?.(), Math.random() * rereadWithinMs);
        },
        // The countdown begins a day before; a timer of more than 24 days would overflow.
        isSoon ? left : Math.min(left - dayMs, 20 * dayMs),
      );
    };
    wait();
    return () => clearTimeout(timer);
  }, [momentAt, onChange]);

  const at = sale?.at ?? null;
  const hasChanged = momentAt !== null && momentAt <= Date.now();
  const state = sale === undefined ? 'open' : hasChanged ? stateAfter(sale) : sale.state;
  const meaning = meaningOf(state, hasChanged ? undefined : sale?.next);
  const isComing = meaning.off !== null && coming.has(meaning.off);
  return { ...meaning, at, opensAt: isComing ? opensAt : null };
}

/** Texts for a sale that is not simply open: a short one for a badge, and a sentence. */
export function useSaleWords(): (
  off: OffSale | 'presale' | 'waitingRoom',
  at: string | null,
) => { readonly badge: string; readonly text: string } {
  const t = useText();
  const [locale] = useLocale();
  return (off, at) => {
    const instant = at === null ? null : parseInstant(at);
    const when =
      at === null || instant === null ? t('card.tba') : longMoment(instant, locale, zoneOf(at));
    return { badge: t(texts[off].badge), text: t(texts[off].text, { when }) };
  };
}
