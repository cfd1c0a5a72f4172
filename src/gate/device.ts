import { type GateScan, maxScansPerUpload } from '../../contract/gate.ts';
import { readShortCode } from '../../contract/ticket/ticket-code.ts';
import { firstOf } from '../../machines/gate/gate.rules.ts';
import type {
  Asked,
  Look,
  Opened,
  PassOffer,
  Tally,
  Unlocked,
} from '../../machines/gate/gate.types.ts';
import type { Result } from '../../machines/shared/result.ts';
import type { GateApi } from './api.ts';
import type { GateFacts, GateStore } from './store.ts';
import { type CheckSignature, readSignedCode } from './verify.ts';

/** Dependencies of a device. */
export interface DeviceParts {
  readonly api: GateApi;
  readonly store: GateStore;
  readonly check: CheckSignature;
  readonly newId: () => string;
  /** Milliseconds of this device's clock. */
  readonly now: () => number;
  /** Removes the pass from the address, so that it is neither visible nor in the history, and returns it; null without one. */
  readonly takePass: () => string | null;
}

/** The effects of the gate machine other than the camera. */
export interface Device {
  open(): Promise<Opened>;
  unlock(offer: PassOffer): Promise<Unlocked>;
  look(code: string): Promise<Look>;
  ask(look: Look, signal?: AbortSignal): Promise<Asked>;
  sync(): Promise<Result<Tally>>;
}

/** Creates a device from its store and the gate's calls. */
export function createDevice(parts: DeviceParts): Device {
  const { api, store, check, newId, now, takePass } = parts;
  const clockOffsetTo = (serverTime: string) => Date.parse(serverTime) - now();

  async function storedFacts(): Promise<GateFacts> {
    const facts = await store.facts();
    if (facts === undefined) throw new Error('The device has no pass.');
    return facts;
  }

  /** Reads every page of updates; after a failed page the earlier ones remain stored. */
  async function readUpdates(): Promise<Result<null>> {
    for (;;) {
      const { pass, cursor, revokedMark } = await storedFacts();
      const news = await api.news(pass, cursor, revokedMark);
      if (!news.ok) return news;
      const {
        entries,
        undone = [],
        revoked,
        has_more,
        revoked_mark,
        keys,
        server_time,
      } = news.value;
      await store.saveUpdates({
        entries: entries.map((entry) => ({ ticketId: entry.ticket_id, entry: firstOf(entry) })),
        undone: undone.map((gone) => ({ ticketId: gone.ticket_id, scanId: gone.scan_id })),
        cursor: news.value.cursor,
        revoked,
        revokedMark: revoked_mark,
        keys: keys.map((key) => key.public_key),
        clockAhead: clockOffsetTo(server_time),
      });
      if (!has_more) return { ok: true, value: null };
    }
  }

  async function uploadEntries(): Promise<Result<null>> {
    for (;;) {
      const unsent = await store.unsent(maxScansPerUpload);
      if (unsent.length === 0) return { ok: true, value: null };
      const { pass, deviceId, door } = await storedFacts();
      const scans = unsent.map(
        ({ scanId, code, at, verdict }): GateScan => ({
          id: scanId,
          code,
          scanned_at: at,
          is_inside: verdict !== 'undone',
          ...(verdict === 'undone' ? { is_undone: true } : {}),
        }),
      );
      const response = await api.scans(pass, { device_id: deviceId, door, scans });
      if (!response.ok) return response;
      // A response that omits an attendee would be requested endlessly.
      if (response.value.results.length < unsent.length) {
        return { ok: false, failure: { kind: 'broken', status: 200, message: '' } };
      }
      await store.saveResponses(
        response.value.results.map(({ id, result, first }) => ({
          scanId: id,
          isUndone: result === 'undone',
          isRevoked: result === 'revoked',
          isKnown: result === 'accepted' || result === 'already_used',
          first: first === null ? null : firstOf(first),
        })),
      );
    }
  }

  async function sync(): Promise<Result<Tally>> {
    const sent = await uploadEntries();
    if (!sent.ok) return sent;
    const read = await readUpdates();
    return read.ok ? { ok: true, value: await store.tally() } : read;
  }

  return {
    async open() {
      const offeredPass = takePass();
      const facts = await store.facts();
      const isNew = offeredPass !== null && offeredPass !== facts?.pass;
      return isNew ? { work: null, offeredPass } : { work: await store.work(), offeredPass: null };
    },

    async unlock({ pass, door }) {
      const response = await api.event(pass);
      if (!response.ok) return response;
      const keys = await api.keys();
      if (!keys.ok) return keys;
      const { event, server_time } = response.value;
      const before = await store.facts();
      if (before !== undefined && before.event.id !== event.id) {
        // Entries of the previous event must be uploaded before its pass is dropped.
        if ((await store.tally()).unsynced > 0 && !(await sync()).ok) {
          return { ok: false, failure: { kind: 'unsynced' } };
        }
        await store.clear();
      }
      const same = before?.event.id === event.id ? before : undefined;
      await store.keepFacts({
        pass,
        door,
        deviceId: same?.deviceId ?? newId(),
        event,
        keys: keys.value.keys.map((key) => key.public_key),
        cursor: same?.cursor ?? 0,
        revokedMark: same?.revokedMark ?? '',
        clockAhead: clockOffsetTo(server_time),
        admitted: same?.admitted ?? 0,
        refused: same?.refused ?? 0,
      });
      const read = await readUpdates();
      if (!read.ok) return read;
      return { ok: true, value: { event, door, tally: await store.tally() } };
    },

    async look(text) {
      const facts = await storedFacts();
      const code = text.trim();
      const scan = {
        scanId: newId(),
        at: new Date(now() + facts.clockAhead).toISOString(),
        code,
      };
      const claim = await readSignedCode(code, facts.keys, check);
      if (claim === null) {
        const kind = readShortCode(code) === null ? 'forged' : 'short';
        return { ...scan, reading: { kind }, first: null };
      }
      const isRevoked = await store.isRevoked(claim.ticketId);
      const first = (await store.firstEntry(claim.ticketId)) ?? null;
      return { ...scan, reading: { kind: 'signed', claim, isRevoked }, first };
    },

    async ask({ scanId, code, at }, signal) {
      const { pass, deviceId, door } = await storedFacts();
      const scan: GateScan = { id: scanId, code, scanned_at: at, is_inside: false };
      const body = { device_id: deviceId, door, scans: [scan] };
      const response = await api.scans(pass, body, signal);
      if (!response.ok) return response;
      const [result] = response.value.results;
      if (result === undefined) {
        return { ok: false, failure: { kind: 'broken', status: 200, message: '' } };
      }
      return { ok: true, value: result };
    },

    sync,
  };
}
