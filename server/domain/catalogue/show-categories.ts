import type { ShowCategory } from '../../../contract/catalogue.ts';
import { localIso, type TimeZone } from '../../../contract/place/time-zone.ts';
import type { PriceRule } from '../../../contract/price/price-rules.ts';
import { ticketPrice } from '../../../contract/price/pricing.ts';
import type { Clock } from '../../clock.ts';
import type { Queryable } from '../../db/db.ts';
import { judgedAt } from './sale.ts';
import { fewSeats, stockOf } from './shows.ts';

interface CategoryRow extends Record<string, unknown> {
  event_id: string;
  time_zone: TimeZone;
  price_rules: PriceRule[];
  name: string;
  price: number;
  regular_price: number;
  early: { name: string; until: string } | null;
  includes: string[] | null;
  /** One more than few at most. */
  free: number;
  is_held: boolean;
}

const seatsOf = (status: 'available' | 'held') =>
  `from seats s where s.event_id = c.event_id and s.category_id = c.id and s.status = '${status}'`;

/** The categories of a series by the id of their show, in the order of the folder (§2.141). Looks at a few seats of each. */
export async function readShowCategories(
  q: Queryable,
  clock: Clock,
  seriesId: string,
): Promise<ReadonlyMap<string, readonly ShowCategory[]>> {
  const rows = await q.query<CategoryRow>(
    `select c.event_id, e.time_zone, e.price_rules, c.name, price_at(c.price, c.early_prices, ${judgedAt(clock)}) as price,
       c.price as regular_price, early_price_at(c.early_prices, ${judgedAt(clock)}) as early, c.includes,
       (select count(*)::int from (select 1 ${seatsOf('available')} limit ${fewSeats + 1}) few) as free, exists (select 1 ${seatsOf('held')}) as is_held
     from events e join categories c on c.event_id = e.id
     where e.series_id = $1 order by c.position, c.id`,
    [seriesId],
  );
  const byShow = new Map<string, ShowCategory[]>();
  for (const row of rows) {
    const { name, early, includes, free, is_held, price_rules } = row;
    const category: ShowCategory = {
      name,
      price: ticketPrice(row.price, price_rules),
      ...(early !== null && {
        early_price: {
          name: early.name,
          until: localIso(new Date(early.until), row.time_zone),
          regular_price: ticketPrice(row.regular_price, price_rules),
        },
      }),
      ...(includes !== null && { includes }),
      ...stockOf(free, free > 0 || is_held),
    };
    const own = byShow.get(row.event_id);
    if (own === undefined) byShow.set(row.event_id, [category]);
    else own.push(category);
  }
  return byShow;
}
