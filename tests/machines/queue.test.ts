import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { queueMachine } from '../../machines/queue/queue.machine.ts';
import type { QueueJoinInput, QueuePortInput } from '../../machines/queue/queue.ports.ts';
import { linePercent, scarcityOf, waitRange } from '../../machines/queue/queue.rules.ts';
import type {
  QueueEmitted,
  QueueEvent,
  QueueParentEvent,
} from '../../machines/queue/queue.types.ts';
import type { SessionReading } from '../../machines/session/session.types.ts';
import type { Result } from '../../machines/shared/result.ts';
import { fakePort, ok, parentStub, pass, refused, unreachable } from '../support/flows/machines.ts';
import { readingAs } from '../support/flows/readings.ts';
import { shownText } from '../support/shown-text.ts';

const slug = 'pesta-rakyat-bandung';
const reading = (over: Partial<SessionReading> = {}) => readingAs({ slug, ...over });
const queued = reading({ step: 'queued', position: 7 });
const online = reading({ step: 'online', remainingMs: 900_000 });
const onlineThere = { ...online, isFollowing: true };
const refreshed = [{ type: 'session.refreshWanted' }, { type: 'realtime.rearmWanted' }];

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function open(before: SessionReading | null = null) {
  const joinQueue = fakePort<Result<SessionReading>, QueueJoinInput>();
  const claimRedirect = fakePort<boolean, QueuePortInput>();
  const exitQueue = fakePort<Result<null>, QueuePortInput>();
  const parent = parentStub<QueueParentEvent>();
  const actor = createActor(
    queueMachine.provide({
      actors: {
        joinQueue: joinQueue.logic,
        claimRedirect: claimRedirect.logic,
        exitQueue: exitQueue.logic,
      },
    }),
    { input: { parent: parent.ref, slug, reading: before } },
  ).start();
  const announced: QueueEmitted[] = [];
  actor.on('turn.came', (event) => announced.push(event));
  const state = () => actor.getSnapshot().value;
  return {
    actor,
    announced,
    joinQueue,
    claimRedirect,
    exitQueue,
    parent,
    state,
    context: () => actor.getSnapshot().context,
    output: () => actor.getSnapshot().output,
    send: (event: QueueEvent) => actor.send(event),
    read: (news: SessionReading) => actor.send({ type: 'queue.reading', reading: news }),
  };
}

async function openIn(place: 'waiting' | 'promoted' | 'online') {
  const page = open();
  await page.joinQueue.answer(ok(place === 'waiting' ? queued : online));
  if (place === 'online') {
    await pass(500);
    await page.claimRedirect.answer(false);
  }
  return page;
}

const nameOf = (value: unknown) =>
  typeof value === 'string' ? value : Object.keys(value as object).join();

