import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isGoingOn, stepOf, withSteadyDeadline } from '../../machines/session/session.rules.ts';
import type { SessionStep } from '../../machines/session/session.types.ts';
import { broken, ok, pass, refusalAs, refused, unreachable } from '../support/flows/machines.ts';
import {
  reading,
  sessionCoverage,
  startedWith,
  startSession,
} from '../support/flows/session-flow.ts';

const none = reading({ id: null, step: 'notInQueue', slug: null, remainingMs: null });
const expired = reading({ step: 'expired', deadline: null, remainingMs: null, seq: 9 });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('steps', () => {
  it('reads at once, for the visit it was started with', async () => {
    const { read, parent, state } = startSession();
    expect(state().value).toMatchObject({ step: 'unknown', reader: 'reading' });
    await read.answer(ok(reading()));
    expect(state().value).toEqual({
      step: 'online',
      clock: 'running',
      reader: 'idle',
      exit: 'idle',
    });
    expect(parent.events()).toEqual([{ type: 'session.read', reading: reading(), visit: 3 }]);
  });

  it.each([
    ['queued', 'queued'],
    ['online', 'online'],
    ['payment_selection', 'paymentSelection'],
    ['payment_processing', 'paymentProcessing'],
    ['completed', 'completed'],
    ['expired', 'expired'],
    ['timeout', 'expired'],
    ['failed', 'failed'],
    ['cancelled', 'cancelled'],
    ['not_in_queue', 'notInQueue'],
    ['unknown', 'unknown'],
  ] as const)('takes %s for %s, and tells the root from there', async (wireState, step) => {
    const { actor, read, parent } = startSession();
    const answer = reading({ step: stepOf(wireState) });
    await read.answer(ok(answer));
    expect(actor.getSnapshot().value).toMatchObject({ step });
    expect(parent.events().at(-1)).toEqual({ type: 'session.read', reading: answer, visit: 3 });
  });

  it.each(['completed', 'expired', 'notInQueue'] as const)(
    'keeps no clock and polls no more once %s',
    async (step) => {
      const { state, read } = await startedWith(reading({ step }));
      expect(state().value).toMatchObject({ clock: 'stopped' });
      await pass(1_000_000);
      expect(read.calls).toHaveLength(1);
    },
  );

  it('waits without a clock', async () => {
    const { state } = await startedWith(
      reading({ step: 'queued', deadline: null, remainingMs: null, position: 4 }),
    );
    expect(state().value).toMatchObject({ step: 'queued', clock: 'stopped' });
  });
});

