import type { GateKey } from '../../../contract/gate.ts';
import type { Db, Queryable, Tx } from '../../db/db.ts';
import { Refusal } from '../../http/refusal.ts';
import { type Keys, keepOwnKeys, ownKeys } from '../../secrets/keys.ts';
import { newTicketKey, publicPartOf, ticketKeyId } from '../../secrets/ticket-key.ts';
import { audit } from '../audit.ts';
import { signAnew } from './ticket-resign.ts';

/**
 * Every public key that proves a ticket, raw, the one that signs first. Read each time: a key that was made or taken out by another
 * process counts at once, so a new one is known at the doors before anything is signed with it.
 */
export async function provingKeys(q: Queryable, keys: Keys): Promise<readonly string[]> {
  return [...new Set([keys.ticketPublic, ...keys.ticketTrusted, ...(await ownKeys(q))])];
}

/** A key as readers of tickets get it. */
export function gateKeyOf(publicKey: string): GateKey {
  return { id: ticketKeyId(publicKey), algorithm: 'Ed25519', public_key: publicKey };
}

/**
 * Makes the key that this installation signs with from its next start on, and answers it; the present one goes on proving tickets. Throws
 * Refusal 409 where the settings hold the key.
 */
export async function followTicketKey(db: Db, keys: Keys, now: Date): Promise<GateKey> {
  if (keys.isTicketKeyGiven) throw new Refusal(409, inSettings);
  const privatePem = newTicketKey();
  const key = gateKeyOf(publicPartOf(privatePem));
  // Listed first: a key that signs before it is known at the doors would turn guests away.
  await db.tx(async (tx) => {
    await keepOwnKeys(tx, [...(await ownKeys(tx, true)), key.public_key]);
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

/** A key that proves nothing any more. */
export interface DroppedKey {
  readonly key: GateKey;
  /** Tickets it had signed, which another proves now. */
  readonly signedAnew: number;
}

/**
 * Takes a key out: the codes it signed are proven by nothing any more. Its valid tickets are signed anew before that, so that their pages
 * show codes that hold. Throws Refusal 404 for a key that this installation did not make, 409 for one that signs, now or from the next
 * start on.
 */
export async function dropTicketKey(
  db: Db,
  keys: Keys,
  id: string,
  now: Date,
): Promise<DroppedKey> {
  const former = await db.tx(async (tx) => droppable(tx, keys, id));
  const signedAnew = await signAnew(db, keys, former);
  return db.tx(async (tx) => {
    const dropped = await droppable(tx, keys, id);
    const key = gateKeyOf(dropped);
    const own = await ownKeys(tx);
    await keepOwnKeys(
      tx,
      own.filter((raw) => raw !== dropped),
    );
    await audit(tx, {
      at: now,
      accountId: null,
      action: 'ticket-key.dropped',
      object: keyObject(key),
    });
    return { key, signedAnew };
  });
}

/** The key of this id, held until the transaction ends. Throws where it may not be taken out. */
async function droppable(tx: Tx, keys: Keys, id: string): Promise<string> {
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
