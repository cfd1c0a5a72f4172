import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxRealtimeBytes } from '../../contract/limits.ts';
import { parseRealtime, parseTopic, topicsOf } from '../../contract/realtime.ts';

const read = (topic: string, payload: unknown, userId = '7') =>
  parseRealtime(
    'roetix',
    topic,
    typeof payload === 'string' ? payload : JSON.stringify(payload),
    userId,
  );
const queue = 'roetix/queue/konser-senja';

describe('topics (§7.110)', () => {
  it('of an event are its four and the global one', () => {
    expect(topicsOf('roetix', 'konser')).toEqual([
      'roetix/status',
      'roetix/queue/konser',
      'roetix/payment/konser',
      'roetix/logs/konser',
      'roetix/seats/konser',
    ]);
    expect(topicsOf('x', null)).toEqual(['x/status']);
  });

  it.each(topicsOf('roetix', 'konser-senja'))('%s is accepted', (topic) => {
    expect(parseTopic('roetix', topic)).not.toBeNull();
  });

  it.each([
    'lain/queue/konser',
    'roetix',
    'roetix/queue',
    'roetix/status/konser',
    'roetix/queue/konser/x',
    'roetix/queue/+',
    'roetix/#',
    'roetix/queue/Konser',
    'roetix/tickets/konser',
    '$SYS/x',
    '',
  ])('%j is refused', (topic) => {
    expect(parseTopic('roetix', topic)).toBeNull();
    expect(read(topic, '{}')).toEqual({ ok: false, dropped: { reason: 'topic', length: 2 } });
  });
});

describe('messages (§3.84)', () => {
  it.each<[string, object, object]>([
    [
      queue,
      { user_id: '7', event: 'user_promoted', seq: 3 },
      { kind: 'queue', slug: 'konser-senja' },
    ],
    // For the whole queue.
    [queue, { event: 'queue_advanced' }, { kind: 'queue' }],
    ['roetix/status', { status: 'ok' }, { kind: 'status' }],
    [
      'roetix/logs/konser',
      { event: 'paused', message: 'Dijeda' },
      { kind: 'logs', slug: 'konser' },
    ],
    [
      'roetix/seats/konser',
      { changes: [{ seat_number: 'A-1', status: 'sold' }] },
      { body: { changes: [{ status: 'sold' }] } },
    ],
    ...[7, '7'].map((user_id): [string, object, object] => [
      'roetix/payment/konser',
      { user_id, event: 'payment_completed', payment_id: 12 },
      { body: { user_id: '7', payment_id: '12' } },
    ]),
  ])('of %s are read with their event: %j', (topic, body, message) => {
    expect(read(topic, body)).toMatchObject({ ok: true, message });
  });

  it('[F21] of an unknown kind are kept as unknown', () => {
    expect(read(queue, { user_id: '7', event: 'user_teleported', seq: 3 })).toEqual({
      ok: true,
      message: {
        kind: 'queue',
        slug: 'konser-senja',
        body: { user_id: '7', event: 'unknown', seq: 3 },
      },
    });
  });

  it.each([
    ['json', queue, 'bukan json'],
    ['json', queue, ''],
    ['json', queue, '{"event":'],
    ['shape', queue, 'null'],
    ['shape', queue, '[]'],
    ['shape', queue, '{"user_id":{},"event":"user_left"}'],
    ['shape', 'roetix/payment/konser', '{"event":"payment_completed"}'],
    ['shape', 'roetix/seats/konser', '{"changes":[{}]}'],
    ['foreign', queue, '{"user_id":"8","event":"user_promoted"}'],
    ['foreign', queue, '{"user_id":70,"event":"user_promoted"}'],
    ['foreign', 'roetix/payment/konser', '{"user_id":8,"event":"payment_completed"}'],
    ['oversize', queue, `{"event":"user_left","reason":"${'x'.repeat(maxRealtimeBytes)}"}`],
  ])('are dropped for their %s: %s', (reason, topic, payload) => {
    expect(read(topic, payload)).toEqual({
      ok: false,
      dropped: { reason, length: payload.length },
    });
  });

  it('[F21] are measured in bytes (§3.80, §9.47)', () => {
    const reason = '界'.repeat(maxRealtimeBytes / 2);
    const payload = JSON.stringify({ event: 'user_left', reason });
    expect(payload.length).toBeLessThan(maxRealtimeBytes);
    expect(read(queue, payload)).toMatchObject({ ok: false, dropped: { reason: 'oversize' } });
  });

  it('[F21] never throw, whatever comes (§5.52)', () => {
    const topics = fc.constantFrom(...topicsOf('roetix', 'konser'));
    fc.assert(
      fc.property(topics, fc.jsonValue(), (topic, value) => {
        expect(read(topic, JSON.stringify(value)).ok).toBeTypeOf('boolean');
      }),
    );
  });
});
