import type { RefusalCode } from '../../contract/call/refusal-codes.ts';
import { type PagesWith, pageOf } from '../../contract/pages.ts';
import type { SessionReading } from '../session/session.types.ts';
import { forbiddenCodes } from '../shared/result.ts';
import { isFlowScreen, type Screen, sameScreen } from '../shared/screen.ts';

/** What is known of the account. */
export type AuthStatus = 'checking' | 'anonymous' | 'unverified' | 'verified';

/** A refusal of a call of this page, by its code; null for one without a known reason. */
export interface PageRefusal {
  readonly code: RefusalCode | null;
}

/** Everything a redirect may depend on. */
export interface RedirectFacts {
  readonly screen: Screen;
  readonly auth: AuthStatus;
  /** A reading whose request started after this page was entered; null while there is none (§6.30). */
  readonly reading: SessionReading | null;
  /** 'none' once a call of this page found no draft to go on with. */
  readonly draft: 'unknown' | 'none';
  readonly refusal: PageRefusal | null;
}

/** The page of the step a session is at; null when it lives no more (§4.16). */
export function stepScreen(reading: SessionReading | null): Screen | null {
  if (reading === null || reading.slug === null) return null;
  const slug = reading.slug;
  switch (reading.step) {
    case 'queued':
      return { name: 'queue', slug };
    case 'online':
      return { name: reading.hasDraft ? 'order-form' : 'seats', slug };
    case 'paymentSelection':
      return { name: 'payment-method', slug };
    case 'paymentProcessing':
      return { name: 'payment', slug };
    default:
      return null;
  }
}

type NamedScreen<Name extends Screen['name']> = Extract<Screen, { readonly name: Name }>;
type SignInScreen = NamedScreen<PagesWith<{ readonly entry: 'signedOut' }>>;
type ProvingScreen = NamedScreen<PagesWith<{ readonly entry: 'unproven' }>>;
type PaymentScreen = NamedScreen<'payment' | 'payment-generated'>;
type PayingScreen = PaymentScreen | NamedScreen<'payment-method'>;
type DraftScreen = PayingScreen | NamedScreen<'order-form'>;

/** True for the pages on which an account is signed in, made or given a new password: none of them is a page to return to. */
export function isSignInScreen(screen: Screen): screen is SignInScreen {
  return pageOf(screen.name).entry === 'signedOut';
}

/** True for the pages on which the e-mail address of an account is proven. */
function isProvingScreen(screen: Screen): screen is ProvingScreen {
  return pageOf(screen.name).entry === 'unproven';
}

/** True for the pages of a payment that was begun. */
export function isPaymentScreen(screen: Screen): screen is PaymentScreen {
  return screen.name === 'payment' || screen.name === 'payment-generated';
}

/** True for the pages of paying, which the browser's Back does not leave (§2.314). */
export function isPayingScreen(screen: Screen): screen is PayingScreen {
  return screen.name === 'payment-method' || isPaymentScreen(screen);
}

/** True for the pages that go on with a draft. */
function isDraftScreen(screen: Screen): screen is DraftScreen {
  return screen.name === 'order-form' || isPayingScreen(screen);
}

/** Where a page sends a visitor who is not signed in when it is opened; one with a way back of its own hands that on. */
function anonymousTarget(screen: Screen): Screen | null {
  const { entry } = pageOf(screen.name);
  if (entry === 'buyer') return { name: 'home' };
  if (entry !== 'signedIn') return null;
  return { name: 'login', returnTo: 'returnTo' in screen ? screen.returnTo : screen };
}

/** Who is signed in without a proven address is asked for the code before any page that is closed to strangers, then led on to it. */
function proveFirst({ screen, auth }: RedirectFacts): Screen | null {
  if (auth !== 'unverified' || anonymousTarget(screen) === null) return null;
  return {
    name: 'verify',
    returnTo: 'returnTo' in screen ? screen.returnTo : screen,
  };
}