describe('joining', () => {
  it('takes a place and waits', async () => {
    const page = open();
    expect(page.state()).toBe('joining');
    expect(page.joinQueue.calls).toEqual([{ slug }]);
    await page.joinQueue.answer(ok(queued));
    expect(page.state()).toBe('waiting');
    expect(page.context().reading).toEqual(queued);
  });

  it.each([queued, online])('only confirms a place that is held: $state', async (held) => {
    const page = open(held);
    expect(page.joinQueue.calls).toEqual([{ slug }]);
  });

  it.each([
    reading({ step: 'queued', slug: 'konser-lain' }),
    reading({ step: 'online', slug: 'konser-lain' }),
    reading({ step: 'paymentSelection' }),
    reading({ step: 'paymentProcessing' }),
  ])('goes elsewhere without joining when the session is $state of $slug', (held) => {
    const page = open(held);
    expect(page.joinQueue.calls).toEqual([]);
    expect(page.output()).toEqual({ kind: 'elsewhere' });
  });

  it.each([
    reading({ step: 'expired', endReason: 'deadline' }),
    reading({ step: 'cancelled', endReason: 'kicked' }),
    reading({ step: 'completed' }),
  ])('joins again after a session that is $state', (ended) => {
    expect(open(ended).joinQueue.calls).toHaveLength(1);
  });

  it.each([
    ['a place in line', queued],
    ['a turn', online],
    ['anything else', reading({ step: 'unknown' })],
  ])(
    'has the session read after %s: the root guards a place against leaving',
    async (_name, got) => {
      const page = open();
      await page.joinQueue.answer(ok(got));
      expect(page.parent.take()).toEqual([{ type: 'session.refreshWanted' }]);
    },
  );

  it('is promoted at once when there is room', async () => {
    const page = open();
    await page.joinQueue.answer(ok(online));
    expect(page.state()).toEqual({ promoted: 'pausing' });
    expect(page.announced).toEqual([]);
  });

  it.each([
    [online, 'promoted'],
    [onlineThere, 'online'],
  ] as const)('announces the turn to somebody who waited, once: %o', async (news, state) => {
    const page = await openIn('waiting');
    page.read(queued);
    expect(page.announced).toEqual([]);
    page.read(news);
    page.read(news);
    expect(nameOf(page.state())).toBe(state);
    expect(page.announced).toEqual([{ type: 'turn.came' }]);
  });

  it('goes elsewhere when the place it gets is paying already', async () => {
    const page = open();
    await page.joinQueue.answer(ok(reading({ step: 'paymentSelection' })));
    expect(page.output()).toEqual({ kind: 'elsewhere' });
  });

  it('does not know what to make of an answer without a place', async () => {
    const page = open();
    await page.joinQueue.answer(ok(reading({ step: 'unknown' })));
    expect(page.state()).toBe('unknown');
  });

  it('gives up a signed-out buyer', async () => {
    const page = open();
    await page.joinQueue.answer(refused('unauthenticated', 'Unauthenticated'));
    expect(page.output()).toEqual({ kind: 'signedOut' });
    expect(page.parent.events()).toEqual([]);
  });

  it.each([
    [
      refused('otherSessionLive', 'You already have a session for another event'),
      'You already have a session for another event',
    ],
    [
      refused('eventNotFound', 'No such event'),
      'Event tidak ditemukan. Silakan kembali ke halaman utama.',
    ],
    [unreachable(), 'Failed to join queue'],
  ])('shows why it failed and asks for the session: %o', async (answer, words) => {
    const page = open();
    await page.joinQueue.answer(answer);
    expect(page.state()).toBe('failed');
    expect(shownText(page.context().error)).toBe(words);
    expect(page.parent.events()).toEqual([{ type: 'session.refreshWanted' }]);
  });

  it('survives a bug in the port', async () => {
    const page = open();
    await page.joinQueue.crash();
    expect(page.state()).toBe('failed');
    expect(shownText(page.context().error)).toBe('Failed to join queue');
    expect(page.parent.events()).toEqual([{ type: 'session.refreshWanted' }]);
  });
});

describe('failed', () => {
  async function openFailed() {
    const page = open();
    await page.joinQueue.answer(unreachable());
    page.parent.take();
    return page;
  }

  it('tries again', async () => {
    const page = await openFailed();
    page.send({ type: 'queue.retry' });
    expect(page.state()).toBe('joining');
    expect(page.context().error).toBeNull();
    await page.joinQueue.answer(ok(queued));
    expect(page.state()).toBe('waiting');
  });

  it('joins again by itself after growing pauses, and at once when awake (ruling R21)', async () => {
    const page = await openFailed();
    for (const pause of [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000]) {
      const before = page.joinQueue.calls.length;
      await pass(pause - 1);
      expect(page.joinQueue.calls).toHaveLength(before);
      await pass(1);
      expect(page.joinQueue.calls).toHaveLength(before + 1);
      await page.joinQueue.answer(unreachable());
    }
    page.send({ type: 'call.hasten' });
    await page.joinQueue.answer(ok(queued));
    expect(page.state()).toBe('waiting');
    expect(page.context().error).toBeNull();
  });

  it('waits as long as a busy server asks, then is in line without a press (ruling R21)', async () => {
    const page = open();
    await page.joinQueue.answer({
      ok: false,
      failure: { kind: 'broken', status: 503, message: 'Sebentar', retryAfterMs: 12_000 },
    });
    await pass(11_999);
    expect(page.joinQueue.calls).toHaveLength(1);
    // The jitter comes on top, so that not all come back at once.
    await pass(1_201);
    expect(page.joinQueue.calls).toHaveLength(2);
    await page.joinQueue.answer(ok(queued));
    expect(page.state()).toBe('waiting');
  });

  it.each(['eventNotFound', 'otherSessionLive', 'inputInvalid'] as const)(
    'does not repeat what was refused with %s',
    async (code) => {
      const page = open();
      await page.joinQueue.answer(refused(code, 'Tidak bisa'));
      await pass(600_000);
      page.send({ type: 'call.hasten' });
      expect(page.state()).toBe('failed');
      expect(page.joinQueue.calls).toHaveLength(1);
    },
  );

  it('reads again', async () => {
    const page = await openFailed();
    page.send({ type: 'queue.refresh' });
    expect(page.parent.take()).toEqual(refreshed);
  });

  it.each([
    [queued, 'waiting'],
    [online, 'promoted'],
    [{ ...online, isFollowing: true }, 'online'],
    [reading({ step: 'queued', slug: 'konser-lain' }), 'elsewhere'],
  ] as const)('is led out by a reading of a place: %o', async (news, state) => {
    const page = await openFailed();
    page.read(news);
    expect(nameOf(page.state())).toBe(state);
  });

  it.each([
    reading({ step: 'notInQueue', slug: null }),
    reading({ step: 'cancelled', endReason: 'kicked' }),
  ])('keeps its words when there is no place: $state', async (news) => {
    const page = await openFailed();
    page.read(news);
    expect(page.state()).toBe('failed');
    expect(shownText(page.context().error)).toBe('Failed to join queue');
  });
});

