import type { Config } from '../../config.ts';
import type { Queryable } from '../../db/db.ts';
import type { ShareSubject } from './share-subject.ts';

type WithConfig = {
  readonly config: Pick<Config, 'rateLimits' | 'maxTicketsPerPerson' | 'freeUnpaidHolds'>;
};

/** The participant of a sale: an account, which stands for its person, and its other subjects. */
export interface Sharer {
  readonly accountId: string;
  readonly subjects?: readonly ShareSubject[] | undefined;
}

/** A subject as it is counted for one event. */
export type Counted = Omit<ShareSubject, 'kind'> & {
  readonly kind: ShareSubject['kind'] | 'person' | 'phone';
  /** Whether the tickets of this show count, or those of all shows of the series. */
  readonly of: 'show' | 'series';
  /** Id of the show or of the series: with the kind and the key it names the lock. */
  readonly scope: string;
};

/** The subjects of one person, as `subjectsOfAll`. */
export async function subjectsOf(
  q: Queryable,
  services: WithConfig,
  sharer: Sharer,
  eventId: string,
): Promise<readonly Counted[]> {
  const [own = []] = await subjectsOfAll(q, services, [sharer], eventId);
  return own;
}

/** The person of each account with the limits of the event, then the other subjects: always in the same order, to avoid deadlocks. */
export async function subjectsOfAll(
  q: Queryable,
  { config }: WithConfig,
  sharers: readonly Sharer[],
  eventId: string,
): Promise<(readonly Counted[])[]> {
  const rows = await q.query<PersonRow>(
    `select a.id, a.person, a.phone_number, e.series_id, e.max_tickets_per_person, e.limit_per_account, e.limit_per_phone, e.free_unpaid_holds
     from accounts a, events e where a.id = any($1::uuid[]) and e.id = $2`,
    [sharers.map(({ accountId }) => accountId), eventId],
  );
  const byAccount = new Map(rows.map((row) => [row.id, row]));
  return sharers.map((sharer) => {
    const row = byAccount.get(sharer.accountId);
    return row === undefined ? [] : countedOf(row, config, sharer, eventId);
  });
}

type PersonRow = {
  id: string;
  person: string;
  phone_number: string;
  series_id: string;
  max_tickets_per_person: number | null;
  limit_per_account: number | null;
  limit_per_phone: number | null;
  free_unpaid_holds: number | null;
};

function countedOf(
  row: PersonRow,
  config: WithConfig['config'],
  sharer: Sharer,
  eventId: string,
): readonly Counted[] {
  const pauses = config.rateLimits;
  const person: Counted = {
    kind: 'person',
    of: 'show',
    scope: eventId,
    key: row.person,
    tickets: row.max_tickets_per_person ?? config.maxTicketsPerPerson,
    freeUnpaidHolds: pauses ? (row.free_unpaid_holds ?? config.freeUnpaidHolds) : null,
  };
  // The lock of a single show is another one than that of its series, which has the same id.
  const series = `series ${row.series_id}`;
  const account: Counted = {
    kind: 'person',
    of: 'series',
    scope: series,
    key: row.person,
    tickets: row.limit_per_account,
    freeUnpaidHolds: null,
  };
  const phone: Counted = {
    kind: 'phone',
    of: 'series',
    scope: series,
    freeUnpaidHolds: null,
    key: row.phone_number,
    tickets: row.limit_per_phone,
  };
  const others = [...(sharer.subjects ?? [])]
    .sort((a, b) => (a.kind < b.kind ? -1 : 1))
    .map((subject) => ({ ...subject, of: 'show', scope: eventId }) as const);
  return [person, account, phone, ...(pauses ? others : [])];
}
