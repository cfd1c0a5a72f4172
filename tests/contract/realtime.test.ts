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

describe('topics', () => {
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

describe('messages', () => {
  it('are read with their event', () => {
    expect(read(queue, { user_id: '7', event: 'user_promoted', seq: 3 })).toEqual({
      ok: true,
      message: {
        kind: 'queue',
        slug: 'konser-senja',
        body: { user_id: '7', event: 'user_promoted', seq: 3 },
      },
    });
    expect(read('roetix/status', { status: 'ok' })).toMatchObject({
      ok: true,
      message: { kind: 'status' },
    });
    expect(
      read('roetix/logs/konser', { event: 'paused', message: 'Antrean dijeda' }),
    ).toMatchObject({
      ok: true,
      message: { kind: 'logs', slug: 'konser' },
    });
    expect(
      read('roetix/seats/konser', { changes: [{ seat_number: 'A-1', status: 'sold' }] }),
    ).toMatchObject({ ok: true, message: { body: { changes: [{ status: 'sold' }] } } });
  });

  it.each([7, '7'])('match their recipient by the number or the text %j', (user_id) => {
    expect(
      read('roetix/payment/konser', { user_id, event: 'payment_completed', payment_id: 12 }),
    ).toMatchObject({
      ok: true,
      message: { body: { user_id: '7', payment_id: '12' } },
    });
  });

  it('for the whole queue need no recipient', () => {
    expect(read(queue, { event: 'queue_advanced' })).toMatchObject({ ok: true });
  });

  it('[F21] of an unknown kind are kept as unknown', () => {
    expect(read(queue, { event: 'user_teleported' })).toMatchObject({
      ok: true,
      message: { body: { event: 'unknown' } },
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
    [
      'oversize',
      queue,
      JSON.stringify({ event: 'user_left', reason: 'x'.repeat(maxRealtimeBytes) }),
    ],
  ])('are dropped for their %s: %s', (reason, topic, payload) => {
    expect(read(topic, payload)).toEqual({
      ok: false,
      dropped: { reason, length: payload.length },
    });
  });

  it('[F21] are measured in bytes', () => {
    const payload = JSON.stringify({
      event: 'user_left',
      reason: '界'.repeat(maxRealtimeBytes / 2),
    });
    expect(payload.length).toBeLessThan(maxRealtimeBytes);
    expect(read(queue, payload)).toMatchObject({ ok: false, dropped: { reason: 'oversize' } });
  });

  it('[F21] never throw, whatever comes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...topicsOf('roetix', 'konser')),
        fc.jsonValue(),
        (topic, value) => {
          expect(read(topic, JSON.stringify(value)).ok).toBeTypeOf('boolean');
        },
      ),
    );
  });
});