describe('reading', () => {
  it.each([
    { realtime: true, random: 0.5, every: 30_000 },
    { realtime: false, random: 0.5, every: 10_000 },
    { realtime: false, random: 0, every: 8_000 },
    { realtime: false, random: 1, every: 12_000 },
  ])('polls every $every ms (real-time $realtime, random $random)', async (given) => {
    const { read } = await startedWith(reading(), given);
    await pass(given.every - 1);
    expect(read.calls).toHaveLength(1);
    await pass(2);
    expect(read.calls).toHaveLength(2);
    await read.answer(ok(reading()));
    await pass(given.every - 2);
    expect(read.calls).toHaveLength(2);
    await pass(3);
    expect(read.calls).toHaveLength(3);
  });

  const far = { step: 'queued', deadline: null, remainingMs: null, number: 90_000 } as const;

  it.each([
    { named: 1_200_000, every: 1_200_000 },
    { named: 0, every: 5_000 },
    { named: 1e12, every: 3_600_000 },
  ])('in line keeps the heartbeat of $named ms that the server names', async ({ named, every }) => {
    const { actor, read } = await startedWith(reading({ ...far, nextContactMs: named }));
    // A broker that comes and goes changes nothing of it.
    await pass(1_000);
    actor.send({ type: 'session.pace', realtime: false });
    actor.send({ type: 'session.pace', realtime: true });
    await pass(every - 1_001);
    expect(read.calls).toHaveLength(1);
    await pass(2);
    expect(read.calls).toHaveLength(2);
  });

  it('in line reads at once on news, whatever the heartbeat', async () => {
    const { actor, read } = await startedWith(reading({ ...far, nextContactMs: 1_200_000 }));
    actor.send({ type: 'session.refresh' });
    await read.answer(ok(reading()));
    // Online again: the poll of §4.
    await pass(30_001);
    expect(read.calls).toHaveLength(3);
  });

  it.each([
    ['first', null],
    ['later', reading()],
    ['of no session', none],
  ])(
    'a %s read that got no answer is made again, ever more slowly (ruling R21)',
    async (_, known) => {
      const { actor, read, state } = known === null ? startSession() : await startedWith(known);
      if (known !== null) actor.send({ type: 'session.refresh' });
      let calls = read.calls.length;
      for (const wait of [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000]) {
        await read.answer(unreachable());
        expect(state().value).toMatchObject({ reader: 'waiting' });
        await pass(wait - 1);
        expect(read.calls).toHaveLength(calls);
        await pass(2);
        calls += 1;
        expect(read.calls).toHaveLength(calls);
      }
      await read.answer(ok(reading({ seq: 3 })));
      expect(state().value).toMatchObject({ step: 'online', reader: 'idle' });
      expect(state().context.healing.tries).toBe(0);
    },
  );

  it('is hastened by a wake and by real-time that is back; a server that asks for a pause gets it', async () => {
    const { actor, read } = startSession({ realtime: false });
    await read.answer({
      ok: false,
      failure: { kind: 'refused', ...refusalAs('tooManyRequests'), retryAfterMs: 20_000 },
    });
    await pass(19_999);
    expect(read.calls).toHaveLength(1);
    actor.send({ type: 'call.hasten' });
    expect(read.calls).toHaveLength(2);
    await read.crash();
    actor.send({ type: 'session.pace', realtime: true });
    expect(read.calls).toHaveLength(3);
    await read.answer(broken());
    actor.send({ type: 'session.refresh', visit: 7 });
    expect(read.calls).toHaveLength(4);
  });

  it('meets its deadline while it waits', async () => {
    const { actor, read, state } = await startedWith(reading({ remainingMs: 1_000 }));
    actor.send({ type: 'session.refresh' });
    await pass(500);
    await read.answer(unreachable());
    await pass(501);
    expect(state().value).toMatchObject({ reader: 'checkingDeadline', clock: 'reached' });
  });

  it('speeds up when real-time goes, reads at once when it comes back', async () => {
    const { actor, read, state } = await startedWith(reading());
    actor.send({ type: 'session.pace', realtime: true });
    expect(state().value).toMatchObject({ reader: 'idle' });
    await pass(5_000);
    actor.send({ type: 'session.pace', realtime: false });
    await pass(9_999);
    expect(read.calls).toHaveLength(1);
    await pass(2);
    expect(read.calls).toHaveLength(2);
    await read.answer(ok(reading()));
    actor.send({ type: 'session.pace', realtime: true });
    expect(read.calls).toHaveLength(3);
    expect(state().context.realtime).toBe(true);
  });

  it('does not put the next poll off when the pace is what it was', async () => {
    const { actor, read } = await startedWith(reading());
    await pass(29_999);
    actor.send({ type: 'session.pace', realtime: true });
    await pass(2);
    expect(read.calls).toHaveLength(2);
  });

  it('takes a change of pace while it reads', async () => {
    const { actor, read, state } = startSession();
    actor.send({ type: 'session.pace', realtime: false });
    expect(state().context.realtime).toBe(false);
    expect(read.calls).toHaveLength(1);
    actor.send({ type: 'session.pace', realtime: true });
    expect(read.calls).toHaveLength(2);
    expect(read.aborted(0)).toBe(true);
  });

  it('[F24] answers a visit with a read that began after it; the older read never arrives', async () => {
    const { actor, read, parent } = startSession();
    actor.send({ type: 'session.refresh', visit: 4 });
    expect(read.calls).toHaveLength(2);
    expect(read.aborted(0)).toBe(true);
    await read.answer(ok(reading({ step: 'online', seq: 2 })), 1);
    await read.answer(ok(reading({ step: 'queued', seq: 1 })), 0);
    expect(parent.events()).toEqual([
      { type: 'session.read', reading: reading({ seq: 2 }), visit: 4 },
    ]);
  });

  it('keeps the newest visit for a refresh that names none', async () => {
    const { actor, read, parent } = await startedWith(reading());
    actor.send({ type: 'session.refresh', visit: 7 });
    actor.send({ type: 'session.refresh' });
    await read.answer(ok(reading()));
    expect(parent.take()).toMatchObject([{ type: 'session.read', visit: 7 }]);
  });

  it('[F24] ignores a lower seq of the same session, and tells the visit what is known', async () => {
    const { actor, read, parent, state } = await startedWith(reading({ seq: 5 }));
    actor.send({ type: 'session.refresh', visit: 8 });
    await read.answer(ok(reading({ step: 'queued', seq: 4 })));
    expect(state().value).toMatchObject({ step: 'online' });
    expect(parent.take()).toEqual([
      { type: 'session.read', reading: reading({ seq: 5 }), visit: 8 },
    ]);
  });

  it('takes a low seq of another session', async () => {
    const { actor, read, state } = await startedWith(reading({ seq: 5 }));
    actor.send({ type: 'session.refresh' });
    await read.answer(ok(reading({ id: 's2', step: 'queued', remainingMs: null, seq: 1 })));
    expect(state().value).toMatchObject({ step: 'queued', clock: 'stopped' });
  });

  it('sends failures up and keeps what is known', async () => {
    const { actor, read, parent, state } = await startedWith(reading());
    actor.send({ type: 'session.refresh', visit: 9 });
    await read.answer(refused(403, 'Forbidden'));
    expect(parent.take()).toEqual([
      {
        type: 'session.readFailed',
        failure: { kind: 'refused', status: 403, message: 'Forbidden' },
        visit: 9,
      },
    ]);
    expect(state().value).toMatchObject({ step: 'online', clock: 'running' });
    actor.send({ type: 'session.refresh', visit: 10 });
    await read.crash();
    expect(parent.take()).toMatchObject([
      { type: 'session.readFailed', failure: { kind: 'broken' }, visit: 10 },
    ]);
    expect(state().context.reading).toEqual(reading());
  });
});

