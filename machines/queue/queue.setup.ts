import { assign, emit, enqueueActions, sendTo, setup } from 'xstate';
import type { Line } from '../../contract/queue.ts';
import type { SessionReading } from '../session/session.types.ts';
import { failedAgain, hasNoResponse, healedBy, healingPause, mended } from '../shared/healing.ts';
import { isRefused, type Result } from '../shared/result.ts';
import { timings } from '../shared/timings.ts';
import {
  crowdOf,
  isEntrant,
  isNewer,
  newsOf,
  placeOfLine,
  placeOfReading,
  readSpread,
  saidOf,
} from './queue.line.ts';
import { queuePorts } from './queue.ports.ts';
import {
  isRealtimeMissed,
  joinText,
  type Standing,
  shortened,
  standingOf,
  withNotice,
} from './queue.rules.ts';
import type {
  QueueContext,
  QueueEmitted,
  QueueEvent,
  QueueInput,
  QueueNotice,
  QueueOutput,
  QueueOwnEvent,
} from './queue.types.ts';

interface Scope {
  readonly context: QueueContext;
}

/** A reading, where the event carries one. */
export interface Read {
  readonly reading: SessionReading | null;
}

const stands =
  (standing: Standing) =>
  ({ context }: Scope, { reading }: Read) =>
    reading !== null && standingOf(reading, context.slug) === standing;

const holdsPlace = (reading: SessionReading | null) =>
  reading?.step === 'queued' || reading?.step === 'online';

const isOnceIn = ({ context }: Scope) => context.reading?.step === 'online';

/** Names everything the queue machine's chart is drawn with. */
export const queueSetup = setup({
  types: {} as {
    context: QueueContext;
    events: QueueEvent | QueueOwnEvent;
    input: QueueInput;
    output: QueueOutput;
    emitted: QueueEmitted;
  },
  actors: queuePorts,
  delays: {
    healingPause: ({ context }: Scope) => healingPause(context.healing),
    promotedPause: timings.promotedPause,
    redirectDebounce: timings.redirectDebounce,
    noticeRepeat: timings.noticeRepeat,
    drawnNotice: timings.drawnNotice,
    readSpread: ({ context }: Scope) => readSpread(context.crowd) * context.healing.random(),
  },
  guards: {
    startsElsewhere: ({ context }: Scope) =>
      context.reading !== null && standingOf(context.reading, context.slug) === 'elsewhere',
    isElsewhere: stands('elsewhere'),
    isQueued: stands('queued'),
    isGathering: (scope: Scope, read: Read) =>
      stands('queued')(scope, read) && isEntrant(read.reading),
    isDrawn: (scope: Scope, read: Read) =>
      stands('queued')(scope, read) &&
      read.reading?.entrant !== null &&
      read.reading?.number !== null,
    isEntrant: ({ context }: Scope) => isEntrant(context.reading),
    hasFailedAsEntrant: ({ context }: Scope, result: Result<unknown>) =>
      !result.ok && isEntrant(context.reading),
    isOnline: stands('online'),
    isOnlineThere: (scope: Scope, read: Read) =>
      stands('online')(scope, read) && read.reading?.isFollowing === true,
    isFollowing: ({ context }: Scope) => context.reading?.isFollowing === true,
    isOnceIn,
    hasFailedOnceIn: (scope: Scope, result: Result<unknown>) => !result.ok && isOnceIn(scope),
    mayHeal: ({ context }: Scope) => context.healing.passes,
    wantsTakeOver: ({ context }: Scope) =>
      context.hasNoResponse && context.reading?.isFollowing === true,
    isSignedOut: isRefused('unauthenticated'),
    hasFailed: (_: unknown, result: Result<unknown>) => !result.ok,
    mayMove: (_: unknown, params: { output: boolean }) => params.output,
    isNewer: ({ context }: Scope, params: { line: Line }) =>
      isNewer(context.line, params.line, context.slug),
    isConnected: (_: unknown, params: { connected: boolean }) => params.connected,
    isBackAgain: ({ context }: Scope, params: { connected: boolean }) =>
      params.connected && isRealtimeMissed(context.notices),
  },
  actions: {
    storeReading: assign(({ context }, { reading }: Read) => {
      const stillWishes = context.hasNoResponse && reading?.isFollowing === true;
      return {
        reading,
        place: placeOfReading(reading),
        error: null,
        hasNoResponse: stillWishes,
        healing: stillWishes || !holdsPlace(reading) ? context.healing : mended(context.healing),
      };
    }),
    storeLine: assign(({ context }, { line }: { line: Line }) => ({
      line,
      place: placeOfLine(line, context.reading),
    })),
    // Before the document is stored: the one before it tells how many hear the same.
    heedLine: enqueueActions(({ context, enqueue }, { line }: { line: Line }) => {
      const { reading, line: known, heard, isDue } = context;
      const news = newsOf(line, reading);
      const said = news === null ? null : saidOf(news, reading);
      if (news === null || said === heard) return;
      enqueue.assign({ heard: said, isDue: true, crowd: crowdOf(news, line, known) });
      if (!isDue) enqueue.raise({ type: 'line.due' }, { id: 'line.due', delay: 'readSpread' });
    }),
    forgetDue: enqueueActions(({ enqueue }) => {
      enqueue.cancel('line.due');
      enqueue.assign({ isDue: false });
    }),
    noteRealtime: assign((_, params: { connected: boolean }) => ({ realtime: params.connected })),
    commandWatcher: enqueueActions(
      ({ context, enqueue, self }, { isWanted }: { isWanted: boolean }) => {
        const watcher = self.getSnapshot().children?.watchLine;
        if (watcher === undefined) return;
        enqueue.sendTo(watcher, { type: 'line.watch', realtime: context.realtime, isWanted });
      },
    ),
    noteLog: assign((_, params: { message: string }) => ({ log: shortened(params.message) })),
    noteReadFailure: assign({ error: { key: 'queue.checkFailed' } }),
    noteJoinFailure: assign(({ context }, result: Result<unknown>) => ({
      error: result.ok ? null : joinText(result.failure),
      hasNoResponse: hasNoResponse(result),
      healing: healedBy(context.healing, result),
    })),
    noteJoinBug: assign(({ context }) => ({
      error: { key: 'queue.joinFailed' as const },
      hasNoResponse: true,
      healing: failedAgain(context.healing, null),
    })),
    countUnknown: assign(({ context }) => ({ healing: failedAgain(context.healing, null) })),
    noteMoveBug: assign({ error: { key: 'queue.moveFailed' } }),
    clearError: assign({ error: null }),
    say: enqueueActions(
      (
        { context, enqueue },
        { key, detail }: { key: QueueNotice['key']; detail: string | null },
      ) => {
        const next = withNotice(context, { key, detail });
        const said = next.recent.at(-1);
        if (said === undefined || next.noticeCount === context.noticeCount) return;
        enqueue.assign(next);
        enqueue.raise({ type: 'notice.aged', said }, { delay: 'noticeRepeat' });
      },
    ),
    ageNotice: assign(({ context }, params: { said: string }) => ({
      recent: context.recent.filter((said) => said !== params.said),
    })),
    announceTurn: emit({ type: 'turn.came' }),
    askForReading: sendTo(({ context }) => context.parent, { type: 'session.refreshWanted' }),
    tellLeaving: sendTo(({ context }) => context.parent, { type: 'session.leaving' }),
    askForRealtime: sendTo(({ context }) => context.parent, { type: 'realtime.rearmWanted' }),
  },
});
