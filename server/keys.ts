import { randomBytes } from 'node:crypto';
import type { Config } from './config.ts';
import type { Db } from './db/db.ts';
import { newTicketKey, publicPartOf } from './ticket-key.ts';

/** Fact that holds the private key this installation made for its tickets. */
export const ticketKeyName = 'key.ticket';
/** Fact that lists the public parts of every key it made and did not take out, with commas between them. */
export const ownPublicName = 'key.ticket.public';

/** Secrets of this installation: from the environment or made at first start and kept in `server_facts`. */
export interface Keys {
  /** Key of the HMAC over one-time codes. */
  readonly otp: string;
  /** Key of the HMAC over gateway notifications. */
  readonly webhook: string;
  /** Ed25519 key that signs ticket codes, PEM. */
  readonly ticketPrivate: string;
  /** Its public part: 32 raw bytes, base64url. */
  readonly ticketPublic: string;
  /** Public keys of the settings that prove tickets beside it. */
  readonly ticketTrusted: readonly string[];
  /** The settings hold the signing key; false where this installation made it. */
  readonly isTicketKeyGiven: boolean;
}

/**
 * The secrets given in the settings, else those this installation made at its first start. Several processes over one database
 * end up with the same ones.
 */
export async function loadKeys(db: Db, given: Config['keys']): Promise<Keys> {
  const otp = given.otp ?? (await keptFact(db, 'key.otp', randomSecret));
  const webhook = given.webhook ?? (await keptFact(db, 'key.webhook', randomSecret));
  const ticketPrivate = given.ticketPrivate ?? (await keptFact(db, ticketKeyName, newTicketKey));
  await listOwnKey(db);
  return {
    otp,
    webhook,
    ticketPrivate,
    ticketPublic: publicPartOf(ticketPrivate),
    ticketTrusted: given.ticketTrusted,
    isTicketKeyGiven: given.ticketPrivate !== null,
  };
}

/** A key that was made here goes on proving tickets, also once the settings hold another. */
async function listOwnKey(db: Db): Promise<void> {
  const [own] = await db.query<{ value: string }>(
    'select value from server_facts where name = $1',
    [ticketKeyName],
  );
  if (own !== undefined) await keptFact(db, ownPublicName, () => publicPartOf(own.value));
}

async function keptFact(db: Db, name: string, make: () => string): Promise<string> {
  const read = () =>
    db.query<{ value: string }>('select value from server_facts where name = $1', [name]);
  const [kept] = await read();
  if (kept !== undefined) return kept.value;
  await db.query('insert into server_facts (name, value) values ($1, $2) on conflict do nothing', [
    name,
    make(),
  ]);
  const [made] = await read();
  if (made === undefined) throw new Error(`The server fact ${name} was not kept.`);
  return made.value;
}

function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}
