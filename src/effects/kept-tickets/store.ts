import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { ticketsDatabase } from '../../../contract/stored/kept-tickets.ts';
import { ticketsOfKey } from '../../../contract/stored/stored-key.ts';
import type { BrowserStore } from '../storage/storage.ts';

/** One stored response of the server. */
export interface Kept {
  /** `orders`, `event/{slug}` or `ticket/{id}`. */
  readonly name: string;
  readonly owner: string;
  /** The response as received; the reader checks its shape. */
  readonly value: unknown;
  /** Epoch milliseconds. */
  readonly keptAt: number;
}

interface Schema extends DBSchema {
  answers: { key: string; value: Kept };
}

async function inDatabase<T>(work: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
  const db = await openDB<Schema>(ticketsDatabase, 1, {
    upgrade(made) {
      made.createObjectStore('answers', { keyPath: 'name' });
    },
  });
  try {
    return await work(db);
  } finally {
    // An open connection would block a sign-out in another tab from deleting the database.
    db.close();
  }
}

/** Stores one response for its account, after removing the data of another account. Does nothing in a browser that refuses storage. */
export async function keepAnswer(store: BrowserStore, kept: Kept): Promise<boolean> {
  try {
    const isOwnersStill = store.read(ticketsOfKey) === kept.owner;
    await inDatabase(async (db) => {
      const tx = db.transaction('answers', 'readwrite');
      if (!isOwnersStill) await tx.store.clear();
      await tx.store.put(kept);
      await tx.done;
    });
    store.write(ticketsOfKey, kept.owner);
    return true;
  } catch {
    return false;
  }
}

/** The stored responses of the account that owns the tickets of this browser; none of any other. */
export async function keptAnswers(store: BrowserStore): Promise<readonly Kept[]> {
  const owner = store.read(ticketsOfKey);
  if (owner === null) return [];
  try {
    const all = await inDatabase((db) => db.getAll('answers'));
    return all.filter((kept) => kept.owner === owner);
  } catch {
    return [];
  }
}

/** Removes responses that the server has revoked, such as a refunded ticket. */
export async function dropAnswers(store: BrowserStore, names: readonly string[]): Promise<void> {
  if (names.length === 0 || store.read(ticketsOfKey) === null) return;
  try {
    await inDatabase(async (db) => {
      const tx = db.transaction('answers', 'readwrite');
      for (const name of names) await tx.store.delete(name);
      await tx.done;
    });
  } catch {
    // A database that cannot be written cannot be read either.
  }
}
