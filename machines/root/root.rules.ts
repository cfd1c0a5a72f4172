import { pageOf } from '../../contract/pages.ts';
import type { AuthEvent } from '../auth/auth.types.ts';
import type { SessionReading } from '../session/session.types.ts';
import { type Ending, isCarried } from '../shared/ending.ts';
import { failedAgain, isPassing, mended } from '../shared/healing.ts';
import type { Failure, Result } from '../shared/result.ts';
import {
  isFlowScreen,
  isWish,
  type Screen,
  sameScreen,
  wishOf,
  withoutWish,
} from '../shared/screen.ts';
import {
  isPayingScreen,
  isPaymentScreen,
  isSignInScreen,
  resolveRedirect,
  stepScreen,
} from './redirect.ts';
import type { ProblemText, Redirect, RootContext } from './root.types.ts';

/** A change of page: what was known of the old one is forgotten. */
export function shown(context: RootContext, screen: Screen, entry: 'push' | 'replace' = 'replace') {
  return {
    screen,
    entry,
    visit: context.visit + 1,
    refusal: null,
    draft: 'unknown',
    wanted: null,
    problem: null,
    healing: sameScreen(screen, context.screen) ? context.healing : mended(context.healing),
  } as const;
}

/** The page Back or Forward leads to; what was begun before a sign-in that has happened is not begun once more (§2.140). */
export function shownByBack(context: RootContext, screen: Screen) {
  return shown(context, context.auth === 'verified' ? withoutWish(screen) : screen);
}

/** The page with its wish granted and taken out of the address. */
export function withWishSpent(context: RootContext) {
  return shown(context, withoutWish(context.screen), context.entry);
}

/** True when the purchase begun at `screen` goes on: somebody verified is there. */
export function isWishDue(context: RootContext, screen: Screen | null): boolean {
  return context.auth === 'verified' && isWish(screen);
}

/** What 'Buy Now' on a page is carried as through the sign-in. */
export function wishAt(screen: Screen): Screen {
  const slug = slugOf(screen);
  return slug === null ? screen : wishOf(slug);
}

/** True when the response of a join is a live session of the event of the page. */
export function isJoined(screen: Screen, result: Result<SessionReading>): boolean {
  return result.ok && stepScreen(result.value) !== null && result.value.slug === slugOf(screen);
}

/** True when the landing rules need a reading that has not come yet: verified, with nowhere to return to. */
export function isStepAwaited(context: RootContext, returnTo: Screen | null): boolean {
  const isGoalless = returnTo === null || isSignInScreen(returnTo);
  return context.auth === 'verified' && context.reading === null && isGoalless;
}

/** True when the landing rules need a reading after a password reset, which signs in as a sign-in does. */
export function isStepAwaitedAfterReset({ screen, reading }: RootContext): boolean {
  return screen.name === 'forgot-password' && screen.returnTo === null && reading === null;
}

/** The trail with one more redirect on it, the one that begins the next visit. */
export function trailTo(context: RootContext, to: Screen): readonly Redirect[] {
  return [...context.trail, { from: context.screen, to, visit: context.visit + 1 }];
}

/** How a flow of a page can end; each flow's output is a part of these. */
export type FlowOutputKind =
  | 'seats'
  | 'elsewhere'
  | 'left'
  | 'drafted'
  | 'queue'
  | 'locked'
  | 'noDraft'
  | 'completed'
  | 'timeUp'
  | 'event'
  | 'signedOut';

/** Where the flow of this page sends when it ends (§4); the page stays for the two outputs that are facts for the redirect rules. */
export function targetOf(context: RootContext, kind: FlowOutputKind): Screen {
  const slug = slugOf(context.screen) ?? '';
  switch (kind) {
    case 'seats':
    case 'timeUp':
      return { name: 'seats', slug };
    case 'queue':
      return { name: 'queue', slug };
    case 'drafted':
      return { name: 'order-form', slug };
    case 'locked':
      return { name: 'payment-method', slug };
    case 'event':
      return { name: 'event', slug };
    case 'left':
    case 'completed':
      return { name: 'home' };
    case 'elsewhere':
      return stepScreen(context.reading) ?? { name: 'event', slug };
    case 'signedOut':
    case 'noDraft':
      return context.screen;
  }
}

/** True for an output that moves forward, so that Back returns to the step before it. */
export function isForward(kind: FlowOutputKind): boolean {
  return kind === 'drafted' || kind === 'locked';
}

/** True for an output by which the server, not the buyer, sends the page away: it may send in circles (§6.31). */
export function isSentAway(kind: FlowOutputKind): boolean {
  return kind === 'elsewhere' || kind === 'queue';
}

/** Where a buyer lands after signing in on a page: returnTo, else the payment of an active order, else home (§4.83). */
export function landingScreen(returnTo: Screen | null, reading: SessionReading | null): Screen {
  if (returnTo !== null && !isSignInScreen(returnTo)) return returnTo;
  const paying = reading?.step === 'paymentSelection' || reading?.step === 'paymentProcessing';
  return (paying ? stepScreen(reading) : null) ?? { name: 'home' };
}

/** The redirect the facts of the root ask for; a reading counts only if this page asked for it. */
export function redirectOf(context: RootContext, reading?: SessionReading): Screen | null {
  const fresh = context.readingVisit === context.visit ? context.reading : null;
  return resolveRedirect({
    screen: context.screen,
    auth: context.auth,
    reading: reading ?? fresh,
    draft: context.draft,
    refusal: context.refusal,
  });
}

/** True when following this redirect would be the third time in ten seconds (§6.31). */
export function isLoop(trail: readonly Redirect[], from: Screen, to: Screen): boolean {
  const same = trail.filter((past) => sameScreen(past.from, from) && sameScreen(past.to, to));
  return same.length >= 2;
}

