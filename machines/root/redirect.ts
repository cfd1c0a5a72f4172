import { draftRequiredMessage } from '../../contract/limits.ts';
import type { SessionReading } from '../session/session.types.ts';
import { isFlowScreen, type Screen, sameScreen } from '../shared/screen.ts';

/** What is known of the account. */
export type AuthStatus = 'checking' | 'anonymous' | 'unverified' | 'verified';

/** A 401 or 403 that a call of this page answered. */
export interface PageRefusal {
  readonly status: number;
  readonly message: string;
}

/** Everything a redirect may depend on. */
export interface RedirectFacts {
  readonly screen: Screen;
  readonly auth: AuthStatus;
  /** A reading whose request started after this page was entered; null while there is none (ruling 1.2-A, guard a). */
  readonly reading: SessionReading | null;
  readonly draft: 'unknown' | 'none' | 'live';
  readonly refusal: PageRefusal | null;
}

/** The page of the step a session is at; null when it lives no more (§4, rulings 1.1-J and 1.2-B). */
export function stepScreen(reading: SessionReading | null): Screen | null {
  if (reading === null || reading.slug === null) return null;
  const slug = reading.slug;
  switch (reading.state) {
    case 'queued':
      return { name: 'queue', slug };
    case 'online':
      return { name: reading.hasDraft ? 'order-form' : 'seats', slug };
    case 'payment_selection':
      return { name: 'payment-method', slug };
    case 'payment_processing':
      return { name: 'payment', slug };
    default:
      return null;
  }
}

/** Where a page sends a visitor who is not signed in when it is opened (rule 2); null to stay. */
function anonymousTarget(screen: Screen): Screen | null {
  switch (screen.name) {
    case 'queue':
      return { name: 'login', returnTo: screen };
    case 'profile':
      return { name: 'login', returnTo: screen };
    case 'seats':
    case 'order-form':
    case 'payment-method':
    case 'payment':
    case 'payment-generated':
    case 'my-tickets':
    case 'transaction-history':
      return { name: 'home' };
    default:
      return null;
  }
}

/** Where a page sends a buyer whose call was refused while they were thought to be signed in (rules 3 and 5). */
function refusedTarget(screen: Screen, status: number): Screen | null {
  switch (screen.name) {
    case 'queue':
      return { name: 'login', returnTo: screen };
    case 'seats':
      return status === 403
        ? { name: 'queue', slug: screen.slug }
        : { name: 'login', returnTo: screen };
    case 'order-form':
      return { name: 'login', returnTo: screen };
    case 'payment-method':
    case 'payment':
    case 'payment-generated':
      return { name: 'event', slug: screen.slug };
    case 'profile':
      return { name: 'login', returnTo: screen };
    case 'my-tickets':
    case 'transaction-history':
      return { name: 'home' };
    default:
      return null;
  }
}

function isPaymentPage(screen: Screen): boolean {
  return screen.name === 'payment' || screen.name === 'payment-generated';
}

/** Where the step of the session sends a page of the purchase (rules 6 and 8). */
function sessionTarget(screen: Screen, reading: SessionReading): Screen | null {
  if (!isFlowScreen(screen) || reading.slug === null) return null;
  const slug = reading.slug;
  if (reading.state === 'payment_processing') {
    return isPaymentPage(screen) && screen.slug === slug ? null : { name: 'payment', slug };
  }
  if (reading.state === 'payment_selection') return { name: 'payment-method', slug };
  return null;
}

/**
 * Where the current page sends its visitor, or null to stay: the one place that decides (ruling 1.2-A, first match wins).
 * Pure and total; never the current page; following it ends within three steps.
 */
export function resolveRedirect(facts: RedirectFacts): Screen | null {
  const target = firstMatch(facts);
  return target === null || sameScreen(target, facts.screen) ? null : target;
}

function firstMatch({ screen, auth, reading, draft, refusal }: RedirectFacts): Screen | null {
  if (auth === 'checking') return null;
  if (refusal?.status === 403 && refusal.message.includes(draftRequiredMessage)) {
    if (isFlowScreen(screen)) {
      return { name: auth === 'verified' ? 'seats' : 'event', slug: screen.slug };
    }
  }
  if (refusal?.status === 401 || refusal?.status === 403) {
    return refusedTarget(screen, refusal.status);
  }
  if (auth === 'anonymous') return anonymousTarget(screen);
  if (auth === 'unverified') {
    return anonymousTarget(screen) === null ? null : { name: 'verify' };
  }
  if (screen.name === 'login' || screen.name === 'register') {
    return screen.returnTo ?? { name: 'home' };
  }
  const bySession = reading === null ? null : sessionTarget(screen, reading);
  if (bySession !== null) return bySession;
  if (draft === 'none' && (screen.name === 'order-form' || screen.name === 'payment-method')) {
    return { name: 'seats', slug: screen.slug };
  }
  if (screen.name === 'seats' && reading !== null) {
    const online = reading.state === 'online' && reading.slug === screen.slug;
    if (!online) return { name: 'queue', slug: screen.slug };
  }
  return null;
}
