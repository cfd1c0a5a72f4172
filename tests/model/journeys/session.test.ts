import { describe, expect, it } from 'vitest';
import { stepScreen } from '../../../machines/root/redirect.ts';
import { stepOf } from '../../../machines/session/session.rules.ts';
import { sessionReading } from '../../../src/effects/readings.ts';
import { buyer } from '../../support/flows/auth-flow.ts';
import { ok, refused, unreachable } from '../../support/flows/machines.ts';
import {
  answers,
  type Happening,
  sees,
  sends,
  travel,
  waits,
} from '../../support/model/journey.ts';
import type { Stage } from '../../support/model/stage.ts';
import { authModel } from '../auth.model.ts';
import { said } from '../session.model.ts';
import { asks, reads, session, shown, tellings } from './session-steps.ts';

const pageOf = (stage: Stage) => stepScreen(shown(stage))?.name ?? null;

// pages.test.ts has the full sentences about pages and the bubble; these are the session's parts of them.
describe('§4 Session: states', () => {
  it.each([
    ['queued', 'queued'],
    ['online', 'online'],
    ['payment_selection', 'paymentSelection'],
    ['payment_processing', 'paymentProcessing'],
    ['completed', 'completed'],
    ['expired', 'expired'],
    ['not_in_queue', 'notInQueue'],
  ] as const)('Server states: %s', (state, step) =>
    session({
      steps: [reads({ ...said.online, step: stepOf(state) })],
      ends: [`step.${step}`, 'reader.idle'],
    }),
  );

  it.each([
    ['cancelled', 'cancelled'],
    ['timeout', 'expired'],
    ['failed', 'failed'],
  ] as const)('cancelled, timeout, failed are treated as ended: %s', (state, step) =>
    session({
      steps: [reads(said.online), asks, reads({ ...said.expired, step: stepOf(state) })],
      ends: [`step.${step}`, 'clock.stopped', 'reader.idle'],
      holds: (stage) => expect(pageOf(stage)).toBeNull(),
    }),
  );

  it('Client mapping: queued to waiting', () =>
    session({
      steps: [reads(said.queued)],
      ends: ['step.queued', 'clock.stopped'],
      holds: (stage) => expect(shown(stage)).toMatchObject({ position: 4, deadline: null }),
    }));

  it.each([said.online, said.choosingPayment, said.paying])(
    'online, payment_selection, payment_processing to online: $step',
    (reading) =>
      session({
        steps: [reads(reading)],
        ends: ['clock.running', 'reader.idle'],
        holds: (stage) => expect(pageOf(stage)).not.toBeNull(),
      }),
  );

  // Ruling 1.4-A: 'session_active' only hides the bubble.
  it('completed to session_active', () =>
    session({
      steps: [reads(said.paying), asks, reads(said.completed)],
      ends: ['step.completed', 'clock.stopped'],
      tells: ['session.read', 'session.ended', 'session.read'],
      holds: (stage) => expect(pageOf(stage)).toBeNull(),
    }));

  it.each(['expired', 'unknown', 'not_in_queue'] as const)(
    'expired and anything else to not_in_queue: %s',
    (state) =>
      session({
        steps: [reads({ ...said.expired, step: stepOf(state) })],
        ends: ['clock.stopped'],
        holds: (stage) => expect(pageOf(stage)).toBeNull(),
      }),
  );

  it.each([
    [said.queued, 'queue'],
    [said.online, 'seats'],
    [said.choosingPayment, 'payment-method'],
    [said.paying, 'payment'],
  ])('Bubble step: $step is %s', (reading, page) =>
    session({
      steps: [reads(reading)],
      ends: ['reader.idle'],
      tells: ['session.read'],
      holds: (stage) => expect(pageOf(stage)).toBe(page),
    }),
  );

  // Ruling 1.4-A: 'completed' is an end, too.
  it.each(['completed', 'expired', 'cancelled', 'timeout', 'failed'] as const)(
    'Ended states hide the bubble: %s',
    (state) =>
      session({
        steps: [reads(said.paying), asks, reads({ ...said.completed, step: stepOf(state) })],
        ends: ['clock.stopped', 'reader.idle'],
        holds: (stage) => expect(pageOf(stage)).toBeNull(),
      }),
  );

  // Ruling 1.4-AE: the absence of a session is a result, not a failure.
  it('(ruling 1.4-AE) no session is not_in_queue', () =>
    session({
      steps: [reads(sessionReading({ event: null, session: null, queue_info: null }, () => 0))],
      ends: ['step.notInQueue', 'clock.stopped'],
      tells: ['session.read'],
      holds: (stage) => expect(stage.snapshot().context.failure).toBeNull(),
    }));
});

