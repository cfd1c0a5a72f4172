import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fromCallback } from 'xstate';
import type { Line } from '../../contract/queue.ts';
import { isNewer, newsOf, placeOfLine, readSpread } from '../../machines/queue/queue.line.ts';
import { queueMachine } from '../../machines/queue/queue.machine.ts';
import { type LineInput, queuePorts } from '../../machines/queue/queue.ports.ts';
import type { LineCommand, QueueParentEvent } from '../../machines/queue/queue.types.ts';
import type { SessionReading } from '../../machines/session/session.types.ts';
import { lineAs, slug } from '../support/flows/line.ts';
import { ok, parentStub, pass } from '../support/flows/machines.ts';
import { readingAs } from '../support/flows/readings.ts';
import { openFlow } from '../support/model/open-flow.ts';

const queued = (over: Partial<SessionReading> = {}) =>
  readingAs({ id: 's1', slug, step: 'queued', position: 70, number: 80, ...over });
const entrant = queued({ position: null, number: null, entrant: 'kancil-07' });
const asks = [{ type: 'session.refreshWanted' }];

beforeEach(() => vi.useFakeTimers());

/** The queue page after its join. */
async function openWith(joined: SessionReading, realtime = true) {
  const watched: LineInput[] = [];
  const commands: LineCommand[] = [];
  const parent = parentStub<QueueParentEvent>();
  const watchLine = fromCallback<LineCommand, LineInput>(({ input, receive }) => {
    watched.push(input);
    receive((command) => commands.push(command));
  });
  const input = { parent: parent.ref, slug, reading: null, realtime, random: () => 0.5 };
  const page = openFlow(queueMachine, queuePorts, input, { watchLine });
  await page.joinQueue.answer(ok(joined));
  parent.take();
  return {
    ...page,
    parent,
    watched,
    commands,
    place: () => page.context().place,
    read: (reading: SessionReading) => page.send({ type: 'queue.reading', reading }),
    hears: (over: Partial<Line>) => page.send({ type: 'queue.line', line: lineAs(over) }),
  };
}

describe('the place (§11.12)', () => {
  it('moves with each document, from the number of the buyer, until the next reading', async () => {
    const page = await openWith(queued());
    await page.hears({ serving: 30, gone: [[40, 4]], per_minute: 12, seats_left: 5, paused: true });
    expect(page.place()).toEqual({ position: 46, servedPerMinute: 12, seatsLeft: 5, paused: true });
    await page.hears({ serving: 79 });
    expect(page.place()).toMatchObject({ position: 1, paused: false });
    await page.read(queued({ position: 12 }));
    expect(page.place()).toMatchObject({ position: 12 });
    expect(page.parent.take()).toEqual([]);
  });

  it.each([
    ['a server without numbers (§11.14)', { number: null }],
    ['a missed turn, which stands before every number (§11.21)', { passedOver: true }],
  ])('is that of the reading after %s', async (_, over) => {
    const page = await openWith(queued({ position: 3, ...over }));
    await page.hears({ serving: 90, per_minute: 9 });
    expect(page.place()).toMatchObject({ position: 3, servedPerMinute: 9 });
    await pass(200_000);
    expect(page.parent.take()).toEqual([]);
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

describe('a document (§11.14)', () => {
  const at = (seconds: number) => new Date(Date.UTC(2026, 2, 7, 3, 0, seconds)).toISOString();

  it.each([
    ['a later one', 1, true, slug],
    ['the same again', 0, true, slug],
    ['one that a cache kept', -2, false, slug],
    ['one by a clock that was set right', -61, true, slug],
    ['one of another event', 1, false, 'konser-lain'],
  ])('%s', (_, seconds, isTaken, of) => {
    const line = lineAs({ at: at(seconds), slug: of });
    expect(isNewer(lineAs({ at: at(0) }), line, slug)).toBe(isTaken);
  });
});

describe('what only a reading can tell (§11.13)', () => {
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

  it('is read within a spread that grows with the crowd', () => {
    const spreads = [0, 5_000, 100_000, 1_000_000].map(readSpread);
    expect(spreads).toEqual([3_000, 5_000, 100_000, 120_000]);
  });

  it('is asked once, within the spread of those who hear the same', async () => {
    const page = await openWith(queued());
    await page.hears({ serving: 30 });
    // 10,000 are let in at once: in the middle of ten seconds.
    await page.hears({ serving: 10_030 });
    await page.hears({ serving: 10_031 });
    await pass(4_999);
    expect(page.parent.take()).toEqual([]);
    await pass(2);
    expect(page.parent.take()).toEqual(asks);
    // The reading decides: still queued, and the heartbeat goes on.
    await page.read(queued());
    await page.hears({ serving: 10_032 });
    await pass(200_000);
    expect(page.parent.take()).toEqual([]);
  });

  it('is asked again where the next heartbeat is too long, too', async () => {
    const page = await openWith(queued({ nextContactMs: 600_000 }));
    for (const [near, next, told] of [
      [71, 500_000, asks],
      [72, 90_000, asks],
      [73, 90_000, []],
    ] as const) {
      await page.hears({ near });
      await pass(1_501);
      expect(page.parent.take()).toEqual(told);
      await page.read(queued({ nextContactMs: next }));
    }
  });

  it('is not asked any more once a reading said it', async () => {
    const page = await openWith(queued());
    await page.hears({ serving: 80 });
    await page.read(queued({ step: 'online', number: null }));
    page.parent.take();
    await pass(490);
    expect(page.parent.take()).toEqual([]);
  });

  it('is the draw of a waiting room, asked for by twenty thousand in twenty seconds', async () => {
    const page = await openWith(entrant);
    await page.hears({ phase: 'gathering', serving: 0, issued: 0, entrants: 20_000 });
    await page.hears({ phase: 'drawing', serving: 0, issued: 0, entrants: 20_000 });
    await pass(200_000);
    expect(page.parent.take()).toEqual([]);
    await page.hears({ serving: 0, issued: 20_000 });
    await pass(9_999);
    expect(page.parent.take()).toEqual([]);
    await pass(2);
    expect(page.parent.take()).toEqual(asks);
  });
});

it('the number of a draw is shown for twenty seconds, however often it is read (§2.175)', async () => {
  const page = await openWith(entrant);
  const drawn = queued({ entrant: 'kancil-07' });
  await page.read(drawn);
  await pass(19_999);
  await page.read(drawn);
  expect(page.value()).toBe('drawn');
  await pass(2);
  expect(page.value()).toBe('waiting');
  expect((await openWith(drawn)).value()).toBe('waiting');
});

it('the watcher of the line runs in line alone, with the pace of the moment', async () => {
  const page = await openWith(entrant, false);
  const pace = (connected: boolean) =>
    ({ type: 'queue.realtimeChanged', connected, error: null }) as const;
  await page.read(queued({ entrant: 'kancil-07' }));
  await page.send(pace(true), { type: 'queue.proceed' });
  expect(page.watched.map(({ realtime }) => realtime)).toEqual([false, false, true]);
  page.commands.length = 0;
  await page.send(pace(false), { type: 'queue.refresh' }, { type: 'call.hasten' });
  const watch = { type: 'line.watch', realtime: false };
  expect(page.commands).toEqual([
    { ...watch, isWanted: false },
    { ...watch, isWanted: true },
    { ...watch, isWanted: true },
  ]);
  await page.read(queued({ step: 'online', number: null }));
  expect(page.actor.getSnapshot().children.watchLine).toBeUndefined();
});