describe('in line', () => {
  it('takes over what is read', async () => {
    const page = await openIn('waiting');
    page.read({ ...queued, position: 2 });
    expect(page.state()).toBe('waiting');
    expect(page.context().reading?.position).toBe(2);
  });

  it.each(['waiting', 'online'] as const)(
    'keeps its place when a read fails, and says so: %s',
    async (place) => {
      const page = await openIn(place);
      page.send({ type: 'queue.readFailed' });
      expect(nameOf(page.state())).toBe(place);
      expect(shownText(page.context().error)).toBe('Failed to check queue session');
      page.read(place === 'waiting' ? queued : online);
      expect(page.context().error).toBeNull();
    },
  );

  it.each(['waiting', 'online'] as const)('reads again on request: %s', async (place) => {
    const page = await openIn(place);
    page.parent.take();
    page.send({ type: 'queue.refresh' });
    expect(page.parent.take()).toEqual(refreshed);
    expect(nameOf(page.state())).toBe(place);
  });

  it.each(['waiting', 'promoted', 'online'] as const)('leaves from %s', async (place) => {
    const page = await openIn(place);
    page.send({ type: 'queue.leave' });
    expect(page.state()).toBe('leaving');
    expect(page.exitQueue.calls).toEqual([{ slug }]);
    expect(page.actor.getSnapshot().can({ type: 'queue.leave' })).toBe(false);
    await page.exitQueue.answer(ok(null));
    expect(page.output()).toEqual({ kind: 'left' });
  });

  it('has left even when the exit failed', async () => {
    const refusedExit = await openIn('waiting');
    refusedExit.send({ type: 'queue.leave' });
    await refusedExit.exitQueue.answer(refused('paymentNotVoidable', 'Paid already'));
    expect(refusedExit.output()).toEqual({ kind: 'left' });
    const crashedExit = await openIn('waiting');
    crashedExit.send({ type: 'queue.leave' });
    await crashedExit.exitQueue.crash();
    expect(crashedExit.output()).toEqual({ kind: 'left' });
  });

  describe.each(['waiting', 'promoted', 'online'] as const)('%s', (place) => {
    it('follows the session to another step or event', async () => {
      const page = await openIn(place);
      page.read(reading({ step: 'paymentProcessing' }));
      expect(page.output()).toEqual({ kind: 'elsewhere' });
    });

    it('is queued and online as the reading says', async () => {
      const page = await openIn(place);
      page.read(queued);
      expect(page.state()).toBe('waiting');
      page.read(online);
      expect(page.state()).toEqual({ promoted: 'pausing' });
    });

    it.each([
      reading({ step: 'notInQueue', slug: null }),
      reading({ step: 'completed' }),
      reading({ step: 'expired', slug: 'konser-lain' }),
      // The root has stopped this machine by then, where it saw the end (ruling R2).
      reading({ step: 'cancelled', endReason: 'kicked' }),
      reading({ step: 'cancelled', slug: 'konser-lain', endReason: 'kicked' }),
      reading({ step: 'notInQueue', slug: 'konser-lain', endReason: 'kicked' }),
      reading({ step: 'unknown' }),
    ])('does not know what to make of $state of $slug', async (news) => {
      const page = await openIn(place);
      page.read(news);
      expect(page.state()).toBe('unknown');
    });
  });
});

