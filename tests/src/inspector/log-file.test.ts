// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { logFileName, logText, readLog } from '../../../src/inspector/page/log-file.ts';
import type { WireRecord } from '../../../src/inspector/wire.ts';

const now = new Date('2026-03-07T12:30:05.120Z');
const snapshot = {
  status: 'active',
  machine: 'root',
  value: 'browsing',
  context: { a: 1 },
} as const;
const records: WireRecord[] = [
  { type: '@xstate.actor', seq: 0, sessionId: 'x:0', createdAt: '1', name: 'root' },
  {
    ...{ type: '@xstate.snapshot', seq: 1, sessionId: 'x:0', createdAt: '2' },
    ...{ event: { type: 'go' }, snapshot },
  },
];
const log = { startedAt: 5, base: { actors: {} }, records };
const text = logText(log, now);

describe('a log as a file', () => {
  it('is the same after export and import', () => {
    const read = readLog(text);
    expect(read.ok && read.log).toMatchObject({ ...log, exportedAt: now.toISOString() });
  });

  it.each([
    ['no JSON', 'tiket', /not JSON/],
    ['another file', '{"name":"roetix"}', /not an inspector log/],
    ['a list', '[]', /not an inspector log/],
    ['another version', text.replace('"version": 1', '"version": 2'), /version 2/],
    ['a damaged record', text.replace('"name": "root"', '"name": 7'), /damaged at records.0/],
    ['an unknown record', text.replace('@xstate.actor', '@xstate.other'), /damaged at records.0/],
  ])('that is %s is refused in one sentence', (_name, broken, why) => {
    const read = readLog(broken);
    expect(read).toMatchObject({ ok: false, why: expect.stringMatching(why) });
  });

  it('is named after its time', () => {
    expect(logFileName(now)).toBe('roetix-inspector-2026-03-07T123005.json');
  });
});
