import { randomBytes } from 'node:crypto';
import type { Config } from '../config.ts';
import type { Db, Queryable } from '../db/db.ts';
import { memorySecrets, type SecretStore, type Secrets } from './secret-store.ts';
import { newTicketKey, publicPartOf } from './ticket-key.ts';

/** Name of the fact that lists the public parts of every active ticket key of this installation, separated by commas. */
export const ownPublicName = 'key.ticket.public';

/** Facts of earlier releases that stored the secrets in the database they protect. */
const formerFacts = { otp: 'key.otp', webhook: 'key.webhook', ticket: 'key.ticket' } as const;

/** Secrets of this installation, from the settings or generated at the first start and stored in a file of the data folder. */
export interface Keys {
  /** HMAC key of one-time codes. */
  readonly otp: string;
  /** HMAC key of gateway notifications. */
  readonly webhook: string;
  /** HMAC key of device cookies. */
  readonly device: string;
  /** Key that encrypts the authenticator secrets of staff. */
  readonly staff: string;
  /** Ed25519 private key that signs ticket codes, PEM. */
  readonly ticketPrivate: string;
  /** Public part of the signing key: 32 raw bytes, base64url. */
  readonly ticketPublic: string;
  /** Further public keys from the settings that verify tickets. */
  readonly ticketTrusted: readonly string[];
  /** True if the settings contain the signing key; false if this installation generated it. */
  readonly isTicketKeyGiven: boolean;
  /** The store of the generated secrets. */
  readonly store: SecretStore;
}

const generators: { readonly [Name in keyof Secrets]-?: () => string } = {
  otp: randomSecret,
  webhook: randomSecret,
  device: randomSecret,
  staff: randomSecret,
  ticket: newTicketKey,
};
const names = Object.keys(generators) as (keyof Secrets)[];

/**
 * Returns the configured secrets, else those of the store, and generates missing ones. Moves secrets of earlier releases from the database
 * to a persistent store. Throws StartError if the store cannot be used.
 */
export async function loadKeys(
  db: Db,
  given: Config['keys'],
  store: SecretStore = memorySecrets(),
): Promise<Keys> {
  const set = { ...given, ticket: given.ticketPrivate };
  const former = await formerSecrets(db);
  const stored = store.read();
  const missingNames = names.filter((name) => set[name] === null && stored[name] === undefined);
  const made = Object.fromEntries(
    missingNames.map((name) => [name, former[name] ?? generators[name]()]),
  );
  const all = missingNames.length === 0 ? stored : store.add(made);
  const secretOf = (name: keyof Secrets) => {
    const value = set[name] ?? all[name];
    if (value === undefined) throw new Error(`The secret ${name} was not stored.`);
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
    staff: secretOf('staff'),
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

/** Keeps a key of an earlier release valid, unless a key list exists: then the key is listed already or was removed. */
async function listFormerKey(db: Db, publicKey: string): Promise<void> {
  await db.query('insert into server_facts (name, value) values ($1, $2) on conflict do nothing', [
    ownPublicName,
    publicKey,
  ]);
}

/** Keeps the current signing key valid after a later key replaces it. */
async function listOwnKey(db: Db, publicKey: string): Promise<void> {
  await db.tx(async (tx) => {
    await tx.query(
      `insert into server_facts (name, value) values ($1, '') on conflict do nothing`,
      [ownPublicName],
    );
    const own = await ownKeys(tx, true);
    if (!own.includes(publicKey)) await saveOwnKeys(tx, [...own, publicKey]);
  });
}

/** Returns the public parts of the keys generated here; `lock` locks the row until the transaction ends. */
export async function ownKeys(q: Queryable, lock = false): Promise<readonly string[]> {
  const [row] = await q.query<{ value: string }>(
    `select value from server_facts where name = $1${lock ? ' for update' : ''}`,
    [ownPublicName],
  );
  return row?.value.split(',').filter((raw) => raw !== '') ?? [];
}

/** Stores that list. */
export async function saveOwnKeys(tx: Queryable, own: readonly string[]): Promise<void> {
  await tx.query('update server_facts set value = $2 where name = $1', [
    ownPublicName,
    own.join(','),
  ]);
}

function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}