describe('the deadline', () => {
  const near = reading({ remainingMs: 20_000, deadline: 20_000 });

  async function atZero(first = near) {
    const flow = await startedWith(first);
    await pass((first.remainingMs ?? 0) + 1);
    expect(flow.state().value).toMatchObject({ reader: 'checkingDeadline', clock: 'reached' });
    flow.parent.take();
    return flow;
  }

  it('is asked about at zero, not before', async () => {
    const { read } = await startedWith(near);
    await pass(19_999);
    expect(read.calls).toHaveLength(1);
    await pass(2);
    expect(read.calls).toHaveLength(2);
  });

  it('is set again by every reading', async () => {
    const { actor, read } = await startedWith(near);
    await pass(15_000);
    actor.send({ type: 'session.refresh' });
    await read.answer(ok(reading({ remainingMs: 25_000 })));
    await pass(24_999);
    expect(read.calls).toHaveLength(2);
    await pass(2);
    expect(read.calls).toHaveLength(3);
  });

  it('goes on when more than ten seconds are left', async () => {
    const { read, parent, state } = await atZero();
    await read.answer(ok(reading({ remainingMs: 10_001 })));
    expect(state().value).toMatchObject({ step: 'online', clock: 'running', reader: 'idle' });
    expect(parent.take()).toMatchObject([{ type: 'session.read' }]);
  });

  it('goes on when the buyer has paid: money beats the clock', async () => {
    const { read, parent, state } = await atZero(
      reading({ step: 'paymentProcessing', remainingMs: 20_000 }),
    );
    await read.answer(ok(reading({ step: 'completed', remainingMs: null, seq: 4 })));
    expect(state().value).toMatchObject({ step: 'completed', clock: 'stopped' });
    expect(parent.take()).toMatchObject([
      { type: 'session.ended', ending: { reason: 'paidElsewhere', held: 'payment' } },
      { type: 'session.read', reading: { step: 'completed' } },
    ]);
  });

  const overruled = { ...near, step: 'expired', deadline: null, remainingMs: null };
  const timeUp = {
    type: 'session.ended',
    ending: {
      id: 's1',
      reason: 'timeUp',
      slug: 'konser',
      eventName: 'Konser Senja',
      note: null,
      held: 'turn',
    },
  };
  const gone = [timeUp, { type: 'session.read', reading: overruled, visit: 3 }];

  it('is over with ten seconds left', async () => {
    const { read, parent, state } = await atZero();
    await read.answer(ok(reading({ remainingMs: 10_000 })));
    expect(state().value).toMatchObject({ step: 'expired', clock: 'stopped', reader: 'idle' });
    expect(parent.take()).toEqual(gone);
    await pass(100_000);
    expect(read.calls).toHaveLength(2);
  });

  it.each([
    ['a 401', refused('unauthenticated')],
    ['a 5xx', broken()],
    ['silence', unreachable()],
  ])(
    '%s at zero is no verdict: the server is asked until it judges (ruling R21)',
    async (_, answer) => {
      const { read, parent, state } = await atZero();
      await read.answer(answer);
      expect(state().value).toMatchObject({ step: 'online', clock: 'reached', reader: 'overdue' });
      expect(parent.take()).toMatchObject([{ type: 'session.readFailed', visit: 3 }]);
      await pass(1_001);
      await read.crash();
      expect(parent.take()).toMatchObject([{ type: 'session.readFailed' }]);
      await pass(2_001);
      await read.answer(ok(expired));
      expect(parent.take()).toEqual([timeUp, { type: 'session.read', reading: expired, visit: 3 }]);
    },
  );

  it('lets a buyer go on whom the server, back again, gave more time', async () => {
    const { actor, read, state } = await atZero();
    await read.answer(unreachable());
    actor.send({ type: 'call.hasten' });
    await read.answer(ok(reading({ remainingMs: 60_000 })));
    expect(state().value).toMatchObject({ step: 'online', clock: 'running', reader: 'idle' });
  });

  it('hears the read at zero to its end, and answers a page that is entered while nobody does', async () => {
    const { actor, read, parent, state } = await atZero();
    await pass(9_000);
    expect(read.aborted(1)).toBe(false);
    await read.answer(unreachable());
    actor.send({ type: 'session.refresh', visit: 8 });
    expect(state().value).toMatchObject({ reader: 'checkingDeadline' });
    await read.answer(ok(expired));
    expect(parent.take().at(-1)).toMatchObject({ type: 'session.read', visit: 8 });
  });

  it.each([
    ['live', reading({ step: 'queued', remainingMs: null, seq: 4 })],
    ['over', reading({ step: 'expired', remainingMs: null, seq: 4 })],
  ])('an older answer that says it is %s decides nothing', async (_name, old) => {
    const { read, parent, state } = await atZero({ ...near, seq: 5 });
    await read.answer(ok(old));
    expect(state().value).toMatchObject({ step: 'online', reader: 'overdue' });
    expect(parent.take()).toMatchObject([{ type: 'session.read', reading: { seq: 5 } }]);
  });

  it('is over when the server says so, and its words are told', async () => {
    const { read, parent } = await atZero();
    await read.answer(ok(expired));
    expect(parent.take()).toEqual([timeUp, { type: 'session.read', reading: expired, visit: 3 }]);
  });

  it('is over when an ordinary read comes first and says so', async () => {
    const { actor, read, parent, state } = await startedWith(near);
    actor.send({ type: 'session.refresh' });
    await read.answer(ok(expired));
    expect(parent.take()).toMatchObject([timeUp, { type: 'session.read' }]);
    expect(state().value).toMatchObject({ step: 'expired', clock: 'stopped' });
  });

  it('cuts a running read short', async () => {
    const { actor, read, state } = await startedWith(near);
    await pass(19_990);
    actor.send({ type: 'session.refresh', visit: 5 });
    await pass(20);
    expect(state().value).toMatchObject({ reader: 'checkingDeadline' });
    expect(read.aborted(1)).toBe(true);
    expect(read.calls).toHaveLength(3);
  });

  it('answers a page that is entered meanwhile', async () => {
    const { actor, read, parent } = await atZero();
    actor.send({ type: 'session.refresh', visit: 6 });
    expect(read.calls).toHaveLength(3);
    await read.answer(ok(reading({ remainingMs: 60_000 })));
    expect(parent.take()).toMatchObject([{ type: 'session.read', visit: 6 }]);
  });
});

