import type { User } from '../../contract/account.ts';
import type { AuthCause } from '../auth/auth.types.ts';
import type { SessionReading } from '../session/session.types.ts';
import { type Ending, isPaid, isRemoval } from '../shared/ending.ts';
import { hasNoResponse, isPassing } from '../shared/healing.ts';
import { type Failure, forbiddenCodes, isRefusedAs, type Result } from '../shared/result.ts';
import { isFlowScreen, type Screen, sameScreen } from '../shared/screen.ts';
import { isPayingScreen } from './redirect.ts';
import {
  asksForCode,
  type FlowOutputKind,
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

interface Scope {
  readonly context: RootContext;
}

/** The guards of the root by name. */
export const rootGuards = {
  isAnotherPlace: ({ context }: Scope, params: { screen: Screen }) =>
    !sameScreen(context.screen, params.screen),
  // The browser's Back does not leave the pages of paying (§2.314).
  isPoppedElsewhere: ({ context }: Scope, params: { screen: Screen }) =>
    !sameScreen(context.screen, params.screen) && !isPayingScreen(context.screen),
  isHeldAnotherPlace: ({ context }: Scope, params: { screen: Screen }) =>
    !sameScreen(context.screen, params.screen) && holdsPlace(context.reading),
  isFresh: ({ context }: Scope, params: { visit: number }) => params.visit === context.visit,
  // The reader of the session asks again by itself, for the same visit.
  isPassing: (_: Scope, params: { failure: Failure }) => isPassing(params.failure),
  hasNoResponse: (_: Scope, params: { output: Result<unknown> }) => hasNoResponse(params.output),
  isChecking: ({ context }: Scope) => context.auth === 'checking',
  isRetried: ({ context }: Scope) => context.cure === 'retry',
  isReadAgain: ({ context }: Scope, params: { visit: number }) =>
    context.cure === 'reading' && params.visit === context.visit,
  isUnauthenticated: (_: Scope, params: { failure: Failure }) =>
    isRefusedAs(params.failure, 'unauthenticated'),
  isFreshSignedOut: ({ context }: Scope, params: { visit: number; failure: Failure }) =>
    params.visit === context.visit && isRefusedAs(params.failure, 'unauthenticated'),
  isFreshForbidden: ({ context }: Scope, params: { visit: number; failure: Failure }) =>
    params.visit === context.visit && isRefusedAs(params.failure, ...forbiddenCodes),
  isRealtimeChange: ({ context }: Scope, params: { connected: boolean; error: string | null }) =>
    params.connected !== context.realtime.connected || params.error !== context.realtime.error,
  isSignedOut: (_: Scope, params: { kind: FlowOutputKind }) => params.kind === 'signedOut',
  isDraftMissing: (_: Scope, params: { kind: FlowOutputKind }) => params.kind === 'noDraft',
  isSentInCircles: ({ context }: Scope, params: { kind: FlowOutputKind }) =>
    isSentAway(params.kind) &&
    isLoop(context.trail, context.screen, targetOf(context, params.kind)),
  isJoined: ({ context }: Scope, params: { output: Result<SessionReading> }) =>
    isJoined(context.screen, params.output),
  isChoiceDue: ({ context }: Scope, params: { hasShows?: boolean }) =>
    context.auth === 'verified' && params.hasShows === true,
  isHeldElsewhere: ({ context }: Scope) => isHeldElsewhere(context.screen, context.reading),
  isSentToAnotherEvent: ({ context }: Scope, params: { kind: FlowOutputKind }) =>
    params.kind === 'elsewhere' && isHeldElsewhere(context.screen, context.reading),
  isFreshElsewhere: ({ context }: Scope, params: { reading: SessionReading; visit: number }) =>
    params.visit === context.visit && isHeldElsewhere(context.screen, params.reading),
  isNowhereElse: ({ context }: Scope, params: { reading: SessionReading }) =>
    !isHeldElsewhere(context.screen, params.reading),
  isSameAccount: ({ context }: Scope, params: { user: User }) =>
    context.user?.id === params.user.id,
  isAnotherAccount: ({ context }: Scope, params: { user: User }) =>
    context.auth === 'verified' && context.user?.id !== params.user.id,
  isSteppedAway: ({ context }: Scope, params: { reading: SessionReading; visit: number }) =>
    params.visit === context.visit && leadsToPaying(redirectOf(context, params.reading)),
  isSessionChanged: ({ context }: Scope, params: { reading: SessionReading }) =>
    isChanged(context.reading, params.reading),
  hasStepElsewhere: ({ context }: Scope) => leadsToPaying(redirectOf(context)),
  mustMove: ({ context }: Scope) => redirectOf(context) !== null,
  isLooping: ({ context }: Scope) => {
    const target = redirectOf(context);
    return target !== null && isLoop(context.trail, context.screen, target);
  },
  isOver: ({ context }: Scope) => isOverOn(context.screen, context.ending),
  isOverHere: ({ context }: Scope, params: { ending: Ending }) =>
    context.auth === 'verified' && isOverOn(context.screen, params.ending),
  isTimeUp: ({ context }: Scope, params: { ending: Ending }) =>
    params.ending.slug === slugOf(context.screen) && params.ending.reason === 'timeUp',
  isPaid: ({ context }: Scope, params: { ending: Ending }) =>
    params.ending.slug === slugOf(context.screen) && isPaid(params.ending),
  // Only an end that this page saw; an earlier end is shown by the page itself.
  isLeftHere: (_: Scope, params: { ending: Ending }) =>
    params.ending.reason === 'left' && params.ending.held !== null,
  wasTimeUp: ({ context }: Scope) => context.ending?.reason === 'timeUp',
  wasRemoved: ({ context }: Scope) => context.ending !== null && isRemoval(context.ending),
  isLiveHere: ({ context }: Scope, params: { reading: SessionReading }) =>
    isLive(params.reading) && params.reading.slug === slugOf(context.screen),
  isIdentityAwaited: ({ context }: Scope) =>
    context.auth === 'checking' && needsIdentity(context.screen),
  isFlowMissing: ({ context }: Scope) => !context.flowsLoaded && needsFlow(context.screen),
  isFlowPage: ({ context }: Scope) => isFlowScreen(context.screen),
  isSignInPage: ({ context }: Scope) =>
    context.screen.name === 'login' || context.screen.name === 'register',
  isVerifyPage: ({ context }: Scope) => asksForCode(context.screen),
  isResetPage: ({ context }: Scope) => context.screen.name === 'forgot-password',
  isQueuePage: ({ context }: Scope) => context.screen.name === 'queue',
  isSeatsPage: ({ context }: Scope) => context.screen.name === 'seats',
  isMethodPage: ({ context }: Scope) => context.screen.name === 'payment-method',
  isOrderFormPage: ({ context }: Scope) => context.screen.name === 'order-form',
  isAnonymous: ({ context }: Scope) => context.auth === 'anonymous',
  isUnverified: ({ context }: Scope) => context.auth === 'unverified',
  isVerified: ({ context }: Scope) => context.auth === 'verified',
  isLogout: (_: Scope, params: { because: AuthCause }) => params.because === 'logout',
  isFoundSignedIn: (_: Scope, params: { because: AuthCause }) => params.because === 'check',
  isClosedTo: ({ context }: Scope, params: { auth: 'anonymous' | 'unverified' }) =>
    isClosedTo(context.screen, params.auth),
  isStepAwaited: (
    { context }: Scope,
    params: { surface: 'page' | 'modal'; returnTo: Screen | null },
  ) => params.surface === 'page' && isStepAwaited(context, params.returnTo),
  isStepAwaitedAfterReset: ({ context }: Scope) => isStepAwaitedAfterReset(context),
  isWishDue: ({ context }: Scope) => isWishDue(context, context.screen),
  isWishLanded: ({ context }: Scope, params: { returnTo: Screen | null }) =>
    isWishDue(context, params.returnTo),
  isOnPage: (_: Scope, params: { surface: 'page' | 'modal' }) => params.surface === 'page',
  isBubbleDue: ({ context }: Scope) => isBubbleDue(context),
  isBubbleOver: ({ context }: Scope) => !isBubbleDue(context),
  isCodeVerified: (_: Scope, params: { kind: string }) => params.kind === 'verified',
  isCodeLeft: (_: Scope, params: { kind: string }) => params.kind === 'left',
};
