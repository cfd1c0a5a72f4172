import { assign, enqueueActions, raise, setup } from 'xstate';
import type { User } from '../../contract/account.ts';
import type { RealtimeMessage } from '../../contract/realtime.ts';
import type { AuthEvent } from '../auth/auth.types.ts';
import type { OrderFormEvent } from '../order-form/order-form.types.ts';
import type { PaymentEvent } from '../payment/payment.types.ts';
import type { QueueEvent } from '../queue/queue.types.ts';
import type { SeatDraftEvent } from '../seat-draft/seat-draft.types.ts';
import type { ExitText, SessionEvent, SessionReading } from '../session/session.types.ts';
import type { Ending } from '../shared/ending.ts';
import { failedAgain, healedBy, healingPause } from '../shared/healing.ts';
import { type Failure, type Result, refusedAs } from '../shared/result.ts';
import type { Screen } from '../shared/screen.ts';
import { timings } from '../shared/timings.ts';
import { stepScreen } from './redirect.ts';
import { rootGuards } from './root.guards.ts';
import { eventsOf } from './root.messages.ts';
import { rootPorts } from './root.ports.ts';
import {
  blockedBy,
  codeReturnTo,
  endingAfter,
  type FlowOutputKind,
  farewellOf,
  isForward,
  isSentAway,
  landingScreen,
  loopText,
  noSession,
  redirectOf,
  shown,
  shownByBack,
  shownStep,
  slugOf,
  targetOf,
  trailTo,
  withWishSpent,
} from './root.rules.ts';
import {
  type AwaitingFlow,
  awaitingFlow,
  runningActor,
  runningFlows,
  type TimeUpEvent,
} from './root.system.ts';
import type { RootContext, RootEmitted, RootEvent, RootInput, RootOwnEvent } from './root.types.ts';