describe('the shown deadline (§4, ruling 1.4-K)', () => {
  /** A reply that comes at `now` and leaves `remainingMs`. */
  const reply = (now: number, remainingMs: number, over = {}) =>
    reading({ remainingMs, deadline: now + remainingMs, ...over });
  const held = reply(0, 600_000);

  it.each([
    ['later by ten seconds', 10_000],
    ['later by a second', 1_000],
    ['the same', 0],
    ['earlier by a second', -1_000],
    ['earlier by ten seconds', -10_000],
  ])('stays when the server is %s', (_name, off) => {
    const answer = reply(30_000, 570_000 + off, { position: 3, seq: 2 });
    expect(withSteadyDeadline(held, answer)).toEqual({
      ...answer,
      deadline: 600_000,
      remainingMs: 570_000,
    });
  });

  it.each([
    ['later', 10_001],
    ['earlier', -10_001],
  ])('is the server’s when that is %s by more than ten seconds', (_name, off) => {
    const answer = reply(30_000, 570_000 + off);
    expect(withSteadyDeadline(held, answer)).toBe(answer);
  });

  it.each([
    ['another step', { step: 'paymentSelection' }],
    ['another session', { id: 's2' }],
    ['no session', { id: null, step: 'notInQueue', deadline: null, remainingMs: null }],
    ['the end', { step: 'expired', deadline: null, remainingMs: null }],
  ] as const)('follows %s at once', (_name, over) => {
    const answer = reply(30_000, 570_500, over);
    expect(withSteadyDeadline(held, answer)).toBe(answer);
  });

  it.each([
    ['there was no reading', null],
    ['there was no deadline', reading({ deadline: null, remainingMs: null })],
  ])('is the server’s when %s', (_name, known) => {
    expect(withSteadyDeadline(known, held)).toBe(held);
  });

  it('keeps clock and header together, and leaves both when the time is over', async () => {
    const { actor, read, parent, state } = await startedWith(reading({ remainingMs: 60_000 }));
    await pass(20_000);
    actor.send({ type: 'session.refresh' });
    await read.answer(ok(reading({ remainingMs: 32_000 })));
    const shown = performance.now() + 40_000;
    expect(parent.take()).toMatchObject([{ type: 'session.read', reading: { deadline: shown } }]);
    expect(state().context.reading).toMatchObject({ deadline: shown, remainingMs: 40_000 });
    await pass(29_999);
    expect(read.calls).toHaveLength(2);
    await pass(2);
    expect(read.calls).toHaveLength(3);
    await read.answer(ok(reading({ remainingMs: 1_000 })));
    await pass(9_998);
    expect(state().value).toMatchObject({ clock: 'running' });
    await pass(2);
    expect(state().value).toMatchObject({ clock: 'reached', reader: 'checkingDeadline' });
    await read.answer(ok(expired));
    expect(parent.take().at(-1)).toMatchObject({ reading: { deadline: null } });
  });

  it('is never more than ten seconds from the newest word of the server, however many there are', () => {
    const word = fc.record({
      after: fc.integer({ min: 0, max: 30_000 }),
      remainingMs: fc.integer({ min: 0, max: 60_000 }),
      state: fc.constantFrom('online', 'paymentSelection', 'paymentProcessing', 'queued'),
      id: fc.constantFrom('s1', 's2'),
    });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), (words) => {
        let now = 0;
        let shown: ReturnType<typeof reading> | null = null;
        for (const { after, ...said } of words) {
          now += after;
          const hasClock = said.state !== 'queued';
          const answer = hasClock
            ? reply(now, said.remainingMs, said)
            : reading({ ...said, deadline: null, remainingMs: null });
          const next = withSteadyDeadline(shown, answer);
          const isOff = Math.abs((next.deadline ?? 0) - (answer.deadline ?? 0));
          expect(isOff).toBeLessThanOrEqual(10_000);
          // The timer rings at the deadline that is shown, at once where that is over.
          const rings = next.remainingMs === null ? null : now + next.remainingMs;
          expect(rings).toBe(next.deadline === null ? null : Math.max(now, next.deadline));
          expect({ ...next, deadline: 0, remainingMs: 0 }).toEqual({
            ...answer,
            deadline: 0,
            remainingMs: 0,
          });
          const isSame = shown?.id === answer.id && shown.step === answer.step;
          if (!isSame) expect(next).toBe(answer);
          shown = next;
        }
      }),
    );
  });

  it('never keeps a deadline that is over when the server lets the buyer go on', () => {
    const moment = fc.integer({ min: 0, max: 3_600_000 });
    fc.assert(
      fc.property(moment, moment, moment, (over, late, remainingMs) => {
        const known = reply(0, over);
        const answer = reply(over + late, remainingMs, { seq: 2 });
        fc.pre(isGoingOn(answer));
        expect(withSteadyDeadline(known, answer)).toBe(answer);
      }),
    );
  });
});

