import { describe, expect, it } from 'vitest';
import type { AnswerOf } from '../../contract/call/call.ts';
import { calls } from '../../contract/call/calls.ts';
import { type GateCallName, gateCalls } from '../../contract/gate.ts';

const at = '2026-03-07T12:02:00.000Z';
const entry = {
  ticket_id: '0f0e1c5a-7a43-4f4c-9f4f-4ac4b3b0a1d2',
  scan_id: '7a0e1c5a-7a43-4f4c-9f4f-4ac4b3b0a1d2',
  scanned_at: at,
  device_id: '9c0e1c5a-7a43-4f4c-9f4f-4ac4b3b0a1d2',
  door: 'Pintu Utara',
};
const keys = [{ id: 'k1', algorithm: 'Ed25519' as const, public_key: 'A'.repeat(43) }];
/** A sample response of every call of the gate. */
const answers: { readonly [N in GateCallName]: AnswerOf<(typeof gateCalls)[N]> } = {
  gateKeys: { keys },
  gateEvent: {
    event: {
      id: 'e1',
      slug: 'konser-senja-jakarta',
      name: 'Konser Senja Jakarta',
      venue_name: 'Taman',
      datetime: '2026-03-07T19:00:00+07:00',
    },
    pass_expires_at: '2026-03-09T00:00:00+07:00',
    server_time: at,
  },
  gateNews: {
    entries: [entry],
    cursor: 1,
    has_more: false,
    revoked: [entry.ticket_id],
    revoked_mark: '1-1772884920000',
    keys,
    server_time: at,
  },
  gateScans: {
    results: [
      {
        id: entry.scan_id,
        result: 'already_used',
        ticket_id: entry.ticket_id,
        seat_number: 'A-12',
        category: 'VIP',
        first: entry,
      },
    ],
    server_time: at,
  },
};

describe('the calls of the gate', () => {
  it.each(Object.keys(gateCalls) as GateCallName[])('%s survives the wire', (name) => {
    const wire: unknown = JSON.parse(JSON.stringify(answers[name]));
    expect(gateCalls[name].answer.parse(wire)).toEqual(wire);
    expect(gateCalls[name].answer.safeParse({ nonsense: true }).success).toBe(false);
  });

  it('always return a key', () => {
    expect(gateCalls.gateKeys.answer.safeParse({ keys: [] }).success).toBe(false);
    expect(gateCalls.gateNews.answer.safeParse({ ...answers.gateNews, keys: [] }).success).toBe(
      false,
    );
  });

  it('have separate paths, and are not part of the first load', () => {
    const addresses = new Set(Object.values(calls).map(({ path }) => path as string));
    for (const { path } of Object.values(gateCalls)) expect(addresses.has(path)).toBe(false);
    for (const name of Object.keys(gateCalls)) expect(calls).not.toHaveProperty(name);
  });

  it.each([
    ['a field nobody knows', { role: 'admin' }],
    ['a device without an id', { device_id: 'hp-1' }],
    ['a door without a name', { door: '   ' }],
    ['a door with an endless name', { door: 'x'.repeat(41) }],
    ['a scan without a time', { scans: [{ id: entry.scan_id, code: 'x', is_inside: true }] }],
  ])('refuse an upload with %s', (_what, change) => {
    const scan = { id: entry.scan_id, code: 'x', scanned_at: at, is_inside: true };
    const good = { device_id: entry.device_id, door: 'Utara', scans: [scan] };
    expect(gateCalls.gateScans.body.safeParse(good).success).toBe(true);
    expect(gateCalls.gateScans.body.safeParse({ ...good, ...change }).success).toBe(false);
  });
});
