import { createHash } from 'node:crypto';
import { calls } from '../../../contract/call/calls.ts';
import { visibleText } from '../../../contract/texts/visible-text.ts';
import type { Queryable, Tx } from '../../db/db.ts';
import { refuseFor } from '../../http/refuse.ts';
import type { Limit } from '../../limits/budgets.ts';
import { keyedHash } from '../../secrets/secret-hash.ts';
import type { Services } from '../../services.ts';
import type { Actor } from './session-rows.ts';

const refuse = refuseFor(calls.joinQueue);

const quarter = 15 * 60;
const day = 24 * 60 * 60;
/** Wrong codes of a person, of a device that two people may share, and of a network in whose place a whole carrier may stand (§10.25). */
const wrongCodes = {
  person: [
    { calls: 10, seconds: quarter },
    { calls: 30, seconds: day },
  ],
  device: [
    { calls: 20, seconds: quarter },
    { calls: 60, seconds: day },
  ],
  network: [{ calls: 2_000, seconds: quarter }],
} as const;

/** A code as it counts: letters in any case, without spaces, hyphens and invisible characters. */
export function plainPresaleCode(code: string): string {
  return visibleText(code).replace(/[\s-]/g, '').toUpperCase();
}

/** Stands before a hash with a key; the hashes of former releases have none. */
export const keyedMark = 'k.';

/** The hash under which a code is stored and looked up. */
export function presaleCodeHash(key: string, eventId: string, code: string): string {
  return withKey(key, unkeyedHash(eventId, code));
}

/** The keyed form of a hash that a former release stored. */
export const withKey = (key: string, hash: string) => keyedMark + keyedHash(key, 'presale', hash);

const unkeyedHash = (eventId: string, code: string) =>
  hashOf('code', eventId, plainPresaleCode(code));

/** The hash under which an address of the list is stored and looked up. */
export function presaleEmailHash(eventId: string, email: string): string {
  return hashOf('e-mail', eventId, email.trim().toLowerCase());
}

// Looked up by the hash: no comparison takes longer for a code that is almost right.
function hashOf(kind: string, eventId: string, text: string): string {
  return createHash('sha256').update(`presale ${kind}\n${eventId}\n${text}`).digest('base64url');
}

/** How a buyer may join during a presale. */
export type PresaleGrant =
  | { readonly kind: 'listed' }
  | { readonly kind: 'code'; readonly codeHash: string };

type PresaleServices = Pick<Services, 'clock' | 'config' | 'keys' | 'limits'>;

/**
 * The right of an account to join an event in presale, by its address or by a code. Throws 409 without either, 422 for a wrong code, 429 after
 * too many of them. Whether the code has uses left is decided by `spendPresaleCode`.
 */
export async function presaleGrantOf(
  q: Queryable,
  services: PresaleServices,
  actor: Actor,
  eventId: string,
  code: string | null,
): Promise<PresaleGrant | null> {
  const [account] = await q.query<{ email: string; person: string }>(
    'select email, person from accounts where id = $1',
    [actor.accountId],
  );
  const listed = await q.query(
    'select 1 from presale_people where event_id = $1 and email_hash = $2',
    [eventId, presaleEmailHash(eventId, account?.email ?? '')],
  );
  if (listed.length > 0) return { kind: 'listed' };
  if (code === null || code.trim() === '') return null;
  const budgets = budgetsOf(services, actor, `${account?.person} ${eventId}`);
  await spendTry(services, budgets);
  const hashes = [presaleCodeHash(services.keys.staff, eventId, code), unkeyedHash(eventId, code)];
  const [known] = await q.query<{ code_hash: string }>(
    'select code_hash from presale_codes where event_id = $1 and code_hash = any($2::text[])',
    [eventId, hashes],
  );
  if (known === undefined) throw refuse('presaleCodeWrong', { field: 'presale_code' });
  giveTryBack(services, budgets);
  return { kind: 'code', codeHash: known.code_hash };
}