/** Everything the root is made of, by name; `root.machine.ts` puts it in its place. */
export const rootSetup = setup({
  types: {
    context: {} as RootContext,
    events: {} as RootEvent | RootOwnEvent,
    input: {} as RootInput,
    emitted: {} as RootEmitted,
  },
  actors: rootPorts,
  delays: {
    bubbleDelay: timings.bubbleDelay,
    resumeRedirect: timings.resumeRedirect,
    noticeCap: timings.noticeCap,
    kickedNotice: timings.kickedNotice,
    redirectMemory: timings.redirectMemory,
    connectingNotice: timings.connectingNotice,
    healing: ({ context }) => healingPause(context.healing),
  },
  guards: rootGuards,
  actions: {
    showVisited: assign(({ context }, params: { screen: Screen }) =>
      shown(context, params.screen, 'push'),
    ),
    showReplaced: assign(({ context }, params: { screen: Screen }) =>
      shown(context, params.screen),
    ),
    showPopped: assign(({ context }, params: { screen: Screen }) =>
      shownByBack(context, params.screen),
    ),
    chooseShow: assign(({ context }, { slug }: { slug?: string | undefined }) =>
      slug === undefined || slug === slugOf(context.screen)
        ? {}
        : shown(context, { name: 'event', slug }),
    ),
    spendWish: assign(({ context }) => withWishSpent(context)),
    showWanted: assign(({ context }) => shown(context, context.wanted ?? { name: 'home' }, 'push')),
    showLanding: assign(
      ({ context }, params: { returnTo: Screen | null; reading?: SessionReading }) =>
        shown(context, landingScreen(params.returnTo, params.reading ?? context.reading)),
    ),
    showAfterCode: assign(({ context }) =>
      shown(context, landingScreen(codeReturnTo(context.screen), context.reading)),
    ),
    showStep: assign(({ context }, params: { reading: SessionReading | null }) => {
      const slug = slugOf(context.screen);
      const otherwise: Screen = slug === null ? { name: 'home' } : { name: 'queue', slug };
      return shown(context, stepScreen(params.reading) ?? otherwise, 'push');
    }),
    followRedirect: assign(({ context }) => {
      const target = redirectOf(context) ?? context.screen;
      return { ...shown(context, target), trail: trailTo(context, target) };
    }),
    followOutput: assign(({ context }, params: { kind: FlowOutputKind }) => {
      const target = targetOf(context, params.kind);
      return {
        ...shown(context, target, isForward(params.kind) ? 'push' : 'replace'),
        trail: isSentAway(params.kind) ? trailTo(context, target) : context.trail,
      };
    }),
    ageRedirect: raise(({ context }) => ({ type: 'redirect.aged', visit: context.visit }), {
      delay: 'redirectMemory',
    }),
    forgetRedirect: assign(({ context }, params: { visit: number }) => ({
      trail: context.trail.filter(({ visit }) => visit !== params.visit),
    })),
    showSeats: assign(({ context }) => shownStep(context, 'seats')),
    showPayment: assign(({ context }) => shownStep(context, 'payment', 'push')),
    showMethods: assign(({ context }) => shownStep(context, 'payment-method')),
    bumpVisit: assign(({ context }) => shown(context, context.screen, context.entry)),
    keepWanted: assign((_, params: { screen: Screen }) => ({ wanted: params.screen })),
    dropWanted: assign({ wanted: null }),
    forgetTrail: assign({ trail: [] }),
    noteRefusal: assign((_, params: { failure: Failure }) => ({
      refusal: { code: refusedAs(params.failure) },
    })),
    noteSignedOut: assign({ refusal: { code: 'unauthenticated' } }),
    noteDraftMissing: assign({ draft: 'none' }),
    noteFlows: assign({ flowsLoaded: true }),
    noteProblem: assign(({ context }) => blockedBy(context, null)),
    noteUnread: assign(({ context }, { failure }: { failure: Failure }) =>
      blockedBy(context, failure),
    ),
    // Trying again by itself is what a loop is.
    noteLoop: assign(({ context }) => ({ problem: loopText(context.screen), cure: 'press' })),
    countJoin: assign(({ context }, params: { output: Result<unknown> }) => ({
      healing: healedBy(context.healing, params.output),
    })),
    countCrash: assign(({ context }) => ({ healing: failedAgain(context.healing, null) })),
    noteAnonymous: assign({
      auth: 'anonymous',
      user: null,
      ...noSession,
      exitProblem: null,
    }),
    noteUnverified: assign((_, params: { user: User }) => ({
      auth: 'unverified' as const,
      user: params.user,
      ...noSession,
    })),
    noteVerified: assign((_, params: { user: User }) => ({
      auth: 'verified' as const,
      user: params.user,
    })),
    noteReading: assign(({ context }, params: { reading: SessionReading; visit: number }) => ({
      reading: params.reading,
      readingVisit: params.visit,
      ...endingAfter(context, params.reading),
    })),
    forgetExitProblem: assign({ exitProblem: null }),
    noteEnding: assign((_, params: { ending: Ending }) => ({ ending: params.ending })),
    // A press to join: the last end has been heard, whatever comes of it.
    dismissEnd: assign({ ending: null, farewell: null }),
    noteFarewell: assign(({ context }, params: { ending: Ending | null }) => ({
      farewell: farewellOf(context, params.ending),
    })),
    // The payment page showed its end for three seconds (§4.23): the text goes along to the event page.
    keepFarewell: assign(({ context }, params: { kind: FlowOutputKind }) =>
      params.kind === 'event' ? { farewell: farewellOf(context, context.ending) } : {},
    ),
    tellEnding: assign(({ context }) => ({ farewell: context.ending })),
    dropFarewell: assign({ farewell: null }),
    // The response to a call that is on its way decides (F44, §4.15).
    endUnlessAwaiting: enqueueActions(
      ({ enqueue, system }, { flow, told }: { flow: AwaitingFlow; told?: TimeUpEvent }) => {
        const awaiting = awaitingFlow(system, flow);
        if (awaiting === undefined) enqueue.raise({ type: 'ending.due' });
        else if (told !== undefined) enqueue.sendTo(awaiting, told);
      },
    ),
    noteExit: assign({ reading: null, exitProblem: null }),
    noteExitProblem: assign((_, params: { text: ExitText }) => ({ exitProblem: params.text })),
    noteRealtime: assign((_, params: { connected: boolean; error: string | null }) => ({
      realtime: { connected: params.connected, error: params.error },
    })),
    askSession: enqueueActions(({ enqueue, system, context }) => {
      const session = runningActor(system, 'session');
      if (session) enqueue.sendTo(session, { type: 'session.refresh', visit: context.visit });
    }),
    tellSession: enqueueActions(({ enqueue, system }, params: { event: SessionEvent }) => {
      const session = runningActor(system, 'session');
      if (session) enqueue.sendTo(session, params.event);
    }),
    tellAuth: enqueueActions(({ enqueue, system }, params: { event: AuthEvent | null }) => {
      const auth = runningActor(system, 'auth');
      if (auth && params.event !== null) enqueue.sendTo(auth, params.event);
    }),
    // Awake or online again: what waits to be tried again is tried now (§4.110).
    hastenFlows: enqueueActions(({ enqueue, system }) => {
      for (const flow of runningFlows(system)) enqueue.sendTo(flow, { type: 'call.hasten' });
    }),
    followEvent: enqueueActions(({ enqueue, system, context }) => {
      const realtime = runningActor(system, 'realtime');
      const slug = slugOf(context.screen);
      if (realtime && slug !== null) {
        enqueue.sendTo(realtime, { type: 'realtime.connect', slug });
        enqueue.sendTo(realtime, { type: 'realtime.rearm' });
      }
    }),
    followLine: enqueueActions(({ enqueue, system }, params: { followsLine: boolean }) => {
      const realtime = runningActor(system, 'realtime');
      if (realtime) enqueue.sendTo(realtime, { type: 'realtime.line', ...params });
    }),
    rearmRealtime: enqueueActions(({ enqueue, system }) => {
      const realtime = runningActor(system, 'realtime');
      if (realtime) enqueue.sendTo(realtime, { type: 'realtime.rearm' });
    }),
    tellQueue: enqueueActions(({ enqueue, system }, params: { event: QueueEvent }) => {
      const queue = runningActor(system, 'queue');
      if (queue) enqueue.sendTo(queue, params.event);
    }),
    tellSeats: enqueueActions(({ enqueue, system }, params: { event: SeatDraftEvent }) => {
      const seatDraft = runningActor(system, 'seatDraft');
      if (seatDraft) enqueue.sendTo(seatDraft, params.event);
    }),
    tellOrderForm: enqueueActions(({ enqueue, system }, params: { event: OrderFormEvent }) => {
      const orderForm = runningActor(system, 'orderForm');
      if (orderForm) enqueue.sendTo(orderForm, params.event);
    }),
    tellPayment: enqueueActions(({ enqueue, system }, params: { event: PaymentEvent }) => {
      const payment = runningActor(system, 'payment');
      if (payment) enqueue.sendTo(payment, params.event);
    }),
    routeMessage: enqueueActions(
      ({ enqueue, system, context }, { message }: { message: RealtimeMessage }) => {
        if (message.kind === 'seats') enqueue.emit({ type: 'seats.changed', message });
        const caused = eventsOf(message, context);
        const session = runningActor(system, 'session');
        const queue = runningActor(system, 'queue');
        const payment = runningActor(system, 'payment');
        const seatDraft = runningActor(system, 'seatDraft');
        if (queue && caused.queue) enqueue.sendTo(queue, caused.queue);
        if (seatDraft && caused.seatDraft) enqueue.sendTo(seatDraft, caused.seatDraft);
        if (payment && caused.payment) enqueue.sendTo(payment, caused.payment);
        if (session && caused.session) enqueue.sendTo(session, caused.session);
      },
    ),
  },
});
