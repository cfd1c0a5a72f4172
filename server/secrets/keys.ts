import { randomBytes } from 'node:crypto';
import type { Config } from '../config.ts';
import type { Db, Queryable } from '../db/db.ts';
import { memorySecrets, type SecretStore, type Secrets } from './secret-store.ts';
import { newTicketKey, publicPartOf } from './ticket-key.ts';

/** Fact that lists the public parts of every ticket key this installation made and did not take out, with commas between them. */
export const ownPublicName = 'key.ticket.public';

/** Facts in which releases before kept the secrets, in the database that they protect. */
const formerFacts = { otp: 'key.otp', webhook: 'key.webhook', ticket: 'key.ticket' } as const;

/** Secrets of this installation: from the settings, else made at the first start and kept in a file of the data folder. */
export interface Keys {
  /** Key of the HMAC over one-time codes. */
  readonly otp: string;
  /** Key of the HMAC over gateway notifications. */
  readonly webhook: string;
  /** Key of the HMAC over what a browser is given to be known by. */
  readonly device: string;
  /** Ed25519 key that signs ticket codes, PEM. */
  readonly ticketPrivate: string;
  /** Its public part: 32 raw bytes, base64url. */
  readonly ticketPublic: string;
  /** Public keys of the settings that prove tickets beside it. */
  readonly ticketTrusted: readonly string[];
  /** The settings hold the signing key; false where this installation made it. */
  readonly isTicketKeyGiven: boolean;
  /** Where those stand that this installation made. */
  readonly store: SecretStore;
}

const makers: { readonly [Name in keyof Secrets]-?: () => string } = {
  otp: randomSecret,
  webhook: randomSecret,
  device: randomSecret,
  ticket: newTicketKey,
};
const names = Object.keys(makers) as (keyof Secrets)[];

/**
 * The secrets given in the settings, else those of the store, which gets what it lacks. What a release before left in the database moves
 * to a store that lasts, and out of the database. Throws StartError where the store cannot be used.
 */
export async function loadKeys(
  db: Db,
  given: Config['keys'],
  store: SecretStore = memorySecrets(),
): Promise<Keys> {
  const set = { ...given, ticket: given.ticketPrivate };
  const former = await formerSecrets(db);
  const kept = store.read();
  const lacking = names.filter((name) => set[name] === null && kept[name] === undefined);
  const made = Object.fromEntries(lacking.map((name) => [name, former[name] ?? makers[name]()]));
  const all = lacking.length === 0 ? kept : store.add(made);
  const secretOf = (name: keyof Secrets) => {
    const value = set[name] ?? all[name];
    if (value === undefined) throw new Error(`The secret ${name} was not kept.`);
    return value;
  };
  const ticketPrivate = secretOf('ticket');
  const ticketPublic = publicPartOf(ticketPrivate);
  if (former.ticket !== undefined) await listFormerKey(db, publicPartOf(former.ticket));
  if (set.ticket === null) await listOwnKey(db, ticketPublic);
  if (store.isLasting && Object.keys(former).length > 0) await clearFormer(db);
  return {
    otp: secretOf('otp'),
    webhook: secretOf('webhook'),
    device: secretOf('device'),
    ticketPrivate,
    ticketPublic,
    ticketTrusted: given.ticketTrusted,
    isTicketKeyGiven: set.ticket !== null,
    store,
  };
}

async function formerSecrets(db: Db): Promise<Secrets> {
  const rows = await db.query<{ name: string; value: string }>(
    'select name, value from server_facts where name = any($1::text[])',
    [Object.values(formerFacts)],
  );
  const values = new Map(rows.map(({ name, value }) => [name, value]));
  return Object.fromEntries(
    Object.entries(formerFacts).flatMap(([name, fact]) => {
      const value = values.get(fact);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

async function clearFormer(db: Db): Promise<void> {
  await db.query('delete from server_facts where name = any($1::text[])', [
    Object.values(formerFacts),
  ]);
}

/** A key of a release before goes on proving tickets; where there is a list it stood in it, or was taken out. */
async function listFormerKey(db: Db, publicKey: string): Promise<void> {
  await db.query('insert into server_facts (name, value) values ($1, $2) on conflict do nothing', [
    ownPublicName,
    publicKey,
  ]);
}

/** A key that signs here goes on proving its tickets, also once another follows it. */
async function listOwnKey(db: Db, publicKey: string): Promise<void> {
  await db.tx(async (tx) => {
    await tx.query(
      `insert into server_facts (name, value) values ($1, '') on conflict do nothing`,
      [ownPublicName],
    );
    const own = await ownKeys(tx, true);
    if (!own.includes(publicKey)) await keepOwnKeys(tx, [...own, publicKey]);
  });
}

/** The public parts of the keys this installation made; with `lock` their row is held until the transaction ends. */
export async function ownKeys(q: Queryable, lock = false): Promise<readonly string[]> {
  const [row] = await q.query<{ value: string }>(
    `select value from server_facts where name = $1${lock ? ' for update' : ''}`,
    [ownPublicName],
  );
  return row?.value.split(',').filter((raw) => raw !== '') ?? [];
}

/** Writes that list. */
export async function keepOwnKeys(tx: Queryable, own: readonly string[]): Promise<void> {
  await tx.query('update server_facts set value = $2 where name = $1', [
    ownPublicName,
    own.join(','),
  ]);
}

function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}
