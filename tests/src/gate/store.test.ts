// @vitest-environment node
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { JudgedScan } from '../../../machines/gate/gate.types.ts';
import { type GateFacts, GateStore } from '../../../src/gate/store.ts';
import { work } from '../../model/gate.model.ts';

const at = (second: number) => `2026-03-07T12:00:${String(second).padStart(2, '0')}.000Z`;
const facts: GateFacts = {
  pass: 'pass',
  door: 'Utara',
  deviceId: 'device',
  event: work().event,
  keys: ['old'],
  cursor: 0,
  revokedMark: '',
  clockAhead: 0,
  admitted: 0,
  refused: 0,
};
const scanOf = (scanId: string, second: number, more: Partial<JudgedScan> = {}): JudgedScan => ({
  scanId,
  at: at(second),
  code: `code of ${scanId}`,
  verdict: 'valid',
  ticketId: 't1',
  seat: 'A-1',
  category: 'VIP',
  first: null,
  isConfirmed: false,
  ...more,
});
const entry = (scanId: string, second: number) => ({ scanId, at: at(second), door: 'Selatan' });
const updates = (more: Partial<Parameters<GateStore['saveUpdates']>[0]> = {}) => ({
  entries: [],
  undone: [],
  cursor: 7,
  revoked: null,
  revokedMark: 'mark',
  keys: ['new'],
  clockAhead: 250,
  ...more,
});

const store = await GateStore.open();
beforeEach(async () => {
  await store.clear();
  await store.keepFacts(facts);
});

describe('a stored scan', () => {
  const named = { verdict: 'used', first: entry('s1', 1) } as const;

  it.each([
    ['of an admitted attendee', {}, { scanId: 's', at: at(5), door: 'Utara' }, [1, 0, 1]],
    ['that the server confirmed', { isConfirmed: true }, expect.anything(), [1, 0, 0]],
    ['of a refused attendee', named, named.first, [0, 1, 0]],
    ['of another event', { ...named, verdict: 'wrongEvent' }, undefined, [0, 1, 0]],
  ] as const)(
    '%s is counted, uses the ticket and waits for the upload',
    async (_, more, used, counts) => {
      await store.saveScan(scanOf('s', 5, more));
      expect(await store.firstEntry('t1')).toEqual(used);
      const { admitted, refused, unsynced } = await store.tally();
      expect([admitted, refused, unsynced]).toEqual(counts);
      expect(await store.unsent(10)).toHaveLength(counts[2]);
    },
  );
});

describe('the server’s response to an upload', () => {
  const answer = { scanId: 's1', isUndone: false, isRevoked: false, isKnown: true, first: null };

  const tallyAfter = async (change: Partial<Parameters<GateStore['saveResponses']>[0][number]>) => {
    await store.saveScan(scanOf('s1', 5));
    await store.saveResponses([{ ...answer, ...change }]);
    return store.tally();
  };

  it('ends the wait, without a conflict', async () => {
    expect(await tallyAfter({})).toMatchObject({ unsynced: 0, conflicts: [] });
  });

  it.each([
    ['a revoked ticket', { isRevoked: true }, { isRevoked: true, first: null }],
    ['an unknown ticket', { isKnown: false }, { isRevoked: false, first: null }],
    ['an earlier entry', { first: entry('s0', 1) }, { first: entry('s0', 1) }],
  ])('flags %s', async (_what, change, conflict) => {
    const { conflicts } = await tallyAfter(change);
    expect(conflicts).toMatchObject([{ scanId: 's1', at: at(5), seat: 'A-1', ...conflict }]);
  });
});

describe('the last entry, taken back (§14.65)', () => {
  it('frees its ticket at once, and waits until the server knows, whatever is answered to the entry meanwhile', async () => {
    await store.saveScan(scanOf('s1', 5));
    await store.undoLast();
    await store.undoLast();
    expect(await store.firstEntry('t1')).toBeUndefined();
    const sent = { scanId: 's1', isUndone: false, isRevoked: false, isKnown: true, first: null };
    await store.saveResponses([sent]);
    expect(await store.tally()).toMatchObject({
      admitted: 0,
      unsynced: 1,
      recent: [{ verdict: 'undone' }],
    });
    await store.saveResponses([{ ...sent, isUndone: true, isKnown: false }]);
    expect(await store.tally()).toMatchObject({ unsynced: 0, conflicts: [] });
  });

  it('of another gate frees the ticket here', async () => {
    await store.saveUpdates(updates({ entries: [{ ticketId: 't1', entry: entry('s9', 1) }] }));
    await store.saveUpdates(updates({ undone: [{ ticketId: 't1', scanId: 's9' }] }));
    expect(await store.firstEntry('t1')).toBeUndefined();
  });
});

describe('updates from other gates', () => {
  it('replace keys, position and clock, and nothing else that the device counted', async () => {
    await store.saveScan(scanOf('s1', 1));
    await store.saveUpdates(updates());
    const changes = { keys: ['new'], cursor: 7, revokedMark: 'mark', clockAhead: 250 };
    expect(await store.facts()).toEqual({ ...facts, ...changes, admitted: 1 });
  });

  it('flag an own entry that an earlier one overrides, and not one that counts', async () => {
    await store.saveScan(scanOf('s1', 5));
    await store.saveScan(scanOf('s2', 5, { ticketId: 't2' }));
    const entries = [
      { ticketId: 't1', entry: entry('s0', 4) },
      { ticketId: 't2', entry: entry('s9', 6) },
    ];
    await store.saveUpdates(updates({ entries }));
    expect((await store.tally()).conflicts).toEqual([
      { scanId: 's1', at: at(5), seat: 'A-1', isRevoked: false, first: entry('s0', 4) },
    ]);
  });

  it('replace the list of revoked tickets, or keep it', async () => {
    await store.saveUpdates(updates({ revoked: ['t1', 't2'] }));
    await store.saveUpdates(updates({ revoked: null }));
    expect([await store.isRevoked('t1'), await store.isRevoked('t3')]).toEqual([true, false]);
    await store.saveUpdates(updates({ revoked: ['t3'] }));
    expect([await store.isRevoked('t1'), await store.isRevoked('t3')]).toEqual([false, true]);
  });
});