describe('the end of a session (ruling R2)', () => {
  const heard = (flow: Awaited<ReturnType<typeof startedWith>>) =>
    flow.parent.take().flatMap((event) => (event.type === 'session.ended' ? [event.ending] : []));
  const over = { deadline: null, remainingMs: null, seq: 9 } as const;
  const ended = (endReason: string | null, step: SessionStep = 'cancelled') =>
    reading({ ...over, step, endReason });

  it.each([
    ['left', 'leftElsewhere'],
    ['logout', 'leftElsewhere'],
    ['kicked', 'kicked'],
    ['inactive', 'inactive'],
    ['absent', 'absent'],
    ['closed', 'closed'],
    ['cancelled', 'cancelled'],
    ['deadline', 'timeUp'],
    ['what nobody knows', 'over'],
    [null, 'over'],
  ] as const)('the server says %s while this page follows it: %s', async (endReason, reason) => {
    const flow = await startedWith(reading());
    flow.actor.send({ type: 'session.refresh' });
    await flow.read.answer(ok(ended(endReason)));
    expect(heard(flow)).toMatchObject([{ id: 's1', slug: 'konser', reason, held: 'turn' }]);
  });

  it.each([
    ['queued', {}, 'place'],
    ['online', {}, 'turn'],
    ['online', { hasDraft: true }, 'seats'],
    ['paymentSelection', {}, 'seats'],
    ['paymentProcessing', {}, 'payment'],
  ] as const)('knows what was held: %s %o is %s', async (step, more, held) => {
    const flow = await startedWith(reading({ step, ...more }));
    flow.actor.send({ type: 'session.refresh' });
    await flow.read.answer(ok(ended('kicked')));
    expect(heard(flow)).toMatchObject([{ reason: 'kicked', held }]);
  });

  it.each([
    ['cancelled', 'left', 'left'],
    ['cancelled', 'kicked', 'kicked'],
    ['expired', 'deadline', 'timeUp'],
    ['expired', null, 'timeUp'],
    ['failed', null, 'over'],
    ['completed', 'paid', 'paid'],
  ] as const)('found over already, %s for %s: %s', async (state, endReason, reason) => {
    const flow = startSession();
    await flow.read.answer(ok(ended(endReason, state)));
    expect(heard(flow)).toMatchObject([{ reason, held: null }]);
  });

  it('is none where there was no session, and none in a state of a newer server', async () => {
    const flow = startSession();
    await flow.read.answer(ok(none));
    flow.actor.send({ type: 'session.refresh' });
    await flow.read.answer(ok(ended(null, 'unknown')));
    expect(heard(flow)).toEqual([]);
  });

  it('is told once, and again for the next session', async () => {
    const flow = await startedWith(reading());
    for (const answer of [ended('left'), ended('left'), reading({ id: 's2' })]) {
      flow.actor.send({ type: 'session.refresh' });
      await flow.read.answer(ok(answer));
    }
    expect(heard(flow)).toHaveLength(1);
    flow.actor.send({ type: 'session.refresh' });
    await flow.read.answer(ok(reading({ ...over, id: 's2', step: 'completed' })));
    expect(heard(flow)).toMatchObject([{ id: 's2', reason: 'paidElsewhere' }]);
  });

  it('is told again of a session that was called over and was not', async () => {
    const flow = await startedWith(reading({ remainingMs: 20_000 }));
    await pass(20_000);
    await flow.read.answer(ok(reading({ remainingMs: 5_000 })));
    expect(heard(flow)).toMatchObject([{ reason: 'timeUp' }]);
    flow.actor.send({ type: 'session.refresh' });
    await flow.read.answer(ok(reading({ seq: 2 })));
    flow.actor.send({ type: 'session.refresh' });
    await flow.read.answer(ok(ended('kicked')));
    expect(heard(flow)).toMatchObject([{ reason: 'kicked' }]);
  });

  it('is the own doing of a tab that gives it up by a flow of its own', async () => {
    const flow = await startedWith(reading());
    flow.actor.send({ type: 'session.leaving' });
    flow.actor.send({ type: 'session.refresh' });
    await flow.read.answer(ok(ended('left')));
    expect(heard(flow)).toMatchObject([{ reason: 'left', held: 'turn' }]);
  });

  it.each([
    ['user_kicked', 'Melanggar aturan', 'kicked', 'Melanggar aturan'],
    ['user_left', 'closed', 'closed', null],
    ['user_left', 'manual_logout', 'leftElsewhere', null],
  ] as const)(
    'a server that forgets: the word %s of the broker, %s, lends its own',
    async (...row) => {
      const [event, reason, told, note] = row;
      const flow = await startedWith(reading());
      flow.actor.send({ type: 'session.refresh', hint: { event, reason } });
      await flow.read.answer(ok(none));
      expect(heard(flow)).toMatchObject([{ id: 's1', slug: 'konser', reason: told, note }]);
    },
  );

  it('a server that forgets: at zero it was the time, and a word that was not true lends nothing', async () => {
    const flow = await startedWith(reading({ remainingMs: 20_000 }));
    flow.actor.send({ type: 'session.refresh', hint: { event: 'user_kicked', reason: null } });
    await flow.read.answer(ok(reading({ remainingMs: 20_000, seq: 2 })));
    await pass(20_000);
    await flow.read.answer(ok(none));
    expect(heard(flow)).toMatchObject([{ reason: 'timeUp' }]);
  });
});

