import { type GateScan, maxScansPerUpload } from '../../contract/gate.ts';
import { readShortCode } from '../../contract/ticket-code.ts';
import { firstOf } from '../../machines/gate/gate.rules.ts';
import type {
  Asked,
  GateWork,
  Look,
  Opened,
  PassOffer,
  Tally,
} from '../../machines/gate/gate.types.ts';
import type { Outcome } from '../../machines/shared/outcome.ts';
import type { GateApi } from './api.ts';
import type { GateFacts, GateStore } from './store.ts';
import { type CheckSignature, readSignedCode } from './verify.ts';

/** What a device is made of. */
export interface DeviceParts {
  readonly api: GateApi;
  readonly store: GateStore;
  readonly check: CheckSignature;
  readonly newId: () => string;
  /** Milliseconds of this device's own clock. */
  readonly now: () => number;
  /** Takes the pass out of the address, so that it is neither seen nor kept in the history; null without one. */
  readonly takePass: () => string | null;
}

/** What a phone at a door does beside its camera: the effects of the gate machine. */
export interface Device {
  open(): Promise<Opened>;
  unlock(offer: PassOffer): Promise<Outcome<GateWork>>;
  look(code: string): Promise<Look>;
  ask(look: Look, signal?: AbortSignal): Promise<Asked>;
  sync(): Promise<Outcome<Tally>>;
}

/** Joins the store of a device with the calls of the gate. */
export function createDevice(parts: DeviceParts): Device {
  const { api, store, check, newId, now, takePass } = parts;
  const aheadOf = (serverTime: string) => Date.parse(serverTime) - now();

  async function kept(): Promise<GateFacts> {
    const facts = await store.facts();
    if (facts === undefined) throw new Error('The device has no pass.');
    return facts;
  }

  /** Reads every page of news. A page that fails leaves those before it kept. */
  async function readNews(): Promise<Outcome<null>> {
    for (;;) {
      const { pass, cursor, revokedMark } = await kept();
      const news = await api.news(pass, cursor, revokedMark);
      if (!news.ok) return news;
      const { entries, revoked, has_more, revoked_mark, keys, server_time } = news.value;
      await store.noteNews({
        entries: entries.map((entry) => ({ ticketId: entry.ticket_id, entry: firstOf(entry) })),
        cursor: news.value.cursor,
        revoked,
        revokedMark: revoked_mark,
        keys: keys.map((key) => key.public_key),
        clockAhead: aheadOf(server_time),
      });
      if (!has_more) return { ok: true, value: null };
    }
  }

  async function sendGuests(): Promise<Outcome<null>> {
    for (;;) {
      const unsent = await store.unsent(maxScansPerUpload);
      if (unsent.length === 0) return { ok: true, value: null };
      const { pass, deviceId, door } = await kept();
      const scans = unsent.map(
        ({ scanId, code, at }): GateScan => ({
          id: scanId,
          code,
          scanned_at: at,
          is_inside: true,
        }),
      );
      const answer = await api.scans(pass, { device_id: deviceId, door, scans });
      if (!answer.ok) return answer;
      // An answer that passes a guest over would be asked for without end.
      if (answer.value.results.length < unsent.length) {
        return { ok: false, failure: { kind: 'broken', status: 200, message: '' } };
      }
      await store.noteSent(
        answer.value.results.map(({ id, result, first }) => ({
          scanId: id,
          isRevoked: result === 'revoked',
          isKnown: result === 'accepted' || result === 'already_used',
          first: first === null ? null : firstOf(first),
        })),
      );
    }
  }

  async function sync(): Promise<Outcome<Tally>> {
    const sent = await sendGuests();
    if (!sent.ok) return sent;
    const read = await readNews();
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
      const answer = await api.event(pass);
      if (!answer.ok) return answer;
      const keys = await api.keys();
      if (!keys.ok) return keys;
      const { event, server_time } = answer.value;
      const before = await store.facts();
      if (before !== undefined && before.event.id !== event.id) {
        // What happened at the doors of the other event must not be lost with its pass.
        if ((await store.tally()).unsynced > 0 && !(await sync()).ok) {
          return { ok: false, failure: { kind: 'refused', status: 409, message: '' } };
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
        clockAhead: aheadOf(server_time),
        admitted: same?.admitted ?? 0,
        refused: same?.refused ?? 0,
      });
      const read = await readNews();
      if (!read.ok) return read;
      return { ok: true, value: { event, door, tally: await store.tally() } };
    },

    async look(text) {
      const facts = await kept();
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
      const { pass, deviceId, door } = await kept();
      const scan: GateScan = { id: scanId, code, scanned_at: at, is_inside: false };
      const body = { device_id: deviceId, door, scans: [scan] };
      const answer = await api.scans(pass, body, signal);
      if (!answer.ok) return answer;
      const [result] = answer.value.results;
      if (result === undefined) {
        return { ok: false, failure: { kind: 'broken', status: 200, message: '' } };
      }
      return { ok: true, value: result };
    },

    sync,
  };
}
