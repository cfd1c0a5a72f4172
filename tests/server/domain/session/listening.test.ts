import { beforeEach, expect, it } from 'vitest';
import type { Row } from '../../../../server/db/db.ts';
import { openListening } from '../../../../server/domain/session/listening.ts';

const window = 120_000;
const start = new Date('2026-03-07T10:00:00Z');

let time = 0;
let isAway = false;
/** When the last line of the audit log was written; null in an empty one. */
let lastAct: Date | null = null;
const db = {
  query: async <R extends Row>(sql: string): Promise<R[]> => {
    if (isAway) throw new Error('The database is away.');
    const rows = sql.includes('audit_log') && lastAct !== null ? [{ at: lastAct }] : [];
    return rows as unknown as R[];
  },
};
const open = () => openListening(db, { now: () => start }, () => time);

beforeEach(() => {
  time = 0;
  isAway = false;
  lastAct = null;
});

it('nothing is lost while listening is noted every second', async () => {
  const listening = await open();
  for (time = 1_000; time <= 30_000; time += 1_000) {
    await listening.note();
    expect(listening.lostMs(window)).toBe(0);
  }
});

it('an outage of the database counts while it lasts, and after it until everybody had time to be heard (§11.22)', async () => {
  const listening = await open();
  isAway = true;
  time = 60_000;
  await expect(listening.note()).rejects.toThrow('away');
  expect(listening.lostMs(window)).toBe(60_000);
  isAway = false;
  for (time = 61_000; time < 61_000 + window; time += 1_000) {
    await listening.note();
    expect(listening.lostMs(window)).toBe(61_000);
  }
  await listening.note();
  expect(listening.lostMs(window)).toBe(0);
});

it.each([
  ['three minutes ago is an outage that ended with the start', -180_000, 180_000],
  ['a day ago is one of half an hour at most', -86_400_000, 1_800_000],
  ['in the future is none', 5_000, 0],
])('a last act %s', async (_what, since, lost) => {
  lastAct = new Date(start.getTime() + since);
  expect((await open()).lostMs(window)).toBe(lost);
});
