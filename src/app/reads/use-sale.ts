import { useEffect, useState } from 'react';
import type { Sale } from '../../../contract/catalogue.ts';
import { longMoment, parseInstant, zoneOf } from '../../text/format.ts';
import { type TextKey, useLocale, useText } from '../../text/translate.ts';

const dayMs = 24 * 3_600_000;

/** Why an event is off sale; null while it is on sale, or if the server sends no sale. */
export type OffSale = 'notYet' | 'over' | 'closed' | 'cancelled';

/** The current state of an event's sale. */
export interface SaleNow {
  readonly off: OffSale | null;
  /** When the sale begins or ended, in the server's format. */
  readonly at: string | null;
  /** Milliseconds on the clock of `performance.now()` at which it begins; null unless that is within a day. */
  readonly opensAt: number | null;
}

const texts: Readonly<Record<OffSale, { readonly badge: TextKey; readonly text: TextKey }>> = {
  notYet: { badge: 'sale.notYet', text: 'sale.notYetText' },
  over: { badge: 'sale.over', text: 'sale.overText' },
  closed: { badge: 'sale.closed', text: 'sale.closedText' },
  cancelled: { badge: 'sale.cancelled', text: 'sale.cancelledText' },
};

/** Maps a sale of the contract to a reason; null for an open sale and for a state that this build does not know. */
export function offSale(sale: Sale | undefined): OffSale | null {
  return sale === undefined || sale.state === 'open' || sale.state === 'unknown'
    ? null
    : sale.state;
}

/**
 * Updates a sale when it opens or ends, without another request. Seconds count from `heardAt`, the arrival of the response in epoch
 * milliseconds of this device, so that a wrong clock does not matter (ruling R17).
 */
export function useSale(sale: Sale | undefined, heardAt: number): SaleNow {
  const seconds = sale?.in_seconds ?? null;
  const momentAt = seconds === null ? null : heardAt + seconds * 1000;
  // Set after the first render, because hydration must match the server's HTML.
  const [opensAt, setOpensAt] = useState<number | null>(null);
  useEffect(() => {
    const left = momentAt === null ? 0 : momentAt - Date.now();
    const isSoon = left > 0 && left < dayMs;
    setOpensAt(isSoon ? performance.now() + left : null);
    const timer = isSoon ? setTimeout(() => setOpensAt(null), left) : undefined;
    return () => clearTimeout(timer);
  }, [momentAt]);

  const off = offSale(sale);
  const at = sale?.at ?? null;
  if (momentAt === null || momentAt > Date.now()) {
    return { off, at, opensAt: off === 'notYet' ? opensAt : null };
  }
  return {
    off: sale?.state === 'open' ? 'over' : off === 'notYet' ? null : off,
    at,
    opensAt: null,
  };
}

/** Texts for an event that is off sale: a short one for a badge, and a sentence. */
export function useSaleWords(): (
  off: OffSale,
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
