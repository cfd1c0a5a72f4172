import type { GateKey } from '../../contract/gate.ts';
import { audit } from '../audit.ts';
import type { Db, Queryable, Tx } from '../db/db.ts';
import { Refusal } from '../http/refusal.ts';
import { type Keys, ownPublicName, ticketKeyName } from '../keys.ts';
import { newTicketKey, publicPartOf, ticketKeyId } from '../ticket-key.ts';
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
  return db.tx(async (tx) => {
    const present = await lockOwnKey(tx);
    if (keys.isTicketKeyGiven || present === null) throw new Refusal(409, inSettings);
    const privatePem = newTicketKey();
    const key = gateKeyOf(publicPartOf(privatePem));
    await tx.query('update server_facts set value = $2 where name = $1', [
      ticketKeyName,
      privatePem,
    ]);
    await keepOwnKeys(tx, [...(await ownKeys(tx)), key.public_key]);
    await audit(tx, {
      at: now,
      accountId: null,
      action: 'ticket-key.made',
      object: keyObject(key),
    });
    return key;
  });
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
  const made = await lockOwnKey(tx);
  const next = keys.isTicketKeyGiven || made === null ? [] : [publicPartOf(made)];
  const signing = [keys.ticketPublic, ...next];
  if (signing.map(ticketKeyId).includes(id)) throw new Refusal(409, stillSigns);
  const found = (await ownKeys(tx)).find((raw) => ticketKeyId(raw) === id);
  if (found === undefined) throw new Refusal(404, notOurs);
  return found;
}

const inSettings =
  'TICKET_PRIVATE_KEY is set: the settings hold the key. Put the public part of the present one into TICKET_PUBLIC_KEYS, and a new one in its place.';
const stillSigns =
  'This key signs tickets. Have another follow it first (--new), and restart the server.';
const notOurs =
  'No key of this id was made here. One of TICKET_PUBLIC_KEYS is taken out in the settings.';

/** The private key that this installation made last, its row held until the transaction ends; null where it never made one. */
async function lockOwnKey(tx: Tx): Promise<string | null> {
  const [row] = await tx.query<{ value: string }>(
    'select value from server_facts where name = $1 for update',
    [ticketKeyName],
  );
  return row?.value ?? null;
}

async function ownKeys(q: Queryable): Promise<readonly string[]> {
  const [row] = await q.query<{ value: string }>('select value from server_facts where name = $1', [
    ownPublicName,
  ]);
  return row?.value.split(',').filter((raw) => raw !== '') ?? [];
}

async function keepOwnKeys(tx: Tx, own: readonly string[]): Promise<void> {
  await tx.query('update server_facts set value = $2 where name = $1', [
    ownPublicName,
    own.join(','),
  ]);
}

const keyObject = ({ id }: GateKey) => `key:${id}`;
