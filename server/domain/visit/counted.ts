import type { Config } from '../../config.ts';
import type { ShareSubject } from './share-subject.ts';

export type WithConfig = {
  readonly config: Pick<Config, 'rateLimits' | 'maxTicketsPerPerson' | 'freeUnpaidHolds'>;
};

/** The buyer in a sale: an account, which stands for its person, and its other subjects. */
export interface Sharer {
  readonly accountId: string;
  readonly subjects?: readonly ShareSubject[] | undefined;
}

/** A subject as it is counted for one event. */
export type Counted = {
  readonly kind: ShareSubject['kind'] | 'person' | 'phone';
  /** Empty for the phone number of an account that has none. */
  readonly key: string;
  /** The most tickets, bought and held; null for no limit. */
  readonly tickets: number | null;
  /** Unpaid holds before the first pause; null for no pause. */
  readonly free: number | null;
};

/**
 * The subjects of the accounts $1 at the event with the slug $2, as SQL with `countedParameters`: the person with the limits of the event, then the
 * others, always in the same order, to avoid deadlocks. `of_series` counts the tickets of all shows of the series, `scope` names the show or the series.
 */
export const countedSql = `
  select a.id as account_id, c.nr, c.kind, c.of_series, c.scope, c.key, c.tickets, c.free from accounts a join events e on e.slug = $2 cross join lateral (values
    (1, 'person', false, e.id, a.person, coalesce(e.max_tickets_per_person, $3::int),
      case when $4::int is not null then coalesce(e.free_unpaid_holds, $4::int) end),
    -- The lock of a single show is another one than that of its series, which has the same id.
    (2, 'person', true, 'series ' || e.series_id, a.person, e.limit_per_account, null),
    (3, 'phone', true, 'series ' || e.series_id, a.phone_number, e.limit_per_phone, null)
  ) c (nr, kind, of_series, scope, key, tickets, free) where a.id = any($1::uuid[])
  union all
  select o.account_id, 3 + o.nr, o.kind, false, e.id, o.key, o.tickets, o.free
  from events e, rows from (jsonb_to_recordset($5::jsonb) as (account_id uuid, kind text, key text, tickets int, free int))
    with ordinality o (account_id, kind, key, tickets, free, nr)
  where e.slug = $2`;

/** The parameters of `countedSql`. Without rate limits there is no pause, and neither device nor network counts. */
export function countedParameters(
  { config }: WithConfig,
  sharers: readonly Sharer[],
  slug: string,
): unknown[] {
  const others = (sharer: Sharer) =>
    [...(sharer.subjects ?? [])]
      .sort((a, b) => (a.kind < b.kind ? -1 : 1))
      .map(({ kind, key, tickets, freeUnpaidHolds: free }) => ({
        account_id: sharer.accountId,
        kind,
        key,
        tickets,
        free,
      }));
  return [
    sharers.map(({ accountId }) => accountId),
    slug,
    config.maxTicketsPerPerson,
    config.rateLimits ? config.freeUnpaidHolds : null,
    JSON.stringify(config.rateLimits ? sharers.flatMap(others) : []),
  ];
}
