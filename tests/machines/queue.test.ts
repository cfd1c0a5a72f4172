import { beforeEach, describe, expect, it, vi } from 'vitest';
import { queueMachine } from '../../machines/queue/queue.machine.ts';
import { queuePorts } from '../../machines/queue/queue.ports.ts';
import {
  linePercent,
  scarcityOf,
  standingOf,
  waitRange,
} from '../../machines/queue/queue.rules.ts';
import type { QueueParentEvent } from '../../machines/queue/queue.types.ts';
import type { SessionReading } from '../../machines/session/session.types.ts';
import { ok, parentStub, pass } from '../support/flows/machines.ts';
import { readingAs } from '../support/flows/readings.ts';
import { openFlow } from '../support/model/open-flow.ts';

const slug = 'pesta-rakyat-bandung';
const reading = (over: Partial<SessionReading> = {}) => readingAs({ slug, ...over });
const queued = reading({ step: 'queued', position: 7 });
const online = reading({ step: 'online', remainingMs: 900_000 });

beforeEach(() => vi.useFakeTimers());

function open(before: SessionReading | null = null) {
  const parent = parentStub<QueueParentEvent>();
  const { watchLine } = queuePorts;
  const input = { parent: parent.ref, slug, reading: before };
  const page = openFlow(queueMachine, queuePorts, input, { watchLine });
  const announced = vi.fn();
  page.actor.on('turn.came', announced);
  const read = (news: SessionReading) => page.send({ type: 'queue.reading', reading: news });
  return { ...page, parent, announced, read };
}
async function openIn(place: 'waiting' | 'promoted' | 'online', isFollowing = false) {
  const page = open();
  const joined = place === 'waiting' ? queued : online;
  await page.joinQueue.answer(ok({ ...joined, isFollowing }));
  if (place === 'online' && !isFollowing) {
    await pass(500);
    await page.claimRedirect.answer(false);
  }
  page.parent.take();
  return page;
}

describe('the rules', () => {
  it.each([
    ['queued', { step: 'queued' }],
    ['elsewhere', { step: 'queued', slug: 'konser-lain' }],
    ['online', { step: 'online' }],
    ['elsewhere', { step: 'online', hasDraft: true }],
    ['elsewhere', { step: 'online', slug: 'konser-lain' }],
    ['elsewhere', { step: 'paymentSelection' }],
    ['elsewhere', { step: 'paymentProcessing' }],
    ['none', { step: 'completed' }],
    ['none', { step: 'expired', slug: 'konser-lain' }],
    ['none', { step: 'cancelled', endReason: 'kicked' }],
    ['none', { step: 'notInQueue', slug: null }],
    ['none', { step: 'unknown' }],
  ] as const)('to the queue page a session is %s: %o', (standing, over) => {
    expect(standingOf(reading(over), slug)).toBe(standing);
  });

  it.each([
    [13, null, null],
    [13, 0, null],
    [1, 30, { unit: 'minutes', from: 1, to: 1 }],
    [13, 2.5, { unit: 'minutes', from: 4, to: 8 }],
    // One turn in five minutes says little.
    [13, 0.2, { unit: 'hours', from: 1, to: 3 }],
    [100, 4, { unit: 'minutes', from: 20, to: 35 }],
    [60_000, 300, { unit: 'hours', from: 2, to: 4 }],
    [5_100, 300, { unit: 'minutes', from: 14, to: 20 }],
    [30_600, 300, { unit: 'minutes', from: 85, to: 120 }],
    [30_601, 300, { unit: 'hours', from: 1, to: 3 }],
  ])('position %s at a pace of %s promises %j', (position, perMinute, range) => {
    expect(waitRange(position, perMinute)).toEqual(range);
  });

  it('the way from the join to the turn is shown, 10 percent at the least (§9.43)', () => {
    const percents = [
      [40, 40],
      [20, 40],
      [1, 40],
      [0, 40],
      [0, 0],
      // Those who return go before others.
      [41, 40],
    ].map(([ahead = 0, start = 0]) => linePercent(ahead, start));
    expect(percents).toEqual([10, 55, 98, 100, 100, 10]);
  });

  it.each([
    [null, 200, null],
    [0, 1, 'gone'],
    [0, 50, 'gone'],
    [1, 1, null],
    [9, 10, 'likely'],
    [10, 10, 'possible'],
    [44, 10, 'possible'],
    [45, 10, null],
  ])('%s seats at position %s are %s', (left, position, scarcity) => {
    expect(scarcityOf(left, position)).toBe(scarcity);
  });
});

describe('in line', () => {
  it('announces the turn to somebody who waited, once', async () => {
    const page = await openIn('waiting');
    await page.read(queued);
    expect(page.announced).not.toHaveBeenCalled();
    await page.read(online);
    await page.read(online);
    expect(page.announced).toHaveBeenCalledTimes(1);
    expect((await openIn('promoted')).announced).not.toHaveBeenCalled();
  });

  it('[F22] moves to the seats once, half a second after the first word of the turn (§9.21)', async () => {
    const page = await openIn('waiting');
    await page.read(online);
    await pass(300);
    await page.read(online);
    await page.read(online);
    await pass(199);
    expect(page.claimRedirect.calls).toEqual([]);
    await pass(1);
    expect(page.claimRedirect.calls).toEqual([{ slug }]);
    expect(page.context().notices.map(({ key }) => key)).toEqual(['queue.notice.promoted']);
  });
});

describe('notices (§9.38)', () => {
  const lost = (error: string) =>
    ({ type: 'queue.realtimeChanged', connected: false, error }) as const;
  const back = { type: 'queue.realtimeChanged', connected: true, error: null } as const;

  it('tell of the broker coming and going, not of its first coming (§2.166)', async () => {
    const page = await openIn('waiting');
    await page.send(back, lost('Broker'), back);
    expect(page.context().notices).toEqual([
      { id: 0, key: 'queue.notice.realtimeLost', detail: 'Broker' },
      { id: 1, key: 'queue.notice.realtimeBack', detail: null },
    ]);
  });

  it('are three at most, the newest (§2.165)', async () => {
    const page = await openIn('waiting');
    await page.send(...['a', 'b', 'c', 'd'].map(lost));
    expect(page.context().notices.map(({ detail }) => detail)).toEqual(['b', 'c', 'd']);
  });

  it('are messages of the system; of the log the newest is kept; both as short text', async () => {
    const page = await openIn('waiting');
    const detail = 'Pemeliharaan pukul 23.00';
    await page.send(
      { type: 'queue.systemSaid', message: ` ${detail} ` },
      { type: 'queue.systemSaid', message: detail },
      { type: 'queue.logged', message: '2 pembeli masuk dari antrean' },
      { type: 'queue.logged', message: '🎟'.repeat(500) },
    );
    expect(page.context().notices).toEqual([{ id: 0, key: 'queue.notice.system', detail }]);
    expect(page.context().log).toBe(`${'🎟'.repeat(199)}…`);
    await page.send({ type: 'queue.logged', message: 'x'.repeat(200) });
    expect(page.context().log).toBe('x'.repeat(200));
  });
});
