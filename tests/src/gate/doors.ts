import { randomUUID } from 'node:crypto';
import { createActor } from 'xstate';
import type { GateKey } from '../../../contract/gate.ts';
import type { Tally } from '../../../machines/gate/gate.types.ts';
import { newTicketKey, publicPartOf, ticketKeyId } from '../../../server/secrets/ticket-key.ts';
import type { GateApi } from '../../../src/gate/api.ts';
import { createDevice } from '../../../src/gate/device.ts';
import type { GateFacts, GateStore } from '../../../src/gate/store.ts';
import { checkInBrowser } from '../../../src/gate/verify.ts';
import type { Viewfinder } from '../../../src/gate/viewfinder.ts';
import { wireGate } from '../../../src/gate/wire.ts';
import { work } from '../../model/gate.model.ts';

const at = '2026-03-07T12:00:00.000Z';
const noTally: Tally = { admitted: 0, refused: 0, unsynced: 0, recent: [], conflicts: [] };

/** A key pair for tickets, with the public part in the server's format. */
export function keyPair() {
  const pem = newTicketKey();
  const public_key = publicPartOf(pem);
  const told: GateKey = { id: ticketKeyId(public_key), algorithm: 'Ed25519', public_key };
  return { pem, told };
}

/** A device store in memory, because jsdom has no IndexedDB. It does not store entries. */
export function memoryStore(): GateStore {
  let facts: GateFacts | undefined;
  let revoked: readonly string[] = [];
  const store: Partial<GateStore> = {
    facts: async () => facts,
    keepFacts: async (given) => {
      facts = given;
    },
    firstEntry: async () => undefined,
    isRevoked: async (ticketId) => revoked.includes(ticketId),
    saveScan: async () => undefined,
    unsent: async () => [],
    saveUpdates: async ({ keys, revoked: ids }) => {
      if (facts !== undefined) facts = { ...facts, keys };
      revoked = ids ?? revoked;
    },
    work: async () => null,
    tally: async () => noTally,
    clear: async () => {
      facts = undefined;
    },
  };
  return store as GateStore;
}

/** The updates of the fake server; tests change them. */
export interface ToldNews {
  keys: readonly GateKey[];
  revoked: readonly string[];
}

/** Opens a gate whose server sends these updates and answers no scan, so that the gate decides alone. */
export async function openDoor(told: ToldNews) {
  const { event } = work();
  const api: GateApi = {
    keys: async () => ({ ok: true, value: { keys: [...told.keys] } }),
    event: async () => ({
      ok: true,
      value: { event, pass_expires_at: at, server_time: at },
    }),
    news: async () => ({
      ok: true,
      value: {
        entries: [],
        cursor: 0,
        has_more: false,
        revoked: [...told.revoked],
        revoked_mark: String(told.revoked.length),
        keys: [...told.keys],
        server_time: at,
      },
    }),
    scans: async () => ({ ok: false, failure: { kind: 'unreachable', message: '' } }),
  };
  const store = memoryStore();
  const device = createDevice({
    api,
    store,
    check: checkInBrowser,
    newId: () => randomUUID(),
    now: () => Date.parse(at),
    takePass: () => null,
  });
  const viewfinder = { read: () => () => undefined } as unknown as Viewfinder;
  const watchNetwork = () => () => undefined;
  const gate = createActor(wireGate({ device, store, viewfinder, watchNetwork })).start();
  return { gate, eventId: event.id };
}