/** Counts the use of a code, in the transaction that gives the place. Throws 409 where no use is left. The room must be locked by the caller. */
export async function spendPresaleCode(
  tx: Tx,
  { accountId }: Pick<Actor, 'accountId'>,
  eventId: string,
  codeHash: string,
  now: Date,
): Promise<void> {
  const used = await tx.query(
    `insert into presale_uses as u (event_id, code_hash, account_id, used_at)
     select c.event_id, c.code_hash, $3, $4 from presale_codes c
     where c.event_id = $1 and c.code_hash = $2 and (c.max_people is null or c.max_people > (
       select count(*) from presale_uses o
       where o.event_id = $1 and o.code_hash = $2 and o.account_id <> $3))
     on conflict (event_id, code_hash, account_id) do update set times = u.times + 1, used_at = excluded.used_at
       where not exists (select 1 from presale_codes p
         where p.event_id = $1 and p.code_hash = $2 and p.per_person <= u.times)
     returning 1`,
    [eventId, codeHash, accountId, now],
  );
  if (used.length === 0) throw refuse('presaleCodeSpent');
}

/** The limits that a try counts against; those of the person hold with RATE_LIMITS=off, too. */
function budgetsOf({ config }: PresaleServices, actor: Actor, person: string): Budget[] {
  const { rateLimits, addressLimitFactor: factor } = config;
  const keyOf = (kind: string) =>
    rateLimits ? actor.subjects?.find((subject) => subject.kind === kind)?.key : undefined;
  const wide = wrongCodes.network.map(({ calls, seconds }) => ({ calls: calls * factor, seconds }));
  return [
    ['person', person, wrongCodes.person] as const,
    ['device', keyOf('device'), wrongCodes.device] as const,
    ['network', keyOf('network'), wide] as const,
  ].flatMap(([kind, key, limits]) =>
    key === undefined
      ? []
      : limits.map((limit) => ({ key: `presale ${kind} ${key} ${limit.seconds}`, limit })),
  );
}

type Budget = { readonly key: string; readonly limit: Limit };

async function spendTry({ clock, limits }: PresaleServices, budgets: readonly Budget[]) {
  for (const { key, limit } of budgets) {
    const wait = await limits.budgets.spend(key, limit, clock.now());
    if (wait > 0) throw refuse('presaleTriesSpent', { retryAfterSeconds: wait });
  }
}

function giveTryBack({ clock, limits }: PresaleServices, budgets: readonly Budget[]): void {
  for (const { key, limit } of budgets) limits.budgets.giveBack(key, limit, clock.now());
}

/** A presale code as the organiser gives it; null without a limit. */
export interface PresaleCode {
  readonly code: string;
  readonly maxPeople: number | null;
  readonly perPerson: number | null;
}

/** Writes the codes and addresses of a presale in place of those before; the uses of a code that stays are kept. */
export async function writePresale(
  tx: Tx,
  key: string,
  eventId: string,
  { codes, people }: { readonly codes: readonly PresaleCode[]; readonly people: readonly string[] },
): Promise<void> {
  const hashes = codes.map(({ code }) => presaleCodeHash(key, eventId, code));
  await tx.query('delete from presale_codes where event_id = $1 and code_hash <> all($2::text[])', [
    eventId,
    hashes,
  ]);
  await tx.query(
    `insert into presale_codes (event_id, code_hash, max_people, per_person)
     select $1, g.hash, g.people, g.each from unnest($2::text[], $3::int[], $4::int[]) g (hash, people, each)
     on conflict (event_id, code_hash) do update set max_people = excluded.max_people, per_person = excluded.per_person`,
    [
      eventId,
      hashes,
      codes.map(({ maxPeople }) => maxPeople),
      codes.map(({ perPerson }) => perPerson),
    ],
  );
  await tx.query('delete from presale_people where event_id = $1', [eventId]);
  await tx.query(
    'insert into presale_people (event_id, email_hash) select distinct $1, unnest($2::text[])',
    [eventId, people.map((email) => presaleEmailHash(eventId, email))],
  );
}

/** Removes an address from the lists of all presales; returns from how many. */
export async function removePresaleAddress(tx: Tx, email: string): Promise<number> {
  const events = await tx.query<{ event_id: string }>(
    'select distinct event_id from presale_people',
  );
  const rows = await tx.query(
    `delete from presale_people p using unnest($1::text[], $2::text[]) as k (event_id, email_hash)
     where p.event_id = k.event_id and p.email_hash = k.email_hash returning 1 as one`,
    [
      events.map(({ event_id }) => event_id),
      events.map(({ event_id }) => presaleEmailHash(event_id, email)),
    ],
  );
  return rows.length;
}