describe('§4 Session: checks', () => {
  it('Session checks run when the path is not an order-flow page (or is home)', () =>
    session({
      steps: [reads(said.none), sends({ type: 'session.refresh', visit: 4 }), reads(said.online)],
      ends: ['step.online'],
      tells: ['session.read', 'session.read'],
      holds: (stage) => expect(tellings(stage).at(-1)).toMatchObject({ visit: 4 }),
    }));

  it('and every 30 s while the bubble is visible', () =>
    session({
      steps: [
        reads(said.online),
        waits('poll'),
        sees(['reader.reading']),
        answers('readSession', unreachable()),
        // No response: the machine retries sooner than the poll interval (ruling R21).
        waits('healing'),
      ],
      ends: ['reader.reading'],
      tells: ['session.read', 'session.readFailed'],
      holds: (stage) => expect(stage.calls('readSession')).toBe(3),
    }));

  it('and every 30 s while the bubble is visible: no more once it is hidden', () =>
    session({
      steps: [reads(said.online), waits('poll'), reads(said.completed), waits('poll')],
      ends: ['step.completed', 'reader.idle'],
      holds: (stage) => expect(stage.calls('readSession')).toBe(2),
    }));

  // Ruling 1.2-L: without real-time every 10 s, with a jitter of a fifth.
  it.each(['by polling alone, at its quickest', 'by polling alone, at its slowest'])(
    '(ruling 1.2-L) %s: 8 s and 12 s',
    (from) =>
      session({ from, steps: [reads(said.queued), waits('poll')], ends: ['reader.reading'] }),
  );

  it('[F18] (ruling 1.2-L) real-time that comes back reads at once, and the pace is 30 s again', () =>
    session({
      from: 'by polling alone',
      steps: [
        reads(said.queued),
        waits('poll'),
        reads(said.queued),
        sends({ type: 'session.pace', realtime: true }),
        sees(['reader.reading']),
        reads(said.online),
        waits('poll'),
      ],
      ends: ['step.online', 'reader.reading'],
    }));

  it('(ruling 1.4-O) a lower seq is ignored, and the page gets what is known', () =>
    session({
      steps: [reads(said.online), asks, reads(said.queued)],
      ends: ['step.online', 'clock.running'],
      tells: ['session.read', 'session.read'],
      holds: (stage) => expect(shown(stage)).toEqual(said.online),
    }));
});

describe('§4 Session: giving it up', () => {
  // §2, rulings 1.4-M and 1.4-S.
  it.each([
    ['refused', refused('paymentNotVoidable'), 'bubble.exitRefused'],
    ['lost', unreachable(), 'bubble.exitFailed'],
  ])('(ruling 1.4-M) an exit that is %s is said, and the session goes on', (_name, answer, key) =>
    session({
      steps: [reads(said.paying), sends({ type: 'session.exit' }), answers('exitSession', answer)],
      ends: ['step.paymentProcessing', 'clock.running', 'exit.idle'],
      tells: ['session.read', 'session.exitFailed'],
      holds: (stage) => expect(tellings(stage).at(-1)).toMatchObject({ text: { key } }),
    }),
  );

  it('an exit gives place and seats up, and the bubble goes', () =>
    session({
      steps: [
        reads(said.online),
        sends({ type: 'session.exit' }),
        answers('exitSession', ok(said.none)),
      ],
      ends: ['step.notInQueue', 'clock.stopped', 'exit.idle'],
      tells: ['session.read', 'session.exited', 'session.ended', 'session.read'],
    }));

  const leaves = [answers('readUser', ok(buyer)), sends({ type: 'auth.signOut' })];
  const logout = (steps: readonly Happening[], ends: string, tells: readonly string[]) =>
    travel({
      model: authModel,
      from: 'cold',
      steps: [...leaves, ...steps],
      ends: [`account.${ends}`],
      tells: ['auth.verified', 'auth.leaving', ...tells],
    });
  const exits = [waits('logoutQueueWait'), answers('exitSession', ok(null))];
  const calls = [...exits, answers('logout', ok(null))];
  const clears = [...calls, answers('clearLocal', undefined)];

  it('Logout: a queue-exit event fires', () => logout([], 'signingOut.leavingQueue', []));

  it('Logout: 100 ms wait', () =>
    logout([waits('logoutQueueWait')], 'signingOut.exitingSession', []));

  it('Logout: session exited', () => logout(exits, 'signingOut.callingLogout', []));

  it('Logout: server logout called', () => logout(calls, 'signingOut.clearing', []));

  it('Logout: local data cleared', () =>
    logout(clears, 'signingOut.reloading', ['auth.anonymous']));

  it('Logout: page reloads to / after 500 ms', () =>
    logout([...clears, waits('logoutReload')], 'signingOut.leavingPage', ['auth.anonymous']));
});
