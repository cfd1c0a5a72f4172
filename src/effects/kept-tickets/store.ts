import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { ticketsDatabase } from '../../../contract/stored/kept-tickets.ts';
import { ticketsOfKey } from '../../../contract/stored/stored-key.ts';
import type { BrowserStore } from '../storage/storage.ts';

/** What was kept of one answer of the server. */
export interface Kept {
  /** `orders`, `event/{slug}` or `ticket/{id}`. */
  readonly name: string;
  readonly owner: string;
  /** The answer as it came; whoever reads it checks its shape. */
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
    // A connection that stays open would keep a sign-out in another tab from removing the database.
    db.close();
  }
}

/** Keeps one answer for its account; what another account left goes first. A browser that refuses keeps nothing. */
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

/** What is kept for the account that the tickets of this browser belong to; nothing of any other. */
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

/** Removes what the server no longer stands by, such as a ticket that was paid back. */
export async function dropAnswers(store: BrowserStore, names: readonly string[]): Promise<void> {
  if (names.length === 0 || store.read(ticketsOfKey) === null) return;
  try {
    await inDatabase(async (db) => {
      const tx = db.transaction('answers', 'readwrite');
      for (const name of names) await tx.store.delete(name);
      await tx.done;
    });
  } catch {
    // Nothing could be read from there either.
  }
}
