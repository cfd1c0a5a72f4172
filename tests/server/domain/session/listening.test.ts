import { beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '../../../../server/db/db.ts';
import { openListening } from '../../../../server/domain/session/listening.ts';

const window = 120_000;
const start = new Date('2026-03-07T10:00:00Z');
const clock = { now: () => start };

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
const open = () => openListening(db, clock, () => time);

beforeEach(() => {
  time = 0;
  isAway = false;
  lastAct = null;
});

describe('listening', () => {
  it('has lost nothing while it is noted every second', async () => {
    const listening = await open();
    for (time = 1_000; time <= 30_000; time += 1_000) {
      await listening.note();
      expect(listening.lostMs(window)).toBe(0);
    }
  });

  it('counts an outage of the database while it lasts, and once it is over', async () => {
    const listening = await open();
    isAway = true;
    time = 60_000;
    await expect(listening.note()).rejects.toThrow('away');
    expect(listening.lostMs(window)).toBe(60_000);
    isAway = false;
    time = 61_000;
    await listening.note();
    expect(listening.lostMs(window)).toBe(61_000);
  });

  it('forgets an outage once everybody had time to be heard', async () => {
    const listening = await open();
    time = 61_000;
    await listening.note();
    for (let second = 0; second < 119; second += 1) {
      time += 1_000;
      await listening.note();
      expect(listening.lostMs(window)).toBe(61_000);
    }
    time += 1_000;
    await listening.note();
    expect(listening.lostMs(window)).toBe(0);
  });

  it('takes the time since the last act as an outage that ended with the start, half an hour at most', async () => {
    lastAct = new Date(start.getTime() - 180_000);
    expect((await open()).lostMs(window)).toBe(180_000);
    lastAct = new Date(start.getTime() - 86_400_000);
    expect((await open()).lostMs(window)).toBe(1_800_000);
  });

  it('counts no act of the future as an outage', async () => {
    lastAct = new Date(start.getTime() + 5_000);
    expect((await open()).lostMs(window)).toBe(0);
  });
});
