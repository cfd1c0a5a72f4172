import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionStates } from '../../contract/session.ts';
import { endingOf } from '../../machines/session/session.ending.ts';
import {
  isGoingOn,
  pollDelay,
  stepOf,
  withSteadyDeadline,
} from '../../machines/session/session.rules.ts';
import type { SessionStep } from '../../machines/session/session.types.ts';
import { ok, pass, unreachable } from '../support/flows/machines.ts';
import { reading, startedWith, startSession } from '../support/flows/session-flow.ts';

const over = { deadline: null, remainingMs: null, seq: 9 } as const;
const none = reading({ ...over, id: null, step: 'notInQueue', slug: null });
const expired = reading({ ...over, step: 'expired' });
const ended = (endReason: string | null, step: SessionStep = 'cancelled') =>
  reading({ ...over, step, endReason });

beforeEach(() => vi.useFakeTimers());

describe('the rules', () => {
  it('the states of the wire are steps of the same name, a time-out an expiry (§4.2)', () => {
    const camel = (state: string) => state.replace(/_./g, (two) => two.slice(1).toUpperCase());
    for (const state of sessionStates) {
      expect(stepOf(state)).toBe(state === 'timeout' ? 'expired' : camel(state));
    }
  });

  const far = { step: 'queued', deadline: null, remainingMs: null, number: 90_000 } as const;
  it.each([
    [30_000, reading(), true, 0.5],
    [10_000, reading(), false, 0.5],
    [8_000, reading(), false, 0],
    [12_000, reading(), false, 1],
    [1_200_000, reading({ ...far, nextContactMs: 1_200_000 }), false, 0],
    [5_000, reading({ ...far, nextContactMs: 0 }), true, 0],
    [3_600_000, reading({ ...far, nextContactMs: 1e12 }), true, 0],
    [30_000, reading({ nextContactMs: 1_200_000 }), true, 0],
  ])('is polled every %i ms (%#)', (every, known, realtime, random) => {
    expect(pollDelay(known, realtime, random)).toBe(every);
  });

  it.each([
    [true, { remainingMs: 10_001 }],
    [false, { remainingMs: 10_000 }],
    [true, { remainingMs: null }],
    [true, { step: 'completed', remainingMs: null }],
    [false, { step: 'expired', remainingMs: null }],
  ] as const)('past zero a buyer goes on: %s with %o', (is, now) => {
    expect(isGoingOn(reading(now))).toBe(is);
  });
});

describe('a read (§4.10)', () => {
  it('[F24] answers the newest visit; the older read never arrives', async () => {
    const { actor, read, parent } = startSession();
    actor.send({ type: 'session.refresh', visit: 4 });
    actor.send({ type: 'session.refresh' });
    await read.answer(ok(reading({ step: 'online', seq: 2 })));
    await read.answer(ok(reading({ step: 'queued', seq: 1 })), 0);
    expect(parent.events()).toEqual([
      { type: 'session.read', reading: reading({ seq: 2 }), visit: 4 },
    ]);
  });

  it('[F24] ignores a lower seq of the same session, and tells the visit what is known', async () => {
    const { actor, read, parent, state } = await startedWith(reading({ seq: 5 }));
    actor.send({ type: 'session.refresh', visit: 8 });
    await read.answer(ok(reading({ step: 'queued', seq: 4 })));
    expect(parent.take()).toEqual([
      { type: 'session.read', reading: reading({ seq: 5 }), visit: 8 },
    ]);
    actor.send({ type: 'session.refresh' });
    await read.answer(ok(reading({ id: 's2', step: 'queued', remainingMs: null, seq: 1 })));
    expect(state().value).toMatchObject({ step: 'queued', clock: 'stopped' });
  });

  it('[F18] finds a missed promotion within twelve seconds of a broken connection (§4.95)', async () => {
    const queued = reading({ step: 'queued', deadline: null, remainingMs: null });
    const { actor, read, parent } = await startedWith(queued, { random: 1 });
    actor.send({ type: 'session.pace', realtime: false });
    for (const answer of [unreachable(), ok(reading({ seq: 2 }))]) {
      await pass(12_000);
      await read.answer(answer);
    }
    expect(parent.take().at(-1)).toMatchObject({ reading: { step: 'online' } });
  });

  it('is not put off by the same pace, nor brought on by the broker in line', async () => {
    const { actor, read } = await startedWith(reading());
    await pass(29_999);
    actor.send({ type: 'session.pace', realtime: true });
    await pass(1);
    expect(read.calls).toHaveLength(2);
    const far = { step: 'queued', ...over, nextContactMs: 1_200_000 } as const;
    await read.answer(ok(reading(far)));
    await pass(1_000);
    actor.send({ type: 'session.pace', realtime: false });
    actor.send({ type: 'session.pace', realtime: true });
    await pass(1_198_999);
    expect(read.calls).toHaveLength(2);
    await pass(1);
    expect(read.calls).toHaveLength(3);
  });
});

