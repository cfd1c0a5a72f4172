import type { Db } from '../../db/db.ts';

/** How many seats of `events e` are free, or free or held, as SQL: a read of the catalogue must not go through the seats of every event. */
export const seatsSql = (what: 'available' | 'available + n.held') =>
  `(select coalesce(sum(n.${what}), 0) from seat_counts n where n.event_id = e.id)`;

/** Folds the rows of each event into one. Rows that are locked, by another process that folds them, are left out: the sum stays. */
export async function foldSeatCounts(db: Pick<Db, 'query'>): Promise<void> {
  await db.query(
    `with folded as (delete from seat_counts where ctid = any(array(
       select c.ctid from seat_counts c
       where c.event_id in (select event_id from seat_counts group by event_id having count(*) > 1)
       for update skip locked)) returning event_id, available, held)
     insert into seat_counts (event_id, available, held)
     select event_id, sum(available), sum(held) from folded group by event_id having sum(available) <> 0 or sum(held) <> 0`,
  );
}