describe('promoted', () => {
  it('moves to the seats after half a second, once', async () => {
    const page = await openIn('waiting');
    page.read(online);
    expect(page.context().notices.at(-1)?.key).toBe('queue.notice.promoted');
    await pass(300);
    page.read(online);
    page.read(online);
    await pass(199);
    expect(page.claimRedirect.calls).toEqual([]);
    await pass(1);
    expect(page.claimRedirect.calls).toEqual([{ slug }]);
    await page.claimRedirect.answer(true);
    expect(page.output()).toEqual({ kind: 'seats' });
    expect(page.context().notices).toHaveLength(1);
  });

  it('goes at once when the button is pressed', async () => {
    const page = await openIn('promoted');
    page.send({ type: 'queue.goToSeats' });
    expect(page.output()).toEqual({ kind: 'seats' });
  });

  it('shows the button when the move cannot be claimed', async () => {
    const page = await openIn('promoted');
    await pass(500);
    await page.claimRedirect.crash();
    expect(page.state()).toEqual({ online: 'shown' });
    expect(shownText(page.context().error)).toBe(
      'Gagal mengarahkan ke pemilihan kursi. Silakan refresh halaman.',
    );
  });
});

describe('[F10] online in a second tab', () => {
  it('follows five seconds after the other tab moved', async () => {
    const page = await openIn('online');
    expect(page.state()).toEqual({ online: 'shown' });
    await pass(4_999);
    expect(page.claimRedirect.calls).toHaveLength(1);
    await pass(1);
    expect(page.claimRedirect.calls).toHaveLength(2);
    await page.claimRedirect.answer(false);
    expect(page.state()).toEqual({ online: 'shown' });
    await pass(5_000);
    await page.claimRedirect.answer(true);
    expect(page.output()).toEqual({ kind: 'seats' });
  });

  it('stays where it is when the claim crashes', async () => {
    const page = await openIn('online');
    await pass(5_000);
    await page.claimRedirect.crash();
    expect(page.state()).toEqual({ online: 'shown' });
    expect(shownText(page.context().error)).toContain('Gagal mengarahkan');
  });

  it('goes by its button, and keeps still on the same news', async () => {
    const page = await openIn('online');
    page.read(online);
    expect(page.state()).toEqual({ online: 'shown' });
    page.send({ type: 'queue.goToSeats' });
    expect(page.output()).toEqual({ kind: 'seats' });
  });
});

