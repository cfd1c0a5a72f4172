import type { User } from '../../contract/account.ts';
import type { AuthCause } from '../auth/auth.types.ts';
import type { SessionReading } from '../session/session.types.ts';
import { type Ending, isPaid, isRemoval } from '../shared/ending.ts';
import { isPassing, isUnanswered } from '../shared/healing.ts';
import { type Failure, forbiddenCodes, isRefusedAs, type Outcome } from '../shared/outcome.ts';
import { isFlowScreen, type Screen, sameScreen } from '../shared/screen.ts';
import { isPayingScreen } from './redirect.ts';
import {
  asksForCode,
  type FlowOutcome,
  holdsPlace,
  isBubbleDue,
  isChanged,
  isClosedTo,
  isHeldElsewhere,
  isJoined,
  isLive,
  isLoop,
  isOverOn,
  isSentAway,
  isStepAwaited,
  isStepAwaitedAfterReset,
  isWishDue,
  leadsToPaying,
  needsFlow,
  needsIdentity,
  redirectOf,
  slugOf,
  targetOf,
} from './root.rules.ts';
import type { RootContext } from './root.types.ts';

interface Args {
  readonly context: RootContext;
}

/** The guards of the root by name. */
export const rootGuards = {
  isAnotherPlace: ({ context }: Args, params: { screen: Screen }) =>
    !sameScreen(context.screen, params.screen),
  // The browser's Back does not leave the pages of paying (§4).
  isPoppedElsewhere: ({ context }: Args, params: { screen: Screen }) =>
    !sameScreen(context.screen, params.screen) && !isPayingScreen(context.screen),
  isHeldAnotherPlace: ({ context }: Args, params: { screen: Screen }) =>
    !sameScreen(context.screen, params.screen) && holdsPlace(context.reading),
  isFresh: ({ context }: Args, params: { visit: number }) => params.visit === context.visit,
  // The reader of the session asks again by itself, for the same visit.
  isPassing: (_: Args, params: { failure: Failure }) => isPassing(params.failure),
  isUnanswered: (_: Args, params: { output: Outcome<unknown> }) => isUnanswered(params.output),
  isChecking: ({ context }: Args) => context.auth === 'checking',
  isRetried: ({ context }: Args) => context.cure === 'retry',
  isReadAgain: ({ context }: Args, params: { visit: number }) =>
    context.cure === 'reading' && params.visit === context.visit,
  isUnauthenticated: (_: Args, params: { failure: Failure }) =>
    isRefusedAs(params.failure, 'unauthenticated'),
  isFreshSignedOut: ({ context }: Args, params: { visit: number; failure: Failure }) =>
    params.visit === context.visit && isRefusedAs(params.failure, 'unauthenticated'),
  isFreshForbidden: ({ context }: Args, params: { visit: number; failure: Failure }) =>
    params.visit === context.visit && isRefusedAs(params.failure, ...forbiddenCodes),
  isRealtimeNews: ({ context }: Args, params: { connected: boolean; error: string | null }) =>
    params.connected !== context.realtime.connected || params.error !== context.realtime.error,
  isSignedOut: (_: Args, params: { outcome: FlowOutcome }) => params.outcome === 'signedOut',
  isDraftMissing: (_: Args, params: { outcome: FlowOutcome }) => params.outcome === 'noDraft',
  isSentInCircles: ({ context }: Args, params: { outcome: FlowOutcome }) =>
    isSentAway(params.outcome) &&
    isLoop(context.trail, context.screen, targetOf(context, params.outcome)),
  isJoined: ({ context }: Args, params: { output: Outcome<SessionReading> }) =>
    isJoined(context.screen, params.output),
  isHeldElsewhere: ({ context }: Args) => isHeldElsewhere(context.screen, context.reading),
  isSentToAnotherEvent: ({ context }: Args, params: { outcome: FlowOutcome }) =>
    params.outcome === 'elsewhere' && isHeldElsewhere(context.screen, context.reading),
  isFreshElsewhere: ({ context }: Args, params: { reading: SessionReading; visit: number }) =>
    params.visit === context.visit && isHeldElsewhere(context.screen, params.reading),
  isNowhereElse: ({ context }: Args, params: { reading: SessionReading }) =>
    !isHeldElsewhere(context.screen, params.reading),
  isSameAccount: ({ context }: Args, params: { user: User }) => context.user?.id === params.user.id,
  isAnotherAccount: ({ context }: Args, params: { user: User }) =>
    context.auth === 'verified' && context.user?.id !== params.user.id,
  isSteppedAway: ({ context }: Args, params: { reading: SessionReading; visit: number }) =>
    params.visit === context.visit && leadsToPaying(redirectOf(context, params.reading)),
  isSessionChanged: ({ context }: Args, params: { reading: SessionReading }) =>
    isChanged(context.reading, params.reading),
  hasStepElsewhere: ({ context }: Args) => leadsToPaying(redirectOf(context)),
  mustMove: ({ context }: Args) => redirectOf(context) !== null,
  isLooping: ({ context }: Args) => {
    const target = redirectOf(context);
    return target !== null && isLoop(context.trail, context.screen, target);
  },
  isOver: ({ context }: Args) => isOverOn(context.screen, context.ending),
  isOverHere: ({ context }: Args, params: { ending: Ending }) =>
    context.auth === 'verified' && isOverOn(context.screen, params.ending),
  isTimeUp: ({ context }: Args, params: { ending: Ending }) =>
    params.ending.slug === slugOf(context.screen) && params.ending.reason === 'timeUp',
  isPaid: ({ context }: Args, params: { ending: Ending }) =>
    params.ending.slug === slugOf(context.screen) && isPaid(params.ending),
  // One that this page saw end; an end of before belongs to the page itself.
  isLeftHere: (_: Args, params: { ending: Ending }) =>
    params.ending.reason === 'left' && params.ending.held !== null,
  wasTimeUp: ({ context }: Args) => context.ending?.reason === 'timeUp',
  wasRemoved: ({ context }: Args) => context.ending !== null && isRemoval(context.ending),
  isLiveHere: ({ context }: Args, params: { reading: SessionReading }) =>
    isLive(params.reading) && params.reading.slug === slugOf(context.screen),
  isIdentityAwaited: ({ context }: Args) =>
    context.auth === 'checking' && needsIdentity(context.screen),
  isFlowMissing: ({ context }: Args) => !context.flowsLoaded && needsFlow(context.screen),
  isFlowPage: ({ context }: Args) => isFlowScreen(context.screen),
  isSignInPage: ({ context }: Args) =>
    context.screen.name === 'login' || context.screen.name === 'register',
  isVerifyPage: ({ context }: Args) => asksForCode(context.screen),
  isResetPage: ({ context }: Args) => context.screen.name === 'forgot-password',
  isQueuePage: ({ context }: Args) => context.screen.name === 'queue',
  isSeatsPage: ({ context }: Args) => context.screen.name === 'seats',
  isMethodPage: ({ context }: Args) => context.screen.name === 'payment-method',
  isOrderFormPage: ({ context }: Args) => context.screen.name === 'order-form',
  isAnonymous: ({ context }: Args) => context.auth === 'anonymous',
  isUnverified: ({ context }: Args) => context.auth === 'unverified',
  isVerified: ({ context }: Args) => context.auth === 'verified',
  isLogout: (_: Args, params: { because: AuthCause }) => params.because === 'logout',
  isFoundSignedIn: (_: Args, params: { because: AuthCause }) => params.because === 'check',
  isClosedTo: ({ context }: Args, params: { auth: 'anonymous' | 'unverified' }) =>
    isClosedTo(context.screen, params.auth),
  isStepAwaited: (
    { context }: Args,
    params: { surface: 'page' | 'modal'; returnTo: Screen | null },
  ) => params.surface === 'page' && isStepAwaited(context, params.returnTo),
  isStepAwaitedAfterReset: ({ context }: Args) => isStepAwaitedAfterReset(context),
  isWishDue: ({ context }: Args) => isWishDue(context, context.screen),
  isWishLanded: ({ context }: Args, params: { returnTo: Screen | null }) =>
    isWishDue(context, params.returnTo),
  isOnPage: (_: Args, params: { surface: 'page' | 'modal' }) => params.surface === 'page',
  isBubbleDue: ({ context }: Args) => isBubbleDue(context),
  isBubbleOver: ({ context }: Args) => !isBubbleDue(context),
  isCodeVerified: (_: Args, params: { outcome: string }) => params.outcome === 'verified',
  isCodeLeft: (_: Args, params: { outcome: string }) => params.outcome === 'left',
};
