import { calls } from '../../../contract/call/calls.ts';
import type { Clock } from '../../clock.ts';
import type { Queryable, Tx } from '../../db/db.ts';
import type { Refusal } from '../../http/refusal.ts';
import { refuseFor } from '../../http/refuse.ts';
import { judgedAt } from '../catalogue/sale.ts';
import {
  type Choice,
  type Claim,
  ofBuyerSql,
  type PricedSeat,
  pricedColumns,
  type Quantity,
} from './choice.ts';

const refuse = refuseFor(calls.createDraft, calls.orderPreview);

/**
 * The refusal of standing places: `meta.quantities` says how many are left of each category that has too few, `meta.mine` names the seats that
 * the caller holds, `meta.mine_quantities` its standing places.
 */
export function placesTaken(left: readonly PlacesLeft[], mine: Required<Choice>): Refusal {
  return refuse('placesTaken', {
    meta: { quantities: left, mine: mine.seats, mine_quantities: mine.quantities },
  });
}

/** The places left of a category; `name` is empty for one that does not exist. */
export interface PlacesLeft {
  readonly category: string;
  readonly name: string;
  readonly left: number;
}

/** Thrown where enough places are free for everybody who committed, but claims that are not decided yet hold them: a later try may succeed. */
export class PlacesUndecided extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super('undecided');
    this.refusal = refusal;
  }
}

/**
 * Locks free standing places for what the live order of the buyer lacks of the wanted quantities, in the order of their ids and past those that other
 * claims hold: claims never wait for each other. Fewer where fewer are free.
 */
export async function lockPlaces(
  tx: Tx,
  { accountId, slug, clock }: Claim,
  quantities: readonly Quantity[] = [],
): Promise<PricedSeat[]> {
  const found = await Promise.all(
    quantities.map(({ category, count }) =>
      tx.query<PricedSeat>(
        `select ${pricedColumns(clock)} from seats t join categories c on c.id = t.category_id
         where ${ofBuyerSql} and t.category_id = $3 and t.is_standing and t.status = 'available'
         order by t.id limit greatest(0, $4::bigint - (
           select count(*) from purchase_sessions s join orders o on o.session_id = s.id
             join order_seats i on i.order_id = o.id join seats h on h.id = i.seat_id
           where s.account_id = $2 and s.state = 'online' and o.status in ('draft', 'pending')
             and h.is_standing and h.category_id = $3))
         for update of t skip locked`,
        [slug, accountId, category, count],
      ),
    ),
  );
  return found.flat();
}

/** Throws the 409 of `placesTaken`, or PlacesUndecided, if standing places are missing. */
export async function refuseMissingPlaces(
  tx: Tx,
  eventId: string,
  wanted: readonly Quantity[],
  found: readonly PricedSeat[],
  mine: Required<Choice>,
): Promise<void> {
  for (const { category, count } of wanted) {
    const places = found.filter((place) => place.is_standing && place.category_id === category);
    if (places.length >= count) continue;
    const left = await placesLeft(tx, eventId, category);
    const refusal = placesTaken([left], mine);
    throw left.left < count ? refusal : new PlacesUndecided(refusal);
  }
}

async function placesLeft(q: Queryable, eventId: string, category: string): Promise<PlacesLeft> {
  const [row] = await q.query<{ name: string; left: number }>(
    `select c.name, (select count(*)::int from seats t
       where t.category_id = c.id and t.is_standing and t.status = 'available') as left
     from categories c where c.event_id = $1 and c.id = $2`,
    [eventId, category],
  );
  return { category, name: row?.name ?? '', left: row?.left ?? 0 };
}

/** Standing places with today's prices, held or free. Throws the 409 of `placesTaken` for a category that does not exist or has seats. */
export async function readPricedPlaces(
  q: Queryable,
  clock: Pick<Clock, 'offsetSeconds'>,
  eventId: string,
  quantities: readonly Quantity[] = [],
): Promise<PricedSeat[]> {
  if (quantities.length === 0) return [];
  const rows = await q.query<{ id: string; name: string; position: number; price: number }>(
    `select id, name, position, price_at(price, early_prices, ${judgedAt(clock)}) as price from categories
     where event_id = $1 and id = any($2::text[]) and kind = 'standing' order by position`,
    [eventId, quantities.map(({ category }) => category)],
  );
  const counts = new Map(quantities.map(({ category, count }) => [category, count]));
  const unknown = quantities.filter(({ category }) => !rows.some(({ id }) => id === category));
  if (unknown.length > 0) {
    const left = unknown.map(({ category }) => ({ category, name: '', left: 0 }));
    throw placesTaken(left, { seats: [], quantities: [] });
  }
  return rows.flatMap(({ id, name, position, price }) =>
    Array.from({ length: counts.get(id) ?? 0 }, () => ({
      id: 0,
      seat_number: '',
      row_label: '',
      column_number: 0,
      category_id: id,
      category_name: name,
      category_position: position,
      price,
      is_standing: true,
    })),
  );
}

/**
 * For the standing places of a late payment: other free places of their categories, locked, for those that are taken now. Empty where none is,
 * null where a category has too few left.
 */
export async function replacePlaces(
  tx: Tx,
  missing: readonly { readonly seat_id: number; readonly standing_in: string | null }[],
): Promise<ReadonlyMap<number, number> | null> {
  const swap = new Map<number, number>();
  for (const category of new Set(missing.flatMap(({ standing_in }) => standing_in ?? []))) {
    const own = missing.filter((place) => place.standing_in === category);
    const ids = own.map(({ seat_id }) => seat_id);
    const found = await tx.query<{ id: number }>(
      `select id from seats where category_id = $1 and is_standing and status = 'available'
       order by id = any($2::bigint[]) desc, id limit $3 for update skip locked`,
      [category, ids, ids.length],
    );
    if (found.length < ids.length) return null;
    const free = new Set(found.map(({ id }) => id));
    const others = found.filter(({ id }) => !ids.includes(id));
    for (const [at, id] of ids.filter((place) => !free.has(place)).entries()) {
      const other = others[at];
      if (other !== undefined) swap.set(id, other.id);
    }
  }
  return swap;
}
