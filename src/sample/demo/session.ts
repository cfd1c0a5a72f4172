import type { Line } from '../../../contract/queue.ts';
import type { SessionResponse } from '../../../contract/session.ts';
import { dateOf } from '../catalogue/events.ts';
import { DemoRefusal, type DemoWorld, type Handlers } from './call.ts';
import { eventOf } from './catalogue.ts';
import { endPayment, settlePayment } from './settle.ts';
import type { DemoState } from './state.ts';

/** Duration of the demo's queue (§4.19), in milliseconds. */
export const promotedAfterMs = 3_000;
/** Duration of each state of a session in minutes, as on the reference server. */
export const sessionMinutes = { online: 15, paymentSelection: 5, paymentProcessing: 11 } as const;
/** How long responses still report an ended session, in milliseconds. */
const endedShownMs = 30 * 60_000;

type Session = NonNullable<DemoState['session']>;

const liveStates: readonly Session['state'][] = [
  'queued',
  'online',
  'payment_selection',
  'payment_processing',
];

/** The live session of an account; null without one. */
export function liveSession({ state }: DemoWorld, accountId: string): Session | null {
  const { session } = state;
  if (session === null || session.accountId !== accountId) return null;
  return liveStates.includes(session.state) ? session : null;
}

/** Changes the session and increments its version (§3.52). */
export function changeSession(world: DemoWorld, part: Partial<Session>): void {
  const { session } = world.state;
  if (session !== null) world.state.session = { ...session, ...part, seq: session.seq + 1 };
}

function endSession(world: DemoWorld, state: 'expired' | 'cancelled'): void {
  endPayment(world, 'cancelled');
  world.state.order = null;
  changeSession(world, { state, endedAt: world.now });
}

/** The next deadline in epoch milliseconds; null without one. */
export function nextDue({ session, payment }: DemoState, settledAfterMs: number): number | null {
  const due: number[] = [];
  if (session?.state === 'queued') due.push(session.joinedAt + promotedAfterMs);
  else if (session !== null && session.deadline !== null && liveStates.includes(session.state))
    due.push(session.deadline);
  if (payment?.status === 'pending') due.push(payment.startedAt + settledAfterMs);
  return due.length === 0 ? null : Math.min(...due);
}

/** Applies due changes: promotion after three seconds, payment, then deadlines (§4.19; decision 010). */
export function passTime(world: DemoWorld): void {
  const { session } = world.state;
  if (session?.state === 'queued' && session.joinedAt + promotedAfterMs <= world.now) {
    const onlineAt = session.joinedAt + promotedAfterMs;
    const deadline = onlineAt + sessionMinutes.online * 60_000;
    changeSession(world, { state: 'online', onlineAt, deadline });
    world.tellQueue(session.slug, 'user_promoted');
  }
  if (settlePayment(world)) changeSession(world, { state: 'completed', endedAt: world.now });
  const running = world.state.session;
  if (running !== null && running.deadline !== null && running.deadline <= world.now) {
    if (liveStates.includes(running.state)) endSession(world, 'expired');
  }
}

const nobody: SessionResponse = { event: null, session: null, queue_info: null };

function secondsTo(deadline: number | null, now: number): number | null {
  return deadline === null ? null : Math.max(0, Math.ceil((deadline - now) / 1000));
}

/** The demo's line: everybody gets the number of one who waits for three turns of a second each. */
const waitingTurns = promotedAfterMs / 1000;

function numberOf({ joinedAt }: Session): number {
  return Math.floor(joinedAt / 1000) + waitingTurns;
}

function positionOf({ joinedAt }: Session, now: number): number {
  return Math.max(1, Math.ceil((joinedAt + promotedAfterMs - now) / 1000));
}

/** The line of an event for everybody: it moves for the account in it. */
function lineOf({ state, now }: DemoWorld, slug: string): Line {
  const { session } = state;
  const isWaiting = session?.state === 'queued' && session.slug === slug;
  const issued = isWaiting ? numberOf(session) : 0;
  return {
    slug,
    phase: 'serving',
    paused: false,
    serving: isWaiting ? issued - positionOf(session, now) : 0,
    issued,
    returned: 0,
    gone: [],
    entrants: null,
    opens_at: null,
    per_minute: null,
    seats_left: null,
    message: null,
    at: new Date(now).toISOString(),
  };
}

function answerOf(world: DemoWorld, accountId: string): SessionResponse {
  const { state, now } = world;
  const { session, order } = state;
  if (session === null || session.accountId !== accountId) return nobody;
  if (session.endedAt !== null && session.endedAt + endedShownMs < now) return nobody;
  const isLive = liveStates.includes(session.state);
  const isWaiting = session.state === 'queued';
  const left = isLive && !isWaiting ? secondsTo(session.deadline, now) : null;
  const event = eventOf(session.slug);
  const ends = { completed: 'paid', expired: 'deadline', cancelled: 'left' } as const;
  return {
    event: {
      id: event.slug,
      slug: event.slug,
      name: event.name,
      starts_at: dateOf(event, now),
    },
    session: {
      id: session.id,
      state: session.state,
      remaining_seconds: session.state === 'expired' ? 0 : left,
      expires_at: session.deadline === null ? null : new Date(session.deadline).toISOString(),
      context: {
        queue_enabled: true,
        browsing_allowed: true,
        session_duration_minutes: sessionMinutes.online,
      },
      seq: session.seq,
      has_draft: session.state === 'online' && order !== null && !order.isLocked,
      end_reason: ends[session.state as keyof typeof ends] ?? null,
      end_note: null,
    },
    queue_info: {
      online: isLive && !isWaiting,
      user_status: isWaiting ? 'waiting' : isLive ? 'online' : 'not_in_queue',
      in_queue: isWaiting,
      queue_position: isWaiting ? positionOf(session, now) : null,
      number: isWaiting ? numberOf(session) : null,
      session_info: { remaining_seconds: left },
      served_per_minute: null,
      seats_left: null,
      paused: false,
    },
  };
}

/** The mock session flow of §4.19: a queue of three seconds, then fifteen minutes. */
export const sessionCalls: Handlers<
  'session' | 'exitSession' | 'joinQueue' | 'queueLine' | 'setTurnPush'
> = {
  queueLine: ({ params, world }) => ({ data: lineOf(world, eventOf(params.slug).slug) }),
  session: ({ caller, world }) => ({ data: answerOf(world, caller.id) }),
  // The demo lives in one page: nothing could reach it while that is closed.
  setTurnPush: () => ({ data: { is_on: false } }),
  exitSession({ caller, world }) {
    if (liveSession(world, caller.id) !== null) endSession(world, 'cancelled');
    return { data: answerOf(world, caller.id) };
  },
  joinQueue({ params, caller, world }) {
    const event = eventOf(params.slug);
    const live = liveSession(world, caller.id);
    if (live !== null && live.slug !== event.slug) {
      throw new DemoRefusal('otherSessionLive', {
        meta: { ...answerOf(world, caller.id) },
      });
    }
    if (live === null) {
      world.state.order = null;
      world.state.session = {
        id: world.newId('sesi'),
        accountId: caller.id,
        slug: event.slug,
        state: 'queued',
        joinedAt: world.now,
        onlineAt: null,
        deadline: null,
        endedAt: null,
        seq: 1,
      };
    }
    return { data: answerOf(world, caller.id) };
  },
};
