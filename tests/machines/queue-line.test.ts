import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import type { Line } from '../../contract/queue.ts';
import { isNewer, newsOf, placeOfLine, readSpread } from '../../machines/queue/queue.line.ts';
import { queueMachine } from '../../machines/queue/queue.machine.ts';
import type { LineInput, QueueJoinInput } from '../../machines/queue/queue.ports.ts';
import type { LineCommand, QueueParentEvent } from '../../machines/queue/queue.types.ts';
import type { SessionReading } from '../../machines/session/session.types.ts';
import type { Result } from '../../machines/shared/result.ts';
import { lineAs, slug } from '../support/flows/line.ts';
import { fakePort, ok, parentStub, pass } from '../support/flows/machines.ts';
import { readingAs } from '../support/flows/readings.ts';

const queued = (over: Partial<SessionReading> = {}) =>
  readingAs({ id: 's1', slug, step: 'queued', position: 70, number: 80, ...over });
const entrant = queued({ position: null, number: null, entrant: 'kancil-07' });
const drawn = queued({ entrant: 'kancil-07' });
const asks = [{ type: 'session.refreshWanted' }];

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** The queue page after its join; `random` spreads the readings. */
async function openWith(joined: SessionReading, { random = 0.5, realtime = true } = {}) {
  const joinQueue = fakePort<Result<SessionReading>, QueueJoinInput>();
  const watched: LineInput[] = [];
  const commands: LineCommand[] = [];
  const parent = parentStub<QueueParentEvent>();
  const actor = createActor(
    queueMachine.provide({
      actors: {
        joinQueue: joinQueue.logic,
        watchLine: fromCallback<LineCommand, LineInput>(({ input, receive }) => {
          watched.push(input);
          receive((command) => commands.push(command));
        }),
      },
    }),
    { input: { parent: parent.ref, slug, reading: null, realtime, random: () => random } },
  ).start();
  await joinQueue.answer(ok(joined));
  parent.take();
  return {
    actor,
    parent,
    watched,
    commands,
    state: () => actor.getSnapshot().value,
    place: () => actor.getSnapshot().context.place,
    read: (reading: SessionReading) => actor.send({ type: 'queue.reading', reading }),
    hears: (over: Partial<Line>) => actor.send({ type: 'queue.line', line: lineAs(over) }),
  };
}

describe('the place', () => {
  it('moves with each document, from the number of the buyer', async () => {
    const page = await openWith(queued());
    expect(page.place()).toMatchObject({ position: 70, paused: false });
    page.hears({ serving: 30, gone: [[40, 4]], per_minute: 12, seats_left: 5, paused: true });
    expect(page.place()).toEqual({
      position: 46,
      servedPerMinute: 12,
      seatsLeft: 5,
      paused: true,
    });
    page.hears({ serving: 79 });
    expect(page.place()).toMatchObject({ position: 1 });
    expect(page.parent.take()).toEqual([]);
  });

  it.each([
    ['a server without numbers (ruling R20)', { number: null }],
    ['a missed turn, which stands before every number (ruling R10)', { passedOver: true }],
  ])('is that of the reading after %s', async (_, over) => {
    const page = await openWith(queued({ position: 3, ...over }));
    page.hears({ serving: 90, per_minute: 9 });
    expect(page.place()).toMatchObject({ position: 3, servedPerMinute: 9 });
    await pass(200_000);
    expect(page.parent.take()).toEqual([]);
  });

  it('is that of a later reading', async () => {
    const page = await openWith(queued());
    page.hears({ serving: 30 });
    page.read(queued({ position: 12 }));
    expect(page.place()).toMatchObject({ position: 12 });
  });

  it('never counts a buyer twice or below the front', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.nat(500), fc.nat(50), (serving, number, returned) => {
        const { position } = placeOfLine(lineAs({ serving, returned }), queued({ number }));
        expect(position).toBe(number <= serving ? 1 : number - serving + returned);
      }),
    );
  });
});

describe('a document', () => {
  const at = (seconds: number) => new Date(Date.UTC(2026, 2, 7, 3, 0, seconds)).toISOString();

  it.each([
    ['a later one', 1, true],
    ['the same again', 0, true],
    ['one that a cache kept', -2, false],
    ['one by a clock that was set right', -61, true],
  ])('%s', (_, seconds, isTaken) => {
    expect(isNewer(lineAs({ at: at(0) }), lineAs({ at: at(seconds) }), slug)).toBe(isTaken);
  });

  it('of another event is not taken', () => {
    expect(isNewer(null, lineAs({ slug: 'konser-lain' }), slug)).toBe(false);
  });
});