describe('a second device of the account', () => {
  const queuedThere = { ...queued, isFollowing: true };

  async function openFollowing(place: 'waiting' | 'online') {
    const page = open();
    await page.joinQueue.answer(ok(place === 'waiting' ? queuedThere : onlineThere));
    page.parent.take();
    return page;
  }

  it('keeps the same place in line', async () => {
    const page = await openFollowing('waiting');
    expect(page.state()).toBe('waiting');
    page.read({ ...queuedThere, position: 3 });
    expect(page.context().reading?.position).toBe(3);
  });

  it.each(['by a join', 'by a reading in line', 'by a reading after a failure'])(
    'is let in without being moved: %s',
    async (how) => {
      const page = await openFollowing(how === 'by a join' ? 'online' : 'waiting');
      if (how === 'by a reading after a failure') {
        page.read(reading({ step: 'notInQueue', slug: null }));
        expect(page.state()).toBe('unknown');
      }
      page.read(onlineThere);
      expect(page.state()).toEqual({ online: 'shown' });
      await pass(30_000);
      expect(page.claimRedirect.calls).toEqual([]);
      expect(page.context().notices).toEqual([]);
    },
  );

  it('stays behind when the other takes over in the middle of the move', async () => {
    const page = await openIn('promoted');
    page.read(onlineThere);
    expect(page.state()).toEqual({ online: 'shown' });
    await pass(10_000);
    expect(page.claimRedirect.calls).toEqual([]);
  });

  it('is moved once the other device is gone', async () => {
    const page = await openFollowing('online');
    page.read(online);
    await pass(5_000);
    await page.claimRedirect.answer(true);
    expect(page.output()).toEqual({ kind: 'seats' });
  });

  it('goes by its own button', async () => {
    const page = await openFollowing('online');
    page.send({ type: 'queue.goToSeats' });
    expect(page.output()).toEqual({ kind: 'seats' });
  });

  it.each([
    ['waiting', queued, 'waiting'],
    ['waiting', online, 'promoted'],
    ['online', online, 'promoted'],
    ['waiting', reading({ step: 'paymentSelection' }), 'elsewhere'],
    ['waiting', reading({ step: 'completed' }), 'unknown'],
    ['online', onlineThere, 'online'],
  ] as const)('takes over from %s: %o leads to %s', async (place, answer, state) => {
    const page = await openFollowing(place);
    page.send({ type: 'queue.takeOver' });
    expect(page.state()).toBe('takingOver');
    expect(page.joinQueue.calls).toEqual([{ slug }, { slug, takesOver: true }]);
    await page.joinQueue.answer(ok(answer));
    expect(nameOf(page.state())).toBe(state);
  });

  it.each(['waiting', 'online'] as const)(
    'stays where it is when taking over fails, and asks: %s',
    async (place) => {
      const page = await openFollowing(place);
      page.send({ type: 'queue.takeOver' });
      await page.joinQueue.answer(unreachable());
      expect(nameOf(page.state())).toBe(place);
      expect(shownText(page.context().error)).toBe('Failed to join queue');
      expect(page.parent.take()).toEqual([{ type: 'session.refreshWanted' }]);
      page.send({ type: 'queue.takeOver' });
      await page.joinQueue.crash();
      expect(nameOf(page.state())).toBe(place);
      expect(page.parent.take()).toEqual([{ type: 'session.refreshWanted' }]);
    },
  );

  it.each(['waiting', 'online'] as const)(
    'takes over by itself once the server answers, and at once when awake (ruling R21): %s',
    async (place) => {
      const page = await openFollowing(place);
      page.send({ type: 'queue.takeOver' });
      await page.joinQueue.answer(unreachable());
      await pass(1_000);
      expect(page.state()).toBe('takingOver');
      await page.joinQueue.answer(unreachable());
      page.send({ type: 'call.hasten' });
      expect(page.joinQueue.calls.slice(1)).toEqual(
        [1, 2, 3].map(() => ({ slug, takesOver: true })),
      );
      await page.joinQueue.answer(ok(place === 'waiting' ? queued : online));
      expect(nameOf(page.state())).toBe(place === 'waiting' ? 'waiting' : 'promoted');
    },
  );

  it('drops the wish once it is the one: it takes over from no third device', async () => {
    const page = await openFollowing('waiting');
    page.send({ type: 'queue.takeOver' });
    await page.joinQueue.answer(unreachable());
    page.read(queued);
    page.read(queuedThere);
    await pass(60_000);
    page.send({ type: 'call.hasten' });
    expect(page.joinQueue.calls).toHaveLength(2);
  });

  it('is signed out like any other page', async () => {
    const page = await openFollowing('waiting');
    page.send({ type: 'queue.takeOver' });
    await page.joinQueue.answer(refused('unauthenticated', 'Unauthenticated'));
    expect(page.output()).toEqual({ kind: 'signedOut' });
  });

  it.each(['waiting', 'online'] as const)(
    'has nothing to take over where it is the one: %s',
    async (place) => {
      const page = await openIn(place);
      expect(page.actor.getSnapshot().can({ type: 'queue.takeOver' })).toBe(false);
    },
  );

  it('follows to the forms once the other device holds seats: the map would give them back', async () => {
    const page = await openFollowing('online');
    page.read({ ...onlineThere, hasDraft: true });
    expect(page.output()).toEqual({ kind: 'elsewhere' });
    expect(open({ ...online, hasDraft: true }).output()).toEqual({ kind: 'elsewhere' });
  });
});