describe('giving up', () => {
  it('tells the parent, takes the reading over, and runs once', async () => {
    const { actor, exit, parent, state } = await startedWith(reading());
    actor.send({ type: 'session.exit' });
    actor.send({ type: 'session.exit' });
    expect(exit.calls).toHaveLength(1);
    expect(state().value).toMatchObject({ exit: 'exiting' });
    await exit.answer(ok(none));
    expect(parent.take()).toMatchObject([
      { type: 'session.exited', slug: 'konser' },
      { type: 'session.ended', ending: { reason: 'left', held: 'turn' } },
      { type: 'session.read', reading: none },
    ]);
    expect(state().value).toMatchObject({ step: 'notInQueue', clock: 'stopped', exit: 'idle' });
  });

  it('drops a read that began before it', async () => {
    const { actor, read, exit, state } = await startedWith(reading());
    actor.send({ type: 'session.refresh' });
    actor.send({ type: 'session.exit' });
    await exit.answer(ok(none));
    expect(read.aborted(1)).toBe(true);
    await read.answer(ok(reading()), 1);
    expect(state().value).toMatchObject({ step: 'notInQueue', reader: 'reading' });
  });

  it('makes the question at zero pointless, also while nobody answers it', async () => {
    const away = await startedWith(reading({ remainingMs: 1_000 }));
    away.actor.send({ type: 'session.exit' });
    await pass(1_001);
    await away.read.answer(unreachable());
    await away.exit.answer(ok(none));
    expect(away.state().value).toMatchObject({ reader: 'reading', step: 'notInQueue' });
    const early = await startedWith(reading());
    early.actor.send({ type: 'session.exit' });
    early.actor.send({ type: 'session.refresh' });
    await early.read.answer(unreachable());
    await early.exit.answer(ok(none));
    expect(early.state().value).toMatchObject({ reader: 'reading', step: 'notInQueue' });
  });

  it('makes the question at zero pointless', async () => {
    const { actor, exit, state } = await startedWith(reading({ remainingMs: 1_000 }));
    actor.send({ type: 'session.exit' });
    await pass(1_001);
    expect(state().value).toMatchObject({ reader: 'checkingDeadline' });
    await exit.answer(ok(none));
    expect(state().value).toMatchObject({ reader: 'reading', step: 'notInQueue' });
  });

  it.each([
    ['refused', refused('paymentNotVoidable'), 'bubble.exitRefused'],
    ['broken', broken(), 'bubble.exitRefused'],
    ['unreachable', unreachable(), 'bubble.exitFailed'],
  ])('says what the spec says when %s', async (_name, answer, key) => {
    const { actor, exit, parent, state } = await startedWith(reading());
    actor.send({ type: 'session.exit' });
    await exit.answer(answer);
    expect(parent.take()).toEqual([{ type: 'session.exitFailed', text: { key } }]);
    expect(state().value).toMatchObject({ step: 'online', exit: 'idle' });
  });

  it('says what the spec says when the call crashes', async () => {
    const { actor, exit, parent } = await startedWith(reading());
    actor.send({ type: 'session.exit' });
    await exit.crash();
    expect(parent.take()).toEqual([
      { type: 'session.exitFailed', text: { key: 'bubble.exitFailed' } },
    ]);
  });
});

it('fires every declared transition', () => {
  expect(sessionCoverage.unfired()).toEqual([]);
});
