import type { GateKey } from '../../../contract/gate.ts';
import type { Db, Queryable, Tx } from '../../db/db.ts';
import { Refusal } from '../../http/refusal.ts';
import { type Keys, ownKeys, saveOwnKeys } from '../../secrets/keys.ts';
import { newTicketKey, publicPartOf, ticketKeyId } from '../../secrets/ticket-key.ts';
import { audit } from '../audit.ts';
import { reSignTickets } from './ticket-resign.ts';

/**
 * Returns every public key that verifies tickets, raw, signing key first. Reads the database each time: gates must know a key that another
 * process generated before it signs.
 */
export async function verifyingKeys(q: Queryable, keys: Keys): Promise<readonly string[]> {
  return [...new Set([keys.ticketPublic, ...keys.ticketTrusted, ...(await ownKeys(q))])];
}

/** Returns a key as the gates receive it. */
export function gateKeyOf(publicKey: string): GateKey {
  return { id: ticketKeyId(publicKey), algorithm: 'Ed25519', public_key: publicKey };
}

/**
 * Generates the key that this installation signs with after its next start; the current one continues to verify tickets. Throws Refusal 409
 * if the settings contain the key.
 */
export async function generateNextTicketKey(db: Db, keys: Keys, now: Date): Promise<GateKey> {
  if (keys.isTicketKeyGiven) throw new Refusal(409, inSettings);
  const privatePem = newTicketKey();
  const key = gateKeyOf(publicPartOf(privatePem));
  // Listed first: tickets signed with a key that the gates do not know would be refused.
  await db.tx(async (tx) => {
    await saveOwnKeys(tx, [...(await ownKeys(tx, true)), key.public_key]);
    await audit(tx, {
      at: now,
      accountId: null,
      action: 'ticket-key.made',
      object: keyObject(key),
    });
  });
  keys.store.replaceTicket(privatePem);
  return key;
}

/** A removed key. */
export interface DroppedKey {
  readonly key: GateKey;
  /** Number of its tickets that were signed again. */
  readonly reSignedTickets: number;
}

/**
 * Removes a key, so that the codes it signed are no longer valid. Signs its valid tickets again first, so that their pages show valid
 * codes. Throws Refusal 404 for a key not generated here, 409 for the current or next signing key.
 */
export async function dropTicketKey(
  db: Db,
  keys: Keys,
  id: string,
  now: Date,
): Promise<DroppedKey> {
  const former = await db.tx(async (tx) => lockRemovableKey(tx, keys, id));
  const reSignedTickets = await reSignTickets(db, keys, former);
  return db.tx(async (tx) => {
    const dropped = await lockRemovableKey(tx, keys, id);
    const key = gateKeyOf(dropped);
    const own = await ownKeys(tx);
    await saveOwnKeys(
      tx,
      own.filter((raw) => raw !== dropped),
    );
    await audit(tx, {
      at: now,
      accountId: null,
      action: 'ticket-key.dropped',
      object: keyObject(key),
    });
    return { key, reSignedTickets };
  });
}

/** Returns the key of this id, locked until the transaction ends. Throws if it must not be removed. */
async function lockRemovableKey(tx: Tx, keys: Keys, id: string): Promise<string> {
  const own = await ownKeys(tx, true);
  const { ticket } = keys.store.read();
  const next = keys.isTicketKeyGiven || ticket === undefined ? [] : [publicPartOf(ticket)];
  const signing = [keys.ticketPublic, ...next];
  if (signing.map(ticketKeyId).includes(id)) throw new Refusal(409, stillSigns);
  const found = own.find((raw) => ticketKeyId(raw) === id);
  if (found === undefined) throw new Refusal(404, notOurs);
  return found;
}

const inSettings =
  'TICKET_PRIVATE_KEY is set: the settings hold the key. Put the public part of the present one into TICKET_PUBLIC_KEYS, and a new one in its place.';
const stillSigns =
  'This key signs tickets. Have another follow it first (--new), and restart the server.';
const notOurs =
  'No key of this id was made here. One of TICKET_PUBLIC_KEYS is taken out in the settings.';

const keyObject = ({ id }: GateKey) => `key:${id}`;