describe('unknown', () => {
  async function openUnknown() {
    const page = await openIn('waiting');
    page.read(reading({ step: 'notInQueue', slug: null }));
    return page;
  }

  it.each([
    [queued, 'waiting'],
    [online, 'promoted'],
    [reading({ step: 'paymentSelection' }), 'elsewhere'],
    [reading({ step: 'completed' }), 'unknown'],
  ] as const)('follows what is read next: %o', async (news, state) => {
    const page = await openUnknown();
    page.read(news);
    expect(nameOf(page.state())).toBe(state);
    if (state !== 'elsewhere') expect(page.context().reading).toBe(news);
  });

  it('reads again, and stays to read once more when that fails', async () => {
    const page = await openUnknown();
    page.parent.take();
    page.send({ type: 'queue.refresh' });
    expect(page.parent.take()).toEqual(refreshed);
    page.send({ type: 'call.hasten' });
    expect(page.parent.take()).toEqual([{ type: 'session.refreshWanted' }]);
    page.send({ type: 'queue.readFailed' });
    expect(page.state()).toBe('unknown');
    expect(shownText(page.context().error)).toBe('Failed to check queue session');
  });

  it('reads again by itself, ever more slowly, and never joins: a paid session takes no second place (ruling R21)', async () => {
    const page = await openUnknown();
    page.parent.take();
    for (const pause of [1_000, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000]) {
      await pass(pause - 1);
      expect(page.parent.take()).toEqual([]);
      await pass(1);
      expect(page.parent.take()).toEqual([{ type: 'session.refreshWanted' }]);
      page.read(reading({ step: 'completed' }));
    }
    expect(page.joinQueue.calls).toHaveLength(1);
  });

  it('joins again on request', async () => {
    const page = await openUnknown();
    page.send({ type: 'queue.retry' });
    expect(page.state()).toBe('joining');
  });
});

describe('notices', () => {
  const lost = { type: 'queue.realtimeChanged', connected: false, error: 'Broker' } as const;
  const back = { type: 'queue.realtimeChanged', connected: true, error: null } as const;

  it('tell of the broker coming and going, not of its first coming', async () => {
    const page = await openIn('waiting');
    page.send(back);
    expect(page.context().notices).toEqual([]);
    page.send(lost);
    page.send(back);
    expect(page.context().notices).toEqual([
      { id: 0, key: 'queue.notice.realtimeLost', detail: 'Broker' },
      { id: 1, key: 'queue.notice.realtimeBack', detail: null },
    ]);
  });

  it('say the same once in three seconds', async () => {
    const page = await openIn('waiting');
    page.send(lost);
    await pass(2_999);
    page.send(lost);
    expect(page.context().notices).toHaveLength(1);
    await pass(1);
    page.send(lost);
    expect(page.context().notices).toHaveLength(2);
  });

  it('are three at most, the newest', async () => {
    const page = await openIn('waiting');
    for (const error of ['a', 'b', 'c', 'd']) {
      page.send({ type: 'queue.realtimeChanged', connected: false, error });
    }
    expect(page.context().notices.map(({ detail }) => detail)).toEqual(['b', 'c', 'd']);
  });
});

describe('messages for everybody', () => {
  it('of the system are notices; of the log the newest is kept; both as short text', async () => {
    const { send, context } = await openIn('waiting');
    send({ type: 'queue.systemSaid', message: ' Pemeliharaan pukul 23.00 ' });
    send({ type: 'queue.systemSaid', message: 'Pemeliharaan pukul 23.00' });
    expect(context().notices).toEqual([
      { id: 0, key: 'queue.notice.system', detail: 'Pemeliharaan pukul 23.00' },
    ]);
    send({ type: 'queue.logged', message: '2 pembeli masuk dari antrean' });
    send({ type: 'queue.logged', message: '🎟'.repeat(500) });
    expect(context().log).toBe(`${'🎟'.repeat(199)}…`);
    expect(context().notices).toHaveLength(1);
  });
});

describe('the numbers of the page', () => {
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
  ])('at position %s and a pace of %s promise %j', (position, perMinute, range) => {
    expect(waitRange(position, perMinute)).toEqual(range);
  });

  it('show the way from the join to the turn, 10 percent at the least (§9)', () => {
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
  ])('say what %s seats mean at position %s: %s', (left, position, scarcity) => {
    expect(scarcityOf(left, position)).toBe(scarcity);
  });
});