describe('the deadline (§4.14)', () => {
  const near = reading({ remainingMs: 20_000, deadline: 20_000 });
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
  async function atZero(first = near) {
    const flow = await startedWith(first);
    await pass(20_000);
    return flow;
  }

  it('is over with ten seconds left, and not asked about again', async () => {
    const { read, parent } = await atZero();
    await read.answer(ok(reading({ remainingMs: 10_000 })));
    const overruled = { ...near, step: 'expired', deadline: null, remainingMs: null };
    expect(parent.take()).toEqual([timeUp, { type: 'session.read', reading: overruled, visit: 3 }]);
    await pass(100_000);
    expect(read.calls).toHaveLength(2);
  });
});

describe('the shown deadline (§4.12)', () => {
  /** A reply that comes at `now` and leaves `remainingMs`. */
  const reply = (now: number, remainingMs: number, more = {}) =>
    reading({ remainingMs, deadline: now + remainingMs, ...more });
  const held = reply(0, 600_000);

  it.each([10_000, 1_000, 0, -1_000, -10_000])('stays when the server is off by %i ms', (off) => {
    const answer = reply(30_000, 570_000 + off, { position: 3, seq: 2 });
    const steady = { ...answer, deadline: 600_000, remainingMs: 570_000 };
    expect(withSteadyDeadline(held, answer)).toEqual(steady);
  });

  it.each([
    ['is later by more', held, {}, 10_001],
    ['is earlier by more', held, {}, -10_001],
    ['names another step', held, { step: 'paymentSelection' }, 500],
    ['names another session', held, { id: 's2' }, 500],
    ['names no session', held, { id: null, step: 'notInQueue', ...over }, 500],
    ['says that it is over', held, { step: 'expired', ...over }, 500],
    ['was not heard before', null, {}, 500],
    ['named no deadline before', reading({ deadline: null, remainingMs: null }), {}, 500],
  ] as const)('is the server’s where that %s', (_name, known, more, off) => {
    const answer = reply(30_000, 570_000 + off, more);
    expect(withSteadyDeadline(known, answer)).toBe(answer);
  });

  it('is the one that rings, and is over with the session', async () => {
    const { actor, read, state } = await startedWith(reading({ remainingMs: 60_000 }));
    await pass(20_000);
    actor.send({ type: 'session.refresh' });
    await read.answer(ok(reading({ remainingMs: 32_000 })));
    const shown = { deadline: performance.now() + 40_000, remainingMs: 40_000 };
    expect(state().context.reading).toMatchObject(shown);
    await pass(30_000);
    await read.answer(ok(reading({ remainingMs: 1_000 })));
    await pass(9_999);
    expect(read.calls).toHaveLength(3);
    await pass(1);
    expect(read.calls).toHaveLength(4);
    await read.answer(ok(expired));
    expect(state().context.reading?.deadline).toBeNull();
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
          const answer =
            said.state === 'queued'
              ? reading({ ...said, deadline: null, remainingMs: null })
              : reply(now, said.remainingMs, said);
          const next = withSteadyDeadline(shown, answer);
          const isOff = Math.abs((next.deadline ?? 0) - (answer.deadline ?? 0));
          expect(isOff).toBeLessThanOrEqual(10_000);
          // The timer rings at the deadline that is shown, at once where that is over.
          const rings = next.remainingMs === null ? null : now + next.remainingMs;
          expect(rings).toBe(next.deadline === null ? null : Math.max(now, next.deadline));
          const { deadline, remainingMs } = answer;
          expect({ ...next, deadline, remainingMs }).toEqual(answer);
          shown = next;
        }
      }),
    );
  });

  it('never keeps a deadline that is over when the server lets the buyer go on', () => {
    const moment = fc.integer({ min: 0, max: 3_600_000 });
    fc.assert(
      fc.property(moment, moment, moment, (time, late, remainingMs) => {
        const answer = reply(time + late, remainingMs, { seq: 2 });
        fc.pre(isGoingOn(answer));
        expect(withSteadyDeadline(reply(0, time), answer)).toBe(answer);
      }),
    );
  });
});