/** Rule 4: a call found no draft (§6.24). */
function draftRequired({ screen, auth, refusal }: RedirectFacts): Screen | null {
  if (refusal?.code !== 'draftRequired' || !isDraftScreen(screen)) return null;
  return { name: auth === 'verified' ? 'seats' : 'event', slug: screen.slug };
}

/** Rule 3: a call was refused as signed out while the buyer was thought to be signed in. */
function signedOut({ screen, refusal }: RedirectFacts): Screen | null {
  if (refusal?.code !== 'unauthenticated') return null;
  if (isPayingScreen(screen)) return { name: 'event', slug: screen.slug };
  if (isFlowScreen(screen)) return { name: 'login', returnTo: screen };
  return anonymousTarget(screen);
}

/** Rule 5: any other refusal of the session. The queue page is where the seats send, so it must not send back. */
function forbidden({ screen, refusal }: RedirectFacts): Screen | null {
  const isForbidden = forbiddenCodes.some((code) => code === refusal?.code);
  if (!isForbidden || !isFlowScreen(screen)) return null;
  return { name: screen.name === 'seats' ? 'queue' : 'event', slug: screen.slug };
}

/** Rule 2: the page was opened signed out. */
function openedSignedOut({ screen, auth }: RedirectFacts): Screen | null {
  return auth === 'anonymous' ? anonymousTarget(screen) : null;
}

/** A page of signing in, or of proving the address, of somebody who has done so (§6.29). */
function signedInAlready({ screen, auth }: RedirectFacts): Screen | null {
  if (auth !== 'verified') return null;
  if (!isSignInScreen(screen) && !isProvingScreen(screen)) return null;
  const { returnTo } = screen;
  return returnTo === null || isSignInScreen(returnTo) ? { name: 'home' } : returnTo;
}

/** Rule 6: the session is being paid for; its event counts, not that of the address. Entering another event is asked about instead (§4.34). */
function atAnotherStep({ screen, reading }: RedirectFacts): Screen | null {
  if (!isFlowScreen(screen) || reading === null || reading.slug === null) return null;
  const { slug } = reading;
  if (slug !== screen.slug && (screen.name === 'queue' || screen.name === 'seats')) return null;
  if (reading.step === 'paymentSelection') return { name: 'payment-method', slug };
  if (reading.step !== 'paymentProcessing') return null;
  return isPaymentScreen(screen) && screen.slug === slug ? null : { name: 'payment', slug };
}

/** Rule 7: no draft to go on with; on the payment page, no payment (§6.27). */
function withoutDraft({ screen, draft }: RedirectFacts): Screen | null {
  return draft === 'none' && isDraftScreen(screen) ? { name: 'seats', slug: screen.slug } : null;
}

/** Rule 8: only a buyer who is in may choose seats. */
function notLetIn({ screen, reading }: RedirectFacts): Screen | null {
  if (screen.name !== 'seats' || reading === null) return null;
  const isIn = reading.step === 'online' && reading.slug === screen.slug;
  return isIn ? null : { name: 'queue', slug: screen.slug };
}

/**
 * In the order of §6.20; a call that was refused tells more than what was believed when the page was opened. The last three are
 * asked of verified buyers alone: a page of the purchase sends everybody else away before.
 */
const rules = [
  proveFirst,
  draftRequired,
  signedOut,
  forbidden,
  openedSignedOut,
  signedInAlready,
  atAnotherStep,
  withoutDraft,
  notLetIn,
] as const;

/**
 * Where the current page sends its visitor, or null to stay: the one place that decides (§6.20). The first rule that leads
 * elsewhere wins; nothing is decided while the account is unknown (rule 1). Pure and total; never the current page; following it ends
 * within three steps.
 */
export function resolveRedirect(facts: RedirectFacts): Screen | null {
  if (facts.auth === 'checking') return null;
  for (const rule of rules) {
    const target = rule(facts);
    if (target !== null && !sameScreen(target, facts.screen)) return target;
  }
  return null;
}
