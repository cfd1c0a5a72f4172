import type {
  FolderCategory,
  FolderEvent,
} from '../../../../contract/event-folder/folder-event.ts';
import { instantOf } from '../../../../contract/event-folder/moment.ts';
import type { FolderVoucher } from '../../../../contract/event-folder/price-fields.ts';
import type { TimeZone } from '../../../../contract/place/time-zone.ts';
import type { PriceRule } from '../../../../contract/price/price-rules.ts';
import { ticketPrice } from '../../../../contract/price/pricing.ts';
import type { Row } from '../../../db/db.ts';
import { voucherHint, voucherKey } from '../../order/vouchers.ts';

/** A price that ends, as the database keeps it. */
interface EndingPrice {
  readonly price: number;
  /** An instant in UTC. */
  readonly until: string;
}

/** Reads the moments of a folder as instants. */
export interface MomentReader {
  readonly zone: TimeZone;
  readonly base: Date;
}

const isoOf = (moment: string, { zone, base }: MomentReader) =>
  instantOf(moment, zone, base)?.toISOString() ?? '';

/** Early prices of a category, the first to end before the others. */
export function earlyPricesOf({ prices }: FolderCategory, reader: MomentReader) {
  return prices
    .map(({ name, price, until }) => ({ name, price, until: isoOf(until, reader) }))
    .toSorted((one, other) => (one.until < other.until ? -1 : 1));
}

/** The lowest shown prices of a show that end, each with its end; after the last of them the lowest usual price holds. */
export function earlyLowestOf(
  categories: readonly FolderCategory[],
  rules: readonly PriceRule[],
  reader: MomentReader,
): EndingPrice[] {
  const early = categories.map((category) => ({
    usual: category.price,
    steps: earlyPricesOf(category, reader),
  }));
  const ends = [...new Set(early.flatMap(({ steps }) => steps.map(({ until }) => until)))].sort();
  const lowestBefore = (end: string) =>
    Math.min(
      ...early.map(({ usual, steps }) => steps.find(({ until }) => until >= end)?.price ?? usual),
    );
  const usual = Math.min(...early.map((category) => category.usual));
  return ends
    .map((until) => ({ until, price: lowestBefore(until) }))
    .filter(({ price }, at, all) => price !== (all[at + 1]?.price ?? usual))
    .map(({ until, price }) => ({ until, price: ticketPrice(price, rules) }));
}

/** Columns of `events` about prices and limits. */
export function priceColumns(
  { priceRules, bearsPaymentFee, refundPolicy, limits }: FolderEvent,
  categories: readonly FolderCategory[],
  reader: MomentReader,
) {
  return {
    lowest_price: ticketPrice(Math.min(...categories.map(({ price }) => price)), priceRules),
    early_lowest: earlyLowestOf(categories, priceRules, reader),
    price_rules: priceRules,
    bears_method_fee: bearsPaymentFee,
    refund_policy: refundPolicy,
    limit_per_account: limits.perAccount ?? null,
    limit_per_phone: limits.perPhone ?? null,
    max_tickets_per_person: limits.perShow ?? null,
  };
}

/** A voucher of an event: its code, for the operator alone, and its row. */
export interface DesiredVoucher {
  readonly code: string;
  readonly row: Row & { readonly code_key: string };
}

/** The vouchers of an event; `showIds` are the ids of its shows in `events` by their ids in the folder. */
export function voucherRows(
  vouchers: readonly FolderVoucher[],
  seriesId: string,
  showIds: ReadonlyMap<string, string>,
  key: string,
  { zone, base }: MomentReader,
): DesiredVoucher[] {
  const instant = (moment: string | undefined) =>
    moment === undefined ? null : instantOf(moment, zone, base);
  return vouchers.map((voucher) => ({
    code: voucher.code,
    row: {
      code_key: voucherKey(key, voucher.code),
      code: voucherHint(voucher.code),
      series_id: seriesId,
      kind: voucher.percent === undefined ? 'fixed' : 'percent',
      value: voucher.percent ?? voucher.amount ?? 0,
      max_uses: voucher.quota ?? null,
      per_person: voucher.perPerson ?? null,
      max_discount: voucher.maxDiscount ?? null,
      min_purchase: voucher.minPurchase ?? null,
      categories: voucher.categories ?? null,
      shows: voucher.shows?.map((id) => showIds.get(id) ?? id) ?? null,
      starts_at: instant(voucher.startsAt),
      expires_at: instant(voucher.endsAt),
      description: voucher.description ?? '',
      is_active: true,
    },
  }));
}
