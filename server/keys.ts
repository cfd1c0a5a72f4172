import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Config } from './config.ts';
import type { Db } from './db/db.ts';

/** Secrets of this installation: from the environment or made at first start and kept in `server_facts`. */
export interface Keys {
  /** Key of the HMAC over one-time codes. */
  readonly otp: string;
  /** Key of the HMAC over gateway notifications. */
  readonly webhook: string;
  /** Ed25519 pair that signs ticket codes, PEM. */
  readonly ticketPrivate: string;
  readonly ticketPublic: string;
}

/**
 * The secrets given in the settings, else those this installation made at its first start. Several processes over one database
 * end up with the same ones.
 */
export async function loadKeys(db: Db, given: Config['keys']): Promise<Keys> {
  const otp = given.otp ?? (await keptFact(db, 'key.otp', randomSecret));
  const webhook = given.webhook ?? (await keptFact(db, 'key.webhook', randomSecret));
  const ticketPrivate = given.ticketPrivate ?? (await keptFact(db, 'key.ticket', newTicketKey));
  const ticketPublic = createPublicKey(createPrivateKey(ticketPrivate))
    .export({ type: 'spki', format: 'pem' })
    .toString();
  return { otp, webhook, ticketPrivate, ticketPublic };
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

function newTicketKey(): string {
  return generateKeyPairSync('ed25519')
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();
}
