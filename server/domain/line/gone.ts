import type { Queryable } from '../../db/db.ts';

/** Numbers that one count covers: near the front the narrow one, further back the wide one. */
export const narrow = 100;
export const wide = 10_000;

/** A number that waits no longer. */
export interface GoneNumber {
  readonly event_id: string;
  readonly ticket: number | null;
}

/** Records numbers that were given up before their turn, each once. In the transaction that ends their waiting. */
export async function recordGone(tx: Queryable, numbers: readonly GoneNumber[]): Promise<void> {
  const given = numbers.filter(({ ticket }) => ticket !== null);
  if (given.length === 0) return;
  // The counts are written in one order, so that two transactions never wait for each other.
  await tx.query(
    `with gone as (
       insert into queue_gone (event_id, ticket)
       select t.event_id, t.ticket from unnest($1::text[], $2::bigint[]) t (event_id, ticket)
       join queue_rooms r on r.event_id = t.event_id where t.ticket > r.serving
       on conflict do nothing returning event_id, ticket),
     counted as (
       insert into queue_gone_counts as c (event_id, width, stretch, gone)
       select event_id, w.width, (ticket - 1) / w.width, count(*)
       from gone cross join (values (${narrow}), (${wide})) w (width)
       group by 1, 2, 3 order by 1, 2, 3
       on conflict (event_id, width, stretch) do update set gone = c.gone + excluded.gone)
     select count(*) from gone`,
    [given.map((one) => one.event_id), given.map(({ ticket }) => ticket)],
  );
}

/** Deletes what was recorded of numbers up to `serving`, whose turn has come. Counts that another transaction writes to stay for the next time. */
export async function forgetServed(tx: Queryable, eventId: string, serving: number): Promise<void> {
  await tx.query('delete from queue_gone where event_id = $1 and ticket <= $2', [eventId, serving]);
  await tx.query(
    `delete from queue_gone_counts c using (
       select event_id, width, stretch from queue_gone_counts
       where event_id = $1 and (width = ${narrow} and stretch < $2 / ${narrow} or width = ${wide} and stretch < $2 / ${wide})
       order by event_id, width, stretch for update skip locked) served
     where c.event_id = served.event_id and c.width = served.width and c.stretch = served.stretch`,
    [eventId, serving],
  );
}

/** What is recorded of the numbers after `serving`, a bounded number of values however many were given up. */
export type GoneRow = {
  readonly serving: number;
  /** The newest number that was given. */
  readonly issued: number;
  /** Each number that was given up, near the front. */
  readonly near: readonly number[];
  /** Pairs of a stretch and its count, behind the numbers of `near`. */
  readonly narrow_counts: readonly (readonly [number, number])[];
  readonly wide_counts: readonly (readonly [number, number])[];
};

/** The last number of `near`, and that of `narrow_counts`, as SQL over the row `r` of queue_rooms. */
const nearEnd = `((r.serving + ${2 * narrow - 1}) / ${narrow} * ${narrow})`;
const narrowEnd = `((r.serving + ${2 * wide - 1}) / ${wide} * ${wide})`;

const countsSql = (width: number, from: string, to: string) =>
  `coalesce((select json_agg(json_build_array(c.stretch, c.gone) order by c.stretch) from queue_gone_counts c
    where c.event_id = r.event_id and c.width = ${width} and c.stretch >= ${from} / ${width} and c.stretch < ${to} / ${width}), '[]')`;

/** Columns of `GoneRow` from `queue_rooms r`. */
export const goneColumns = `r.serving, r.next_ticket - 1 as issued,
  coalesce((select json_agg(g.ticket order by g.ticket) from queue_gone g
    where g.event_id = r.event_id and g.ticket > r.serving and g.ticket <= ${nearEnd}), '[]') as near,
  ${countsSql(narrow, nearEnd, narrowEnd)} as narrow_counts,
  ${countsSql(wide, narrowEnd, `(r.next_ticket + ${wide})`)} as wide_counts`;

/** Numbers ahead for which each number, each ten numbers, … have a pair. */
const steps = [
  [20, 1],
  [100, 10],
  [1_000, 100],
  [10_000, 1_000],
  [100_000, 10_000],
  [Number.POSITIVE_INFINITY, 100_000],
] as const;

/** The pairs of the line's document: numbers in ascending order, and how many after `serving` were given up until then. */
export function gonePairs({
  serving,
  issued,
  near,
  narrow_counts: narrowCounts,
  wide_counts: wideCounts,
}: GoneRow): [number, number][] {
  const counts: (readonly [number, number])[] = [
    ...near.map((ticket) => [ticket, 1] as const),
    ...narrowCounts.map(([stretch, gone]) => [(stretch + 1) * narrow, gone] as const),
    ...wideCounts.map(([stretch, gone]) => [(stretch + 1) * wide, gone] as const),
  ];
  const pairs: [number, number][] = [];
  let index = 0;
  let total = 0;
  for (const end of pairEnds(serving, issued)) {
    for (let next = counts[index]; next !== undefined && next[0] <= end; next = counts[index]) {
      total += next[1];
      index += 1;
    }
    // Without a change since the pair before last, the last one adds nothing.
    const [before, last] = pairs.slice(-2);
    if (last?.[1] === total && (before?.[1] ?? 0) === total) pairs.pop();
    pairs.push([end, total]);
  }
  return total === 0 ? [] : pairs;
}

function* pairEnds(serving: number, issued: number): Generator<number> {
  let end = serving;
  for (const [ahead, step] of steps) {
    while (end < serving + ahead && end < issued) {
      end = (Math.floor(end / step) + 1) * step;
      yield end;
    }
  }
}
