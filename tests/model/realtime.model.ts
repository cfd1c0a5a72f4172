import { expect } from 'vitest';
import type { AnyStateMachine, EventObject } from 'xstate';
import type { RealtimeMessage } from '../../contract/realtime.ts';
import { realtimeMachine } from '../../machines/realtime/realtime.machine.ts';
import { realtimePorts } from '../../machines/realtime/realtime.ports.ts';
import type {
  ConnectionCommand,
  ConnectionInput,
  RealtimeContext,
  RealtimeEvent,
  RealtimeParentEvent,
} from '../../machines/realtime/realtime.types.ts';
import { flowModel, type Moment } from '../support/model/flow-model.ts';

/** §4.91: the sentence about a missing connection. */
export const unavailable = 'Real-time updates unavailable. Using polling fallback.';

/** A message about the queue of one event. */
export const queueWord = (slug: string): RealtimeMessage => ({
  kind: 'queue',
  slug,
  body: { event: 'user_promoted', user_id: 'u1' },
});
/** A message about the whole shop. */
export const statusWord: RealtimeMessage = { kind: 'status', body: { status: 'ok' } };

const slugs = ['konser', null];
const toldOf = (told: readonly EventObject[]) => told as readonly RealtimeParentEvent[];
/** Every event that the running client subscribed to, oldest first; empty without a client. */
const slugsTold = ({ asked, commands }: Pick<Moment<AnyStateMachine>, 'asked' | 'commands'>) => {
  const input = asked('connection') as ConnectionInput | undefined;
  const switches = commands('connection') as readonly ConnectionCommand[];
  return input === undefined
    ? []
    : [input.slug, ...switches.flatMap((each) => ('slug' in each ? [each.slug] : []))];
};
/** The same of the line's document. */
const linesTold = ({ asked, commands }: Pick<Moment<AnyStateMachine>, 'asked' | 'commands'>) => {
  const input = asked('connection') as ConnectionInput | undefined;
  const switches = commands('connection') as readonly ConnectionCommand[];
  return input === undefined
    ? []
    : [
        input.followsLine,
        ...switches.flatMap((each) => ('followsLine' in each ? [each.followsLine] : [])),
      ];
};
const saysNothing = ({ error }: RealtimeContext) => expect(error).toBeNull();
const saysUnavailable = ({ error }: RealtimeContext) => expect(error).toBe(unavailable);

/** The live connection (§4.90, real-time connection). */
export const realtimeModel = flowModel<RealtimeEvent>()({
  machine: realtimeMachine,
  ports: realtimePorts,
  starts: {
    'on the page of an event': (parent) => ({ parent, userId: 'u1', slug: 'konser' }),
    'on a page without an event': (parent) => ({ parent, userId: 'u1', slug: null }),
  },
  events: {
    'realtime.connect': [{ slug: 'konser' }, { slug: null }],
    'realtime.line': [{ followsLine: true }, { followsLine: false }],
    'realtime.disconnect': [{}],
    'realtime.rearm': [{}],
    'connection.opened': [{}],
    'connection.lost': [{}],
    'connection.retried': [{}],
    'connection.failed': [{ message: 'The real-time client could not be started.' }],
    'connection.received': [
      { message: queueWord('konser') },
      { message: queueWord('teater') },
      { message: statusWord },
    ],
  },
  answers: {},
  // §4.92: growing pauses after the first ten, in the middle of their jitter.
  delays: {
    reconnectPause: ({ rounds }) => [Number.NaN, 10_000, 20_000, 40_000][rounds] ?? 60_000,
  },
  facts: ({ slug, followsLine, attempts, rounds }) => ({
    slug,
    followsLine,
    attempts,
    rounds: Math.min(rounds, 5),
  }),
  effects: {
    idle: { holds: saysNothing },
    live: {
      runs: {
        connection: ({ userId }) => ({
          userId,
          slug: expect.toBeOneOf(slugs),
          followsLine: expect.any(Boolean),
        }),
      },
      // §4.92: the machine tries ten reconnects; the eleventh ends the client.
      holds: ({ attempts }) => expect(attempts).toBeLessThanOrEqual(10),
    },
    'live.connecting': {},
    'live.connected': { holds: saysNothing },
    'live.disconnected': { holds: saysUnavailable },
    error: { waits: ['reconnectPause'], holds: saysUnavailable },
  },
  leads: `
    anywhere: realtime.line #1/#2 → ignored, stays
    error/live: realtime.disconnect → idle, says no more, tells realtime.changed
    error: after reconnectPause, realtime.connect #1/#2, realtime.rearm → live.connecting
    idle: realtime.connect #1/#2 → live.connecting
    live.connected/live.connecting: connection.lost → live.disconnected, says Real-time updates unavailable. Using
      polling fallback., tells realtime.changed
    live.connecting/live.disconnected: connection.opened → live.connected, says no more, tells realtime.changed
    live.disconnected: realtime.rearm → live, live.connecting
    live: connection crashes, connection.failed → error, says Real-time updates unavailable. Using polling
      fallback., tells realtime.changed
    live: connection.received #1 → ignored, stays, tells realtime.received
    live: connection.received #2 → ignored
    live: connection.received #3 → stays, tells realtime.received
    live: connection.retried → error, says Real-time updates unavailable. Using polling fallback., stays, tells
      realtime.changed
    live: realtime.connect #1/#2 → ignored, stays
  `,
  never: {
    'two clients at once': ({ openCalls }) => openCalls('connection') > 1,
    'a client that lives on when it is given up': ({ after, openCalls }) =>
      openCalls('connection') > 0 && !after.matches('live'),
    // §4.94: the client's last command is the event of the page.
    'a client that listens to another event': ({ after, asked, commands }) =>
      after.matches('live') && slugsTold({ asked, commands }).at(-1) !== after.context.slug,
    'a client told twice of the same event': (moment) =>
      slugsTold(moment).some((slug, index, all) => index > 0 && all[index - 1] === slug),
    'a client that follows the line against the wish of the page': ({ after, asked, commands }) =>
      after.matches('live') && linesTold({ asked, commands }).at(-1) !== after.context.followsLine,
    'a client told twice of the same wish': (moment) =>
      linesTold(moment).some((wish, index, all) => index > 0 && all[index - 1] === wish),
    'a client that is given up before its eleventh retry': ({ before, after, step }) =>
      step === 'connection.retried' && after.matches('error') && before.context.attempts < 10,
    'a word of another event passed on': ({ after, told, step }) => {
      const last = toldOf(told).at(-1);
      return (
        step.startsWith('connection.received') &&
        last?.type === 'realtime.received' &&
        last.message.kind !== 'status' &&
        last.message.slug !== after.context.slug
      );
    },
    'a connection nobody was told of': ({ after, told }) => {
      const last = toldOf(told).findLast((each) => each.type === 'realtime.changed');
      return after.matches({ live: 'connected' }) !== (last?.connected === true);
    },
    'words of a lost connection that are not those of §4.91': ({ told }) =>
      toldOf(told).some(
        (each) => each.type === 'realtime.changed' && ![null, unavailable].includes(each.error),
      ),
  },
});
