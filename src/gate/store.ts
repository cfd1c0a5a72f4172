import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { GateEvent } from '../../contract/gate.ts';
import { earlierOf } from '../../machines/gate/gate.rules.ts';
import type {
  Conflict,
  FirstEntry,
  GateWork,
  JudgedScan,
  Tally,
} from '../../machines/gate/gate.types.ts';

const databaseName = 'roetix-gate';
const recentShown = 20;

/** What a device keeps of its pass and its event. */
export interface GateFacts {
  readonly pass: string;
  readonly door: string;
  readonly deviceId: string;
  readonly event: GateEvent;
  /** Raw public keys, base64url. */
  readonly keys: readonly string[];
  /** How far the news of other doors were read. */
  readonly cursor: number;
  readonly revokedMark: string;
  /** Milliseconds the server's clock is ahead of this device's. */
  readonly clockAhead: number;
  readonly admitted: number;
  readonly refused: number;
}

/** A scan as it is kept. IndexedDB has no index over true and false. */
export interface KeptScan extends JudgedScan {
  /** 1 while the server does not know of a guest who is in. */
  readonly pending: 0 | 1;
  /** 1 where another entry counts for the ticket of a guest who is in. */
  readonly flagged: 0 | 1;
  readonly isRevoked: boolean;
}

interface Schema extends DBSchema {
  facts: { key: 'facts'; value: GateFacts };
  /** The entry that counts, by ticket. */
  entries: { key: string; value: FirstEntry };
  revoked: { key: string; value: true };
  scans: {
    key: string;
    value: KeptScan;
    indexes: { at: string; pending: number; flagged: number; ticketId: string };
  };
}

/** What the server says of a scan that was sent to it. */
export interface SentScan {
  readonly scanId: string;
  readonly isRevoked: boolean;
  /** False where no entry of this ticket can count, as with one that the server does not know. */
  readonly isKnown: boolean;
  readonly first: FirstEntry | null;
}

/** News of all doors, read up to a number. */
export interface DoorNews {
  readonly entries: readonly { readonly ticketId: string; readonly entry: FirstEntry }[];
  readonly cursor: number;
  readonly revoked: readonly string[] | null;
  readonly revokedMark: string;
  /** Raw public keys, base64url; they replace those that are kept. */
  readonly keys: readonly string[];
  readonly clockAhead: number;
}

/** Everything a device keeps, in its own database: it outlives the page, and nothing else of the site reads it. */
export class GateStore {
  readonly #db: IDBPDatabase<Schema>;

  private constructor(db: IDBPDatabase<Schema>) {
    this.#db = db;
  }

  static async open(): Promise<GateStore> {
    const db = await openDB<Schema>(databaseName, 1, {
      upgrade(made) {
        made.createObjectStore('facts');
        made.createObjectStore('entries');
        made.createObjectStore('revoked');
        const scans = made.createObjectStore('scans', { keyPath: 'scanId' });
        scans.createIndex('at', 'at');
        scans.createIndex('pending', 'pending');
        scans.createIndex('flagged', 'flagged');
        scans.createIndex('ticketId', 'ticketId');
      },
    });
    return new GateStore(db);
  }

  facts(): Promise<GateFacts | undefined> {
    return this.#db.get('facts', 'facts');
  }

  async keepFacts(facts: GateFacts): Promise<void> {
    await this.#db.put('facts', facts, 'facts');
  }

  firstEntry(ticketId: string): Promise<FirstEntry | undefined> {
    return this.#db.get('entries', ticketId);
  }