/** Event a page of the purchase, or any page of an event, is about. */
export function slugOf(screen: Screen): string | null {
  return 'slug' in screen ? screen.slug : null;
}

/** True for an end that the page of the purchase tells in place of its flow; the payment page reads the end of its payment itself (§4.25). */
export function isOverOn(screen: Screen, ending: Ending | null): ending is Ending {
  if (ending === null || !isFlowScreen(screen) || ending.slug !== screen.slug) return false;
  const isOfPayment = ['timeUp', 'paid', 'paidElsewhere'].includes(ending.reason);
  return !(isOfPayment && isPaymentScreen(screen));
}

/** Nothing is known of a session, for nobody is there who may have one. */
export const noSession = { reading: null, ending: null, farewell: null } as const;

/** The end that still counts after another reading: none where its event has a live session again, which somebody pressed for. */
export function endingAfter(context: RootContext, reading: SessionReading) {
  const kept = (ending: Ending | null) =>
    isLive(reading) && ending?.slug === reading.slug ? null : ending;
  return { ending: kept(context.ending), farewell: kept(context.farewell) };
}

/** The end whose words go along with the buyer; those of an older one stay until they are read. */
export function farewellOf(context: RootContext, ending: Ending | null): Ending | null {
  return ending !== null && isCarried(ending) ? ending : context.farewell;
}

/** True when a reading tells of a change since the one before it; facts are noted after a way is chosen, so that one is still known. */
export function isChanged(before: SessionReading | null, now: SessionReading): boolean {
  return before !== null && (before.seq !== now.seq || before.hasDraft !== now.hasDraft);
}

/** True for a redirect to the pages of paying. */
export function leadsToPaying(target: Screen | null): boolean {
  return target !== null && isPayingScreen(target);
}

/** True for a page that sends such a visitor away. */
export function isClosedTo(screen: Screen, auth: 'anonymous' | 'unverified'): boolean {
  const facts = { reading: null, draft: 'unknown', refusal: null } as const;
  return resolveRedirect({ screen, auth, ...facts }) !== null;
}

/** True while the session is a live one. */
export function isLive(reading: SessionReading | null): boolean {
  return stepScreen(reading) !== null;
}

/** True while a live session of another event than that of the page stands in its way (§4.34). */
export function isHeldElsewhere(screen: Screen, reading: SessionReading | null): boolean {
  const slug = slugOf(screen);
  return slug !== null && isLive(reading) && reading?.slug !== slug;
}

/** True while a place in line or a turn is held that leaving the queue page by accident could cost (§4.42). */
export function holdsPlace(reading: SessionReading | null): boolean {
  return reading?.step === 'queued' || reading?.step === 'online';
}

/** True when the bubble is due: a live session, and a page that is not the purchase itself (§2.90). */
export function isBubbleDue(context: RootContext): boolean {
  return context.auth === 'verified' && isLive(context.reading) && !isFlowScreen(context.screen);
}

/** True for pages that cannot be drawn before it is known who is there. */
export function needsIdentity(screen: Screen): boolean {
  return pageOf(screen.name).entry !== 'anyone' || isWish(screen);
}

/** True for the pages that ask for an e-mailed code. */
export function asksForCode(screen: Screen): boolean {
  return ['verify', 'verify-code', 'forgot-password'].includes(screen.name);
}

/** True for pages that a flow of their own runs. */
export function needsFlow(screen: Screen): boolean {
  return isFlowScreen(screen) || asksForCode(screen);
}

/** Where a page of an e-mailed code goes on to; null without. */
export function codeReturnTo(screen: Screen): Screen | null {
  return asksForCode(screen) && 'returnTo' in screen ? screen.returnTo : null;
}

/** What the card of a page says that would be left in circles (§2.219, §6.31). */
export function loopText(screen: Screen): ProblemText {
  return screen.name === 'seats' || screen.name === 'queue'
    ? { key: 'queue.autoJoinFailed' }
    : problemText(screen);
}

/** What the card of a page says whose session could not be read (§8.20). */
export function problemText(screen: Screen): ProblemText {
  switch (screen.name) {
    case 'seats':
      return { key: 'seats.loadFailed' };
    case 'order-form':
      return { key: 'form.draftFailed' };
    case 'payment-method':
    case 'payment':
    case 'payment-generated':
      return { key: 'payment.readFailed' };
    case 'verify':
    case 'verify-code':
    case 'forgot-password':
      return { key: 'blocked.verification' };
    default:
      return { key: 'queue.checkFailed' };
  }
}

/**
 * Facts of a page that cannot be entered, and why it heals (§4.113): a reading that got no response is made again by the reader
 * of the session, anything else by entering the page again. `failure` is that of the reading; null for any other fault.
 */
export function blockedBy(context: RootContext, failure: Failure | null) {
  const isReadAgain = failure !== null && isPassing(failure);
  return {
    problem: problemText(context.screen),
    cure: isReadAgain ? 'reading' : 'retry',
    healing: failedAgain(context.healing, failure),
  } as const;
}

/** A step of the purchase shown next, of the event that the page is about. */
export function shownStep(
  context: RootContext,
  name: 'seats' | 'payment-method' | 'payment',
  entry: 'push' | 'replace' = 'replace',
) {
  return shown(context, { name, slug: slugOf(context.screen) ?? '' }, entry);
}

/** What opens the form that a page is (§2.420); null for a page without one. */
export function formOpening(screen: Screen): AuthEvent | null {
  if (screen.name !== 'login' && screen.name !== 'register') return null;
  return {
    type: screen.name === 'login' ? 'login.open' : 'register.open',
    surface: 'page',
    returnTo: screen.returnTo,
  };
}
