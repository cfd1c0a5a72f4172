import { assign, emit, enqueueActions, raise, sendTo, setup } from 'xstate';
import type { Result } from '../shared/result.ts';
import { gatePorts } from './gate.ports.ts';
import {
  gateTimings,
  isPassRefused,
  isWorthAsking,
  judge,
  judgeByResponse,
  problemOf,
  syncRetryAfter,
} from './gate.rules.ts';
import type {
  Asked,
  CameraCommand,
  CameraProblem,
  GateContext,
  GateEmitted,
  GateMachineEvent,
  GateProblem,
  JudgedScan,
  Look,
  Opened,
  Tally,
  Unlocked,
} from './gate.types.ts';

interface Scope {
  readonly context: GateContext;
}

const eventOf = ({ work }: GateContext) => work?.event ?? { id: '' };

const withTally = ({ work }: GateContext, tally: Tally) => ({
  work: work === null ? null : { ...work, tally },
});

/** Nothing is known of the ticket: the guest is neither let in nor called a forger. */
const uncheckedScan = ({ code, look }: GateContext): JudgedScan => ({
  scanId: look?.scanId ?? '',
  at: look?.at ?? '',
  code: code ?? '',
  verdict: 'unchecked',
  ticketId: null,
  seat: null,
  category: null,
  first: null,
  isConfirmed: false,
});

const noScan = { look: null, scan: null, guest: null };

/** Names everything the gate machine's chart is drawn with. */
export const gateSetup = setup({
  types: {} as { context: GateContext; events: GateMachineEvent; emitted: GateEmitted },
  actors: gatePorts,
  delays: {
    askCap: gateTimings.askCap,
    leastShown: gateTimings.leastShown,
    validShown: gateTimings.validShown,
    syncPoll: gateTimings.syncPoll,
    syncRetry: ({ context }) => syncRetryAfter(context.attempts),
  },
  guards: {
    hasWork: (_: Scope, opened: Opened) => opened.work !== null,
    isAtWork: ({ context }: Scope) => context.work !== null,
    isUnlocked: (_: Scope, result: Unlocked) => result.ok,
    isAllSynced: ({ context }: Scope) => context.work?.tally.unsynced === 0,
    isManual: ({ context }: Scope) => context.mode === 'manual',
    hasTorch: ({ context }: Scope) => context.hasTorch,
    shouldAsk: ({ context }: Scope, look: Look) =>
      !context.isPractice && context.attempts === 0 && isWorthAsking(look, eventOf(context)),
    isPractice: ({ context }: Scope) => context.isPractice,
    hasQueued: ({ context }: Scope) => context.queue.length > 0,
    // A scanner read the same code twice: that is one person.
    isNewCode: ({ context }: Scope, code: string) =>
      code !== context.code && !context.queue.includes(code),
    hasLastEntry: ({ context }: Scope) =>
      context.work?.tally.recent[0]?.verdict === 'valid' && !context.isPractice,
    isAnswered: (_: Scope, asked: Asked) => asked.ok,
    isValid: ({ context }: Scope) => context.scan?.verdict === 'valid',
    isSynced: (_: Scope, result: Result<Tally>) => result.ok,
    isPassRefused: (_: Scope, result: Result<Tally>) => !result.ok && isPassRefused(result.failure),
  },
  actions: {
    noteOpened: assign((_, { work, offeredPass }: Opened) => ({ work, offeredPass })),
    noteWork: assign((_, result: Unlocked) =>
      result.ok ? { work: result.value, offeredPass: null, problem: null } : {},
    ),
    noteRefusal: assign((_, result: Unlocked) =>
      result.ok ? {} : { problem: problemOf(result.failure) },
    ),
    noteProblem: assign((_, problem: GateProblem) => ({ problem })),
    clearWork: assign({ work: null }),
    chooseManual: assign({ mode: 'manual' }),
    chooseCamera: assign({ mode: 'camera' }),
    noteCameraProblem: assign((_, params: { problem: CameraProblem }) => ({
      cameraProblem: params.problem,
    })),
    clearCameraProblem: assign({ cameraProblem: null }),
    noteTorch: assign((_, params: { hasTorch: boolean }) => ({ hasTorch: params.hasTorch })),
    toggleTorch: assign({ isTorchOn: ({ context }) => !context.isTorchOn }),
    setTorch: enqueueActions(({ context, enqueue, self }) => {
      const camera = self.getSnapshot().children?.camera;
      if (camera === undefined || !context.hasTorch) return;
      const command: CameraCommand = { type: 'torch.set', isOn: context.isTorchOn };
      enqueue(sendTo(camera, command));
    }),
    noteCode: assign((_, params: { code: string }) => ({ code: params.code })),
    queueCode: assign(({ context }, code: string) => ({ queue: [...context.queue, code] })),
    takeQueued: assign(({ context }) => ({
      ...noScan,
      code: context.queue[0] ?? null,
      queue: context.queue.slice(1),
    })),
    togglePractice: assign({ isPractice: ({ context }) => !context.isPractice }),
    clearScan: assign({ code: null, ...noScan }),
    noteLook: assign((_, look: Look) => ({ look })),
    judgeAlone: assign(({ context }) => ({
      scan: context.look === null ? null : judge(context.look, eventOf(context)),
    })),
    judgeByResponse: assign(({ context }, asked: Asked) => ({
      scan:
        context.look === null || !asked.ok
          ? null
          : judgeByResponse(context.look, eventOf(context), asked.value),
      guest: asked.ok ? (asked.value.guest ?? null) : null,
    })),
    announceVerdict: emit(({ context }: Scope) => ({
      type: 'scan.judged',
      verdict: context.scan?.verdict ?? 'unchecked',
    })),
    announceAnswer: emit({ type: 'pass.answered' }),
    noteUnchecked: assign(({ context }) => ({ scan: uncheckedScan(context) })),
    noteTally: assign(({ context }, tally: Tally) => withTally(context, tally)),
    noteSynced: assign(({ context }, result: Result<Tally>) =>
      result.ok ? { ...withTally(context, result.value), attempts: 0, problem: null } : {},
    ),
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    tellServerLost: raise({ type: 'server.lost' }),
    tellEntryKept: enqueueActions(({ context, enqueue }) => {
      if ((context.work?.tally.unsynced ?? 0) > 0) enqueue.raise({ type: 'entry.kept' });
    }),
  },
});
