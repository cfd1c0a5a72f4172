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

/** What a device stores about its pass and its event. */
export interface GateFacts {
  readonly pass: string;
  readonly door: string;
  readonly deviceId: string;
  readonly event: GateEvent;
  /** Raw public keys, base64url. */
  readonly keys: readonly string[];
  /** Sequence number up to which the entries of other gates were read. */
  readonly cursor: number;
  readonly revokedMark: string;
  /** Milliseconds by which the server's clock is ahead of this device's. */
  readonly clockAhead: number;
  readonly admitted: number;
  readonly refused: number;
}

/** A stored scan. IndexedDB cannot index booleans. */
export interface StoredScan extends JudgedScan {
  /** 1 while the entry is not uploaded. */
  readonly pending: 0 | 1;
  /** 1 if another entry counts for the ticket of an admitted attendee. */
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
    value: StoredScan;
    indexes: { at: string; pending: number; flagged: number; ticketId: string };
  };
}

/** The server's response to an uploaded scan. */
export interface SentScan {
  readonly scanId: string;
  /** True if the server took the entry back. */
  readonly isUndone: boolean;
  readonly isRevoked: boolean;
  /** False if no entry of this ticket can count, for instance if the server does not know it. */
  readonly isKnown: boolean;
  readonly first: FirstEntry | null;
}

/** Updates from all gates up to a sequence number. */
export interface GateUpdates {
  readonly entries: readonly { readonly ticketId: string; readonly entry: FirstEntry }[];
  readonly undone: readonly { readonly ticketId: string; readonly scanId: string }[];
  readonly cursor: number;
  readonly revoked: readonly string[] | null;
  readonly revokedMark: string;
  /** Raw public keys, base64url; they replace the stored ones. */
  readonly keys: readonly string[];
  readonly clockAhead: number;
}

/** The device's own database: it survives the page, and no other page of the site reads it. */
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

  /** Stores a scan and, for an admitted attendee, the use of the ticket, in one transaction. */
  async saveScan(scan: JudgedScan): Promise<void> {
    const tx = this.#db.transaction(['facts', 'entries', 'scans'], 'readwrite');
    // Read first: an error thrown here does not undo what the transaction wrote.
    const facts = await tx.objectStore('facts').get('facts');
    if (facts === undefined) throw new Error('A scan without a pass.');
    const isIn = scan.verdict === 'valid';
    const pending = isIn && !scan.isConfirmed ? 1 : 0;
    await tx.objectStore('scans').put({ ...scan, pending, flagged: 0, isRevoked: false });
    const entryOfScan = isIn ? { scanId: scan.scanId, at: scan.at, door: '' } : scan.first;
    if (scan.ticketId !== null && entryOfScan !== null && scan.verdict !== 'wrongEvent') {
      const entries = tx.objectStore('entries');
      const stored = await entries.get(scan.ticketId);
      const entry = isIn ? { ...entryOfScan, door: facts.door } : entryOfScan;
      await entries.put(stored === undefined ? entry : earlierOf(stored, entry), scan.ticketId);
    }
    const counted = isIn ? { admitted: facts.admitted + 1 } : { refused: facts.refused + 1 };
    await tx.objectStore('facts').put({ ...facts, ...counted }, 'facts');
    await tx.done;
  }

  /** Takes back the entry of the last scan, until the server knows it. */
  async undoLast(): Promise<void> {
    const tx = this.#db.transaction(['facts', 'entries', 'scans'], 'readwrite');
    const facts = await tx.objectStore('facts').get('facts');
    const last = (await tx.objectStore('scans').index('at').openCursor(null, 'prev'))?.value;
    if (facts === undefined || last?.verdict !== 'valid') return;
    await tx.objectStore('scans').put({ ...last, verdict: 'undone', pending: 1, flagged: 0 });
    const counted =
      last.ticketId === null ? undefined : await tx.objectStore('entries').get(last.ticketId);
    if (last.ticketId !== null && counted?.scanId === last.scanId) {
      await tx.objectStore('entries').delete(last.ticketId);
    }
    await tx.objectStore('facts').put({ ...facts, admitted: facts.admitted - 1 }, 'facts');
    await tx.done;
  }

  /** Returns entries not yet uploaded, and those taken back, oldest first. */
  async unsent(count: number): Promise<readonly StoredScan[]> {
    const scans = await this.#db.getAllFromIndex('scans', 'pending', 1);
    return scans.sort((a, b) => (a.at < b.at ? -1 : 1)).slice(0, count);
  }

  /** Stores the server's responses to uploaded entries. */
  async saveResponses(answers: readonly SentScan[]): Promise<void> {
    const tx = this.#db.transaction(['entries', 'scans'], 'readwrite');
    const scans = tx.objectStore('scans');
    const entries = tx.objectStore('entries');
    for (const { scanId, isUndone, isRevoked, isKnown, first } of answers) {
      const scan = await scans.get(scanId);
      // Taken back meanwhile: that is still to be sent.
      if (scan === undefined || isUndone !== (scan.verdict === 'undone')) continue;
      const flagged = isUndone ? 0 : isRevoked || !isKnown || first !== null ? 1 : 0;
      await scans.put({ ...scan, pending: 0, flagged, isRevoked });
      if (scan.ticketId === null || first === null) continue;
      const stored = await entries.get(scan.ticketId);
      await entries.put(stored === undefined ? first : earlierOf(stored, first), scan.ticketId);
    }
    await tx.done;
  }

  /** Stores updates from other gates and flags local entries that an earlier entry overrides. */
  async saveUpdates(news: GateUpdates): Promise<void> {
    const tx = this.#db.transaction(['facts', 'entries', 'revoked', 'scans'], 'readwrite');
    const entries = tx.objectStore('entries');
    for (const { ticketId, scanId } of news.undone) {
      if ((await entries.get(ticketId))?.scanId === scanId) await entries.delete(ticketId);
    }
    for (const { ticketId, entry } of news.entries) {
      const stored = await entries.get(ticketId);
      const first = stored === undefined ? entry : earlierOf(stored, entry);
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
      const stored = { ...facts, cursor, revokedMark, keys, clockAhead };
      await tx.objectStore('facts').put(stored, 'facts');
    }
    await tx.done;
  }

  /** Returns the totals of this device; null without a pass. */
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
      const { scanId, at, seat, category, ticketId, isRevoked } = scan;
      const first = ticketId === null ? undefined : await tx.objectStore('entries').get(ticketId);
      const isOther = first !== undefined && first.scanId !== scanId;
      conflicts.push({
        scanId,
        at,
        seat: seat ?? category,
        isRevoked,
        first: isOther ? first : null,
      });
    }
    await tx.done;
    const { admitted = 0, refused = 0 } = facts ?? {};
    return { admitted, refused, unsynced, recent, conflicts };
  }

  /** Deletes everything. */
  async clear(): Promise<void> {
    const tx = this.#db.transaction(['facts', 'entries', 'revoked', 'scans'], 'readwrite');
    for (const name of ['facts', 'entries', 'revoked', 'scans'] as const) {
      await tx.objectStore(name).clear();
    }
    await tx.done;
  }
}