  async isRevoked(ticketId: string): Promise<boolean> {
    return (await this.#db.getKey('revoked', ticketId)) !== undefined;
  }

  /** Keeps a judged scan, and of a guest who is let in that the ticket is used, in one transaction. */
  async keepScan(scan: JudgedScan): Promise<void> {
    const tx = this.#db.transaction(['facts', 'entries', 'scans'], 'readwrite');
    const isIn = scan.verdict === 'valid';
    const pending = isIn && !scan.isConfirmed ? 1 : 0;
    await tx.objectStore('scans').put({ ...scan, pending, flagged: 0, isRevoked: false });
    const own = isIn ? { scanId: scan.scanId, at: scan.at, door: '' } : scan.first;
    const facts = await tx.objectStore('facts').get('facts');
    if (facts === undefined) throw new Error('A scan without a pass.');
    if (scan.ticketId !== null && own !== null && scan.verdict !== 'wrongEvent') {
      const entries = tx.objectStore('entries');
      const known = await entries.get(scan.ticketId);
      const entry = isIn ? { ...own, door: facts.door } : own;
      await entries.put(known === undefined ? entry : earlierOf(known, entry), scan.ticketId);
    }
    const counted = isIn ? { admitted: facts.admitted + 1 } : { refused: facts.refused + 1 };
    await tx.objectStore('facts').put({ ...facts, ...counted }, 'facts');
    await tx.done;
  }

  /** Guests the server does not know of, oldest first. */
  async unsent(count: number): Promise<readonly KeptScan[]> {
    const scans = await this.#db.getAllFromIndex('scans', 'pending', 1);
    return scans.sort((a, b) => (a.at < b.at ? -1 : 1)).slice(0, count);
  }

  /** Notes what the server says of guests that it was told of. */
  async noteSent(answers: readonly SentScan[]): Promise<void> {
    const tx = this.#db.transaction(['entries', 'scans'], 'readwrite');
    const scans = tx.objectStore('scans');
    const entries = tx.objectStore('entries');
    for (const { scanId, isRevoked, isKnown, first } of answers) {
      const scan = await scans.get(scanId);
      if (scan === undefined) continue;
      const flagged = isRevoked || !isKnown || first !== null ? 1 : 0;
      await scans.put({ ...scan, pending: 0, flagged, isRevoked });
      if (scan.ticketId === null || first === null) continue;
      const known = await entries.get(scan.ticketId);
      await entries.put(known === undefined ? first : earlierOf(known, first), scan.ticketId);
    }
    await tx.done;
  }

  /** Takes in the news of other doors; a guest of this device whom an earlier entry overtakes is flagged. */
  async noteNews(news: DoorNews): Promise<void> {
    const tx = this.#db.transaction(['facts', 'entries', 'revoked', 'scans'], 'readwrite');
    const entries = tx.objectStore('entries');
    for (const { ticketId, entry } of news.entries) {
      const known = await entries.get(ticketId);
      const first = known === undefined ? entry : earlierOf(known, entry);
      await entries.put(first, ticketId);
      for (const scan of await tx.objectStore('scans').index('ticketId').getAll(ticketId)) {
        if (scan.verdict !== 'valid' || scan.isRevoked) continue;
        const flagged = first.scanId === scan.scanId ? 0 : 1;
        await tx.objectStore('scans').put({ ...scan, flagged });
      }
    }
    if (news.revoked !== null) {
      await tx.objectStore('revoked').clear();
      for (const id of news.revoked) await tx.objectStore('revoked').put(true, id);
    }
    const facts = await tx.objectStore('facts').get('facts');
    if (facts !== undefined) {
      const { cursor, revokedMark, keys, clockAhead } = news;
      const known = { ...facts, cursor, revokedMark, keys, clockAhead };
      await tx.objectStore('facts').put(known, 'facts');
    }
    await tx.done;
  }

  /** What this device has done; null where it has no pass. */
  async work(): Promise<GateWork | null> {
    const facts = await this.facts();
    if (facts === undefined) return null;
    return { event: facts.event, door: facts.door, tally: await this.tally() };
  }

  async tally(): Promise<Tally> {
    const tx = this.#db.transaction(['facts', 'entries', 'scans']);
    const scans = tx.objectStore('scans');
    const facts = await tx.objectStore('facts').get('facts');
    const unsynced = await scans.index('pending').count(1);
    const recent: JudgedScan[] = [];
    let cursor = await scans.index('at').openCursor(null, 'prev');
    while (cursor !== null && recent.length < recentShown) {
      recent.push(cursor.value);
      cursor = await cursor.continue();
    }
    const conflicts: Conflict[] = [];
    for (const scan of await scans.index('flagged').getAll(1)) {
      const { scanId, at, seat, ticketId, isRevoked } = scan;
      const first = ticketId === null ? undefined : await tx.objectStore('entries').get(ticketId);
      const isOther = first !== undefined && first.scanId !== scanId;
      conflicts.push({ scanId, at, seat, isRevoked, first: isOther ? first : null });
    }
    await tx.done;
    const { admitted = 0, refused = 0 } = facts ?? {};
    return { admitted, refused, unsynced, recent, conflicts };
  }

  /** Forgets everything. */
  async clear(): Promise<void> {
    const tx = this.#db.transaction(['facts', 'entries', 'revoked', 'scans'], 'readwrite');
    for (const name of ['facts', 'entries', 'revoked', 'scans'] as const) {
      await tx.objectStore(name).clear();
    }
    await tx.done;
  }
}