describe('the end of a session (§4.20)', () => {
  const known = (before = reading(), more = {}) => ({
    reading: before,
    leaving: null,
    hint: null,
    ...more,
  });
  const kicked = { event: 'user_kicked', reason: 'Melanggar aturan' } as const;

  it.each([
    ['leftElsewhere', ended('left'), known()],
    ['leftElsewhere', ended('logout'), known()],
    ['left', ended('left'), known(reading(), { leaving: 's1' })],
    ['left', ended(null), known(reading(), { leaving: 's1' })],
    ['kicked', ended('kicked'), known()],
    ['inactive', ended('inactive'), known()],
    ['absent', ended('absent'), known()],
    ['closed', ended('closed'), known()],
    ['cancelled', ended('cancelled'), known()],
    ['timeUp', ended('deadline'), known()],
    ['timeUp', ended(null, 'expired'), known()],
    ['over', ended('what nobody knows'), known()],
    ['over', ended(null), known()],
    ['over', ended(null, 'failed'), known()],
    ['paidElsewhere', ended('paid', 'completed'), known()],
    // A server that forgets ended sessions: the broker lends its words.
    ['kicked', none, known(reading(), { hint: kicked })],
    ['closed', none, known(reading(), { hint: { event: 'user_left', reason: 'closed' } })],
    ['over', none, known()],
  ] as const)('followed by this page: %s (%#)', (reason, now, before) => {
    expect(endingOf(now, before)).toMatchObject({ id: 's1', slug: 'konser', reason, held: 'turn' });
  });

  it('tells the operator’s words, or those of the broker', () => {
    const told = [ended('kicked'), reading({ ...ended('kicked'), endNote: 'Bot' }), ended('left')];
    const notes = told.map((now) => endingOf(now, known(reading(), { hint: kicked }))?.note);
    expect(notes).toEqual(['Melanggar aturan', 'Bot', null]);
  });

  it.each([
    ['queued', {}, 'place'],
    ['online', {}, 'turn'],
    ['online', { hasDraft: true }, 'seats'],
    ['paymentSelection', {}, 'seats'],
    ['paymentProcessing', {}, 'payment'],
  ] as const)('of a session that is %s %o takes the %s', (step, more, held) => {
    const before = known(reading({ step, ...more }));
    expect(endingOf(ended('kicked'), before)).toMatchObject({ held });
  });

  it.each([
    ['left', ended('left')],
    ['kicked', ended('kicked')],
    ['timeUp', ended('deadline', 'expired')],
    ['over', ended(null, 'failed')],
    ['paid', ended('paid', 'completed')],
  ] as const)('found already: %s', (reason, now) => {
    const nothing = { reading: null, leaving: null, hint: null };
    expect(endingOf(now, nothing)).toMatchObject({ reason, held: null });
    expect(endingOf(now, known(reading({ id: 's0' })))).toMatchObject({ reason, held: null });
  });

  it('is none while one lives, where there was none, and in a state of a newer server', () => {
    const nothing = { reading: null, leaving: null, hint: null };
    const answers = [reading(), none, ended(null, 'unknown'), ended(null, 'notInQueue')];
    expect(answers.map((now) => endingOf(now, nothing))).toEqual([null, null, null, null]);
  });

  it('a word of the broker that was not true lends nothing to a later end', async () => {
    const { actor, read, parent } = await startedWith(reading({ remainingMs: 20_000 }));
    actor.send({ type: 'session.refresh', hint: { event: 'user_kicked', reason: null } });
    await read.answer(ok(reading({ remainingMs: 20_000, seq: 2 })));
    await pass(20_000);
    await read.answer(ok(none));
    expect(parent.take()).toContainEqual(
      expect.objectContaining({ ending: expect.objectContaining({ reason: 'timeUp' }) }),
    );
  });

  it('given up here it is left, and a read that began before says nothing', async () => {
    const { actor, read, exit, parent, state } = await startedWith(reading());
    actor.send({ type: 'session.refresh' });
    actor.send({ type: 'session.exit' });
    await exit.answer(ok(none));
    expect(parent.take()).toMatchObject([
      { type: 'session.exited', slug: 'konser' },
      { type: 'session.ended', ending: { reason: 'left', held: 'turn' } },
      { type: 'session.read', reading: none },
    ]);
    await read.answer(ok(reading()), 1);
    expect(state().value).toMatchObject({ step: 'notInQueue', reader: 'reading' });
  });
});
