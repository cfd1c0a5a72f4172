import type { Line } from '../../contract/queue.ts';
import type { SessionReading } from '../session/session.types.ts';
import type { Result } from '../shared/result.ts';
import { shortened } from './queue.rules.ts';
import type { Read } from './queue.setup.ts';

/** The reading an event carries. */
export const asRead = ({ event }: { readonly event: Read }): Read => event;
/** Keeps it. */
export const storeReading = { type: 'storeReading', params: asRead } as const;

const asJoined = ({
  event,
}: {
  readonly event: { readonly output: Result<SessionReading> };
}): Read => ({ reading: event.output.ok ? event.output.value : null });

/** Whatever came of a join, the session is asked for too (§4.31): the root guards a place against leaving by accident. */
const joined = [{ type: 'storeReading', params: asJoined }, 'askForReading'] as const;

/** Where the response to a join leads. A turn that another device is moved by is only shown. */
export const arrivals = [
  { guard: { type: 'isElsewhere', params: asJoined }, target: 'elsewhere' },
  { guard: { type: 'isGathering', params: asJoined }, target: 'gathering', actions: joined },
  { guard: { type: 'isQueued', params: asJoined }, target: 'waiting', actions: joined },
  { guard: { type: 'isOnlineThere', params: asJoined }, target: 'online', actions: joined },
  { guard: { type: 'isOnline', params: asJoined }, target: 'promoted', actions: joined },
  { target: 'unknown', actions: joined },
] as const;

const gathers = {
  guard: { type: 'isGathering', params: asRead },
  target: 'gathering',
  actions: storeReading,
} as const;

/** Where a reading of a place leads: to the waiting room before the draw, to the line otherwise. */
const inLine = [
  gathers,
  { guard: { type: 'isQueued', params: asRead }, target: 'waiting', actions: storeReading },
] as const;

/** What leads out of a page that holds no place: a reading of a place. */
export const outsideTransitions = [
  { guard: { type: 'isElsewhere', params: asRead }, target: 'elsewhere' },
  ...inLine,
  { guard: { type: 'isOnlineThere', params: asRead }, target: 'online', actions: storeReading },
  { guard: { type: 'isOnline', params: asRead }, target: 'promoted', actions: storeReading },
] as const;

const turnCame = [storeReading, 'announceTurn'] as const;

const turns = [
  { guard: { type: 'isOnlineThere', params: asRead }, target: 'online', actions: turnCame },
  { guard: { type: 'isOnline', params: asRead }, target: 'promoted', actions: turnCame },
  { target: 'unknown', actions: storeReading },
] as const;

/** What a reading means to somebody in line. */
export const waitingTransitions = [
  { guard: { type: 'isElsewhere', params: asRead }, target: 'elsewhere' },
  gathers,
  { guard: { type: 'isQueued', params: asRead }, actions: storeReading },
  ...turns,
] as const;

/** What a reading means to a buyer whose number was just drawn. */
export const drawnTransitions = [
  { guard: { type: 'isElsewhere', params: asRead }, target: 'elsewhere' },
  gathers,
  { guard: { type: 'isDrawn', params: asRead }, actions: storeReading },
  { guard: { type: 'isQueued', params: asRead }, target: 'waiting', actions: storeReading },
  ...turns,
] as const;

/** What a reading means to an entrant of the waiting room: the draw gives a number. */
export const gatheringTransitions = [
  { guard: { type: 'isElsewhere', params: asRead }, target: 'elsewhere' },
  { guard: { type: 'isGathering', params: asRead }, actions: storeReading },
  { guard: { type: 'isDrawn', params: asRead }, target: 'drawn', actions: storeReading },
  { guard: { type: 'isQueued', params: asRead }, target: 'waiting', actions: storeReading },
  ...turns,
] as const;

/** Where a reading leads a buyer whose turn has come: a repeated message moves nothing (F22), nor does one after another device took over. */
export const inQueueTransitions = [
  { guard: { type: 'isElsewhere', params: asRead }, target: 'elsewhere' },
  ...inLine,
  { guard: { type: 'isOnlineThere', params: asRead }, target: 'online', actions: storeReading },
  { guard: { type: 'isOnline', params: asRead }, actions: storeReading },
  { target: 'unknown', actions: storeReading },
] as const;

interface LineEvent {
  readonly line: Line;
}
const asLine = ({ event }: { readonly event: LineEvent }): LineEvent => event;

/** A document shows where the buyer stands. */
export const lineTransition = {
  guard: { type: 'isNewer', params: asLine },
  actions: { type: 'storeLine', params: asLine },
} as const;
/** In line it may also tell of a turn or a draw, which a reading is asked to confirm. */
export const heededLineTransition = {
  ...lineTransition,
  actions: [{ type: 'heedLine', params: asLine }, lineTransition.actions],
} as const;

interface RealtimeChange {
  readonly connected: boolean;
  readonly error: string | null;
}
const asRealtime = ({ event }: { readonly event: RealtimeChange }): RealtimeChange => event;

/** The line is read oftener without real-time. */
const paced = [
  { type: 'noteRealtime', params: asRealtime },
  { type: 'commandWatcher', params: { isWanted: false } },
] as const;

/** What is said of real-time that comes and goes; the first connection is not announced. */
export const realtimeTransitions = [
  {
    guard: { type: 'isBackAgain', params: asRealtime },
    actions: [
      ...paced,
      { type: 'say', params: { key: 'queue.notice.realtimeBack', detail: null } },
    ],
  },
  { guard: { type: 'isConnected', params: asRealtime }, actions: paced },
  {
    actions: [
      ...paced,
      {
        type: 'say',
        params: ({ event }: { readonly event: RealtimeChange }) => ({
          key: 'queue.notice.realtimeLost' as const,
          detail: event.error,
        }),
      },
    ],
  },
] as const;

/** What is said of a word of the system. */
export const systemTransition = {
  actions: {
    type: 'say',
    params: ({ event }: { readonly event: { readonly message: string } }) => ({
      key: 'queue.notice.system' as const,
      detail: shortened(event.message),
    }),
  },
} as const;