describe('what only a reading can tell', () => {
  it.each([
    ['nothing', { serving: 79 }, queued(), null],
    ['the turn', { serving: 80 }, queued(), 'turn'],
    ['that the front is near', { near: 70 }, queued({ nextContactMs: 600_000 }), 'near'],
    ['nothing far from it', { near: 69 }, queued({ nextContactMs: 600_000 }), null],
    ['nothing near it with its heartbeat', { near: 70 }, queued({ nextContactMs: 90_000 }), null],
    ['nothing while the room gathers', { phase: 'gathering' }, entrant, null],
    ['nothing while it draws', { phase: 'drawing' }, entrant, null],
    ['nothing of a phase that this build does not know', { phase: 'unknown' }, entrant, null],
    ['the draw', { phase: 'serving' }, entrant, 'draw'],
    ['the end', { phase: 'closed' }, queued(), 'closed'],
    ['nothing to a buyer who is in', { phase: 'closed' }, queued({ step: 'online' }), null],
  ] as const)('%s', (_, over, reading, news) => {
    expect(newsOf(lineAs(over), reading)).toBe(news);
  });

  it.each([
    [0, 3_000],
    [5_000, 5_000],
    [100_000, 100_000],
    [1_000_000, 120_000],
  ])('is read by %d buyers over %d ms', (crowd, ms) => {
    expect(readSpread(crowd)).toBe(ms);
  });

  it('is asked once, within the spread of those who hear the same', async () => {
    const page = await openWith(queued());
    page.hears({ serving: 30 });
    // 10,000 are let in at once: in the middle of ten seconds.
    page.hears({ serving: 10_030 });
    page.hears({ serving: 10_031 });
    await pass(4_999);
    expect(page.parent.take()).toEqual([]);
    await pass(2);
    expect(page.parent.take()).toEqual(asks);
    // The reading decides: still queued, and the heartbeat goes on.
    page.read(queued());
    page.hears({ serving: 10_032 });
    await pass(200_000);
    expect(page.parent.take()).toEqual([]);
  });

  it('is asked again where the next heartbeat is too long, too', async () => {
    const page = await openWith(queued({ nextContactMs: 600_000 }));
    page.hears({ near: 70 });
    page.hears({ near: 71 });
    await pass(1_501);
    expect(page.parent.take()).toEqual(asks);
    page.read(queued({ nextContactMs: 500_000 }));
    page.hears({ near: 72 });
    await pass(1_501);
    expect(page.parent.take()).toEqual(asks);
    page.read(queued({ nextContactMs: 90_000 }));
    page.hears({ near: 73 });
    await pass(200_000);
    expect(page.parent.take()).toEqual([]);
  });

  it('is not asked any more once a reading said it', async () => {
    const page = await openWith(queued());
    page.hears({ serving: 80 });
    page.read(queued({ step: 'online', number: null }));
    await pass(400);
    expect(page.state()).toEqual({ promoted: 'pausing' });
    page.parent.take();
    await pass(90);
    expect(page.parent.take()).toEqual([]);
  });
});

describe('the waiting room', () => {
  it('gathers until the draw, asks for the number, shows it, and waits', async () => {
    const page = await openWith(entrant);
    expect(page.state()).toBe('gathering');
    page.hears({ phase: 'gathering', serving: 0, issued: 0, entrants: 20_000 });
    page.hears({ phase: 'drawing', serving: 0, issued: 0, entrants: 20_000 });
    await pass(200_000);
    expect(page.parent.take()).toEqual([]);
    page.hears({ serving: 0, issued: 20_000 });
    await pass(10_001);
    expect(page.parent.take()).toEqual(asks);
    page.read(drawn);
    expect(page.state()).toBe('drawn');
    await pass(19_999);
    page.read(drawn);
    expect(page.state()).toBe('drawn');
    await pass(2);
    expect(page.state()).toBe('waiting');
  });

  it.each([
    ['elsewhere', 'a payment that another device began', queued({ step: 'paymentProcessing' })],
    ['gathering', 'a draw that is held again', entrant],
    ['waiting', 'a place behind the drawn ones', queued()],
    ['promoted', 'a turn', queued({ step: 'online', number: null })],
    ['unknown', 'no place at all', queued({ step: 'expired', number: null })],
  ])('with its number shown leads to %s by %s', async (state, _what, reading) => {
    const page = await openWith(entrant);
    page.read(drawn);
    page.read(reading);
    expect(page.state()).toEqual(state === 'promoted' ? { promoted: 'pausing' } : state);
  });

  it('is left by a press once the number is known', async () => {
    const page = await openWith(entrant);
    page.read(drawn);
    page.actor.send({ type: 'queue.proceed' });
    expect(page.state()).toBe('waiting');
  });

  it('a place with its number waits at once, drawn or behind the drawn ones', async () => {
    expect((await openWith(drawn)).state()).toBe('waiting');
    expect((await openWith(queued())).state()).toBe('waiting');
  });
});

describe('the watcher', () => {
  it('runs in line alone, with the pace of the moment', async () => {
    const page = await openWith(entrant, { realtime: false });
    page.read(drawn);
    page.actor.send({ type: 'queue.realtimeChanged', connected: true, error: null });
    page.actor.send({ type: 'queue.proceed' });
    expect(page.watched.map(({ realtime }) => realtime)).toEqual([false, false, true]);
    page.commands.length = 0;
    page.actor.send({ type: 'queue.realtimeChanged', connected: false, error: 'x' });
    page.actor.send({ type: 'queue.refresh' });
    page.actor.send({ type: 'call.hasten' });
    expect(page.commands).toEqual([
      { type: 'line.watch', realtime: false, isWanted: false },
      { type: 'line.watch', realtime: false, isWanted: true },
      { type: 'line.watch', realtime: false, isWanted: true },
    ]);
    page.read(queued({ step: 'online', number: null }));
    expect(page.actor.getSnapshot().children.watchLine).toBeUndefined();
  });
});
