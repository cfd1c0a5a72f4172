import { normalisePlan } from '../../../../contract/plan/drawn-plan.ts';
import { stageShapeOf } from '../../../../contract/plan/stage.ts';
import { priceOrder } from '../../../../contract/price/price-order.ts';
import type { PriceRule } from '../../../../contract/price/price-rules.ts';
import type { Row, Tx } from '../../../db/db.ts';
import { sharesOf } from '../../ledger/shares.ts';
import type { DesiredShow } from './desired.ts';
import type { DesiredVoucher } from './desired-prices.ts';

/** A number that is sold by: a price, a number of places, or a part of a voucher. */
interface SoldValue {
  /** Name of the category, or code of the voucher. */
  readonly name: string;
  readonly what: string;
  readonly value: number;
}

const words = {
  price: 'price',
  places: 'places',
  value: 'discount',
  max_uses: 'orders',
  per_person: 'orders of one person',
  max_discount: 'highest discount',
  min_purchase: 'least purchase',
} as const;
const uncounted = new Set<string>([words.places, words.max_uses, words.per_person]);
const named = new Set<string>([words.max_discount, words.min_purchase]);

const dotted = (value: number) => value.toLocaleString('id-ID');
/** `Rp350.000`, `1.000 places`, `10 %`. */
function printed({ what, value }: Pick<SoldValue, 'what' | 'value'>): string {
  if (uncounted.has(what)) return `${dotted(value)} ${what}`;
  return what === 'percent' ? `${value} %` : `Rp${dotted(value)}`;
}

function valuesOf(category: DesiredShow['categories'][number], show: DesiredShow): SoldValue[] {
  const { id, name } = category;
  const places = show.seats.filter((seat) => seat.category === id).length;
  return [
    { name, what: words.price, value: Number(category.price) },
    { name, what: words.places, value: places },
  ];
}

function partsOf(name: string, voucher: Row): SoldValue[] {
  return (['value', 'max_discount', 'min_purchase', 'max_uses', 'per_person'] as const).flatMap(
    (column) => {
      const what = column === 'value' && voucher.kind === 'percent' ? 'percent' : words[column];
      const value = voucher[column];
      return value === null ? [] : [{ name, what, value: Number(value) }];
    },
  );
}

/** The prices of a category as buyers see them, and what of each the organiser gets. */
function pricesOf(category: DesiredShow['categories'][number], { event }: DesiredShow): string[] {
  const rules = event.price_rules as readonly PriceRule[];
  const early = category.early_prices as readonly { name: string; price: number }[];
  return [{ name: '', price: Number(category.price) }, ...early].map(({ name, price }) => {
    const order = priceOrder({ tickets: [{ price }], discount: 0, rules });
    const { original_price: shown, final_price: total, fees: price_lines } = order;
    const { organiser } = sharesOf({ amount: total, total, service_fee: 0, price_lines });
    const beside = price_lines.filter(({ included, amount }) => !included && amount > 0);
    return [
      name === '' ? '; ' : `; ${name} Rp${dotted(price)}, `,
      `shown Rp${dotted(shown)}`,
      ...beside.map((fee) => ` + ${fee.name} Rp${dotted(fee.amount)}`),
      `, organiser gets Rp${dotted(organiser)}`,
      event.bears_method_fee ? ' less the fee of the payment method' : '',
    ].join('');
  });
}

/** Names the shape from which a map with positions counts its best seats. */
function stageLine({ event }: DesiredShow): string[] {
  const plan = normalisePlan(event.seat_plan);
  if (plan === undefined) return [];
  const stage = stageShapeOf(plan.shapes);
  if (stage === undefined) {
    return [
      `! ${event.slug}: no stage was found, so seats near the top edge count as the best. Name an area of the plan "Panggung".`,
    ];
  }
  return [`= ${event.slug} stage: ${JSON.stringify(stage.text)} at ${stage.x}, ${stage.y}`];
}

/** A line for every category and voucher with its price and numbers as they will be sold. */
export function soldLines(
  shows: readonly DesiredShow[],
  vouchers: readonly DesiredVoucher[],
): string[] {
  const line = (name: string, values: readonly SoldValue[]) =>
    `= ${name}: ${values
      .map((value) => (named.has(value.what) ? `${value.what} ` : '') + printed(value))
      .join(', ')}`;
  return [
    ...shows.flatMap(stageLine),
    ...shows.flatMap((show) =>
      show.categories.map(
        (category) =>
          line(`${show.event.slug} ${category.name}`, valuesOf(category, show)) +
          pricesOf(category, show).join(''),
      ),
    ),
    ...vouchers.map(({ code, row }) => line(`voucher ${code}`, partsOf(code, row))),
  ];
}

/** A change by more than half, by the name that an operator confirms. */
export interface BigChange {
  readonly name: string;
  /** Such as `VIP: price Rp350.000 → Rp350`. */
  readonly line: string;
}

/** Prices, numbers of places and parts of vouchers that change by more than half against the database. */
export async function bigChanges(
  tx: Tx,
  shows: readonly DesiredShow[],
  vouchers: readonly DesiredVoucher[],
): Promise<BigChange[]> {
  const categories = await tx.query<{ id: string; price: number; places: number }>(
    `select c.id, c.price, (select count(*) from seats s where s.category_id = c.id)::int as places
     from categories c where c.event_id = any($1::text[])`,
    [shows.map(({ event }) => event.id)],
  );
  const parts = await tx.query<DesiredVoucher['row']>(
    `select code_key, kind, value, max_uses, per_person, max_discount, min_purchase
     from vouchers where series_id = $1 and code_key = any($2::text[])`,
    [shows[0]?.event.series_id, vouchers.map(({ row }) => row.code_key)],
  );
  const before = new Map<string, number>();
  for (const { id, price, places } of categories) {
    before.set(`${id} ${words.price}`, price).set(`${id} ${words.places}`, places);
  }
  for (const row of parts) {
    for (const { what, value } of partsOf('', row)) before.set(`${row.code_key} ${what}`, value);
  }
  const wanted = [
    ...shows.flatMap((show) =>
      show.categories.flatMap((category) =>
        valuesOf(category, show).map((value) => ({ id: category.id, ...value })),
      ),
    ),
    ...vouchers.flatMap(({ code, row }) =>
      partsOf(code, row).map((value) => ({ id: row.code_key, ...value })),
    ),
  ];
  const changes = wanted.flatMap(({ id, ...now }) => {
    const former = before.get(`${id} ${now.what}`);
    if (former === undefined || Math.abs(now.value - former) * 2 <= former) return [];
    const line = `${now.name}: ${now.what} ${printed({ ...now, value: former })} → ${printed(now)}`;
    return [{ name: now.name, line }];
  });
  return [...new Map(changes.map((change) => [change.line, change])).values()];
}
