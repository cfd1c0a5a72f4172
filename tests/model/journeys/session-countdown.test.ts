import { describe, expect, it } from 'vitest';
import { sessionReading } from '../../../src/effects/readings.ts';
import { secondsLeft } from '../../../src/text/format.ts';
import { broken, ok, unreachable } from '../../support/flows/machines.ts';
import { answers, sees, waits } from '../../support/model/journey.ts';
import { said } from '../session.model.ts';
import { asks, reads, readsAtZero, session, shown, shownDeadline, wire } from './session-steps.ts';

describe('§4 Session: countdown', () => {
  it('Countdown: starts from remaining_seconds', () =>
    session({
      steps: [reads(sessionReading(wire({ remaining_seconds: 900 }), () => 0))],
      ends: ['clock.running'],
      holds: (stage) => expect(shown(stage)).toMatchObject({ remainingMs: 900_000 }),
    }));

  // Overruled by 1.2-M and 1.4-B: no number is shown before the server has sent one.
  it('default 300 s before server data in the queue view', () =>
    session({
      steps: [],
      ends: ['step.unknown', 'clock.stopped'],
      tells: [],
      holds: (stage) => expect(shownDeadline(stage)).toBeNull(),
    }));

  it('counts down each second to 0', () =>
    session({
      steps: [reads(said.online), waits('untilDeadline')],
      ends: ['clock.reached', 'reader.checkingDeadline'],
      holds: (stage) => {
        const deadline = shownDeadline(stage) ?? Number.NaN;
        const seconds = Array.from({ length: 902 }, (_, now) =>
          secondsLeft(deadline - now * 1_000),
        );
        expect(seconds).toEqual([...Array.from({ length: 901 }, (_, gone) => 900 - gone), 0]);
      },
    }));

  it.each([
    ['ten seconds', 890_000, 900_000],
    ['ten seconds', 910_000, 900_000],
    ['more than ten seconds', 889_999, 889_999],
    ['more than ten seconds', 910_001, 910_001],
  ])(
    'in the header it resyncs when the server value differs by more than 10 s: %s, %i',
    (_name, deadline, header) =>
      session({
        steps: [reads(said.online), asks, reads({ ...said.online, deadline, seq: 3 })],
        ends: ['clock.running'],
        holds: (stage) => expect(shownDeadline(stage)).toBe(header),
      }),
  );

  it('and clears at 0', () =>
    session({
      steps: [reads(said.online), waits('untilDeadline'), readsAtZero(said.expired)],
      ends: ['step.expired', 'clock.stopped'],
      tells: ['session.read', 'session.ended', 'session.read'],
      holds: (stage) => expect(shownDeadline(stage)).toBeNull(),
    }));

  it('or no session', () =>
    session({
      steps: [reads(said.online), asks, reads(said.none)],
      ends: ['step.notInQueue', 'clock.stopped'],
      holds: (stage) => expect(shownDeadline(stage)).toBeNull(),
    }));

  // Ruling 1.4-B: 'queued' and 'waiting' have no deadline.
  it.each([
    ['queued', null],
    ['online', 900_000],
    ['payment_selection', 900_000],
    ['payment_processing', 900_000],
  ] as const)(
    'Shown for states queued, online, payment_selection, payment_processing or status online/waiting: %s',
    (state, deadline) =>
      session({
        steps: [reads(sessionReading(wire({ state }), () => 0))],
        ends: [deadline === null ? 'clock.stopped' : 'clock.running'],
        holds: (stage) => expect(shownDeadline(stage)).toBe(deadline),
      }),
  );

  it('(ruling 1.4-K) at zero one re-read: more than 10 s left goes on', () =>
    session({
      steps: [
        reads(said.online),
        waits('untilDeadline'),
        readsAtZero({ ...said.online, seq: 3, deadline: 910_001, remainingMs: 10_001 }),
      ],
      ends: ['step.online', 'clock.running', 'reader.idle'],
      tells: ['session.read', 'session.read'],
    }));

  it.each([['10 s left', ok({ ...said.online, seq: 3, deadline: 910_000, remainingMs: 10_000 })]])(
    '(ruling 1.4-K) at zero one re-read: %s is the end',
    (_name, answer) =>
      session({
        steps: [reads(said.online), waits('untilDeadline'), answers('readAtDeadline', answer)],
        ends: ['step.expired', 'clock.stopped', 'reader.idle'],
        tells: ['session.read', 'session.ended', 'session.read'],
        holds: (stage) => expect(stage.calls('readSession')).toBe(2),
      }),
  );

  it.each([
    ['an error', broken()],
    ['no answer', unreachable()],
  ])('(ruling R21) at zero %s is no verdict: the server judges once it answers', (_name, answer) =>
    session({
      steps: [
        reads(said.online),
        waits('untilDeadline'),
        answers('readAtDeadline', answer),
        sees(['step.online', 'reader.overdue']),
        waits('healing'),
        readsAtZero(said.expired),
      ],
      ends: ['step.expired', 'clock.stopped', 'reader.idle'],
      tells: ['session.read', 'session.readFailed', 'session.ended', 'session.read'],
    }),
  );

  it('(decision 11) money beats the clock: paid at the last second is paid', () =>
    session({
      steps: [reads(said.paying), waits('untilDeadline'), readsAtZero(said.completed)],
      ends: ['step.completed', 'clock.stopped'],
      tells: ['session.read', 'session.ended', 'session.read'],
    }));
});

describe('§4 Session: the mock flow', () => {
  // Overruled by 1.7-A: the purchase simulates nothing; only the server promotes.
  it('A mock session flow (fallback only) promotes queued to online after 3 s', () =>
    session({
      steps: [
        reads(said.queued),
        sees(['step.queued'], (stage) => {
          expect(stage.waiting()).toEqual(['xstate.after.poll.session.reader.idle']);
        }),
        waits('poll'),
        answers('readSession', broken()),
      ],
      ends: ['step.queued'],
    }));

  // Overruled by 1.7-A: the server owns the fifteen minutes; at their end the machine reads the session.
  it('and expires after 15 minutes', () =>
    session({
      steps: [reads(said.online), waits('untilDeadline')],
      ends: ['step.online', 'reader.checkingDeadline'],
    }));
});
