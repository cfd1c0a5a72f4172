import { isWish, type Screen, wishOf } from '../../../machines/shared/screen.ts';

const slugPattern = '[a-z0-9]+(?:-[a-z0-9]+)*';
const eventPath = new RegExp(`^/event/(${slugPattern})(?:/([a-z-]+))?$`);
const eventPages = [
  'queue',
  'seats',
  'categories',
  'order-form',
  'payment-method',
  'payment',
  'payment-generated',
] as const;
const plainPages: Readonly<Record<string, Screen>> = {
  '/': { name: 'home' },
  '/my-tickets': { name: 'my-tickets' },
  '/profile': { name: 'profile' },
  '/contact-us': { name: 'contact-us' },
  '/create-event': { name: 'create-event' },
  '/terms': { name: 'terms' },
  '/privacy': { name: 'privacy' },
};

/** Says in the address of an event that its purchase was begun before the sign-in (ruling R11). */
const wishParam = 'buy';

/** What a history entry may carry beside its address; never a token (ruling 1.1-H). */
export interface EntryState {
  readonly email?: string;
  readonly returnTo?: string;
  readonly transactionId?: string;
}

/** A place in the address bar. */
export interface Place {
  readonly path: string;
  readonly state: EntryState | null;
}

function textIn(value: unknown, key: string): string | null {
  const text =
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : null;
  return typeof text === 'string' && text !== '' ? text : null;
}

/**
 * A returnTo as a screen, or null when it is not one of our own pages (ruling 1.1-F): resolved against the origin first, then
 * matched against the route table, so that no form of foreign address gets through. Sign-in pages are no place to return to.
 */
export function returnScreen(given: string | null, origin: string): Screen | null {
  if (given === null) return null;
  let url: URL;
  try {
    url = new URL(given, origin);
  } catch {
    return null;
  }
  if (url.origin !== origin || !/^\/(?![/\\])/.test(url.pathname)) return null;
  const screen = parsePlace(url.pathname + url.search, null, origin);
  const refused = [
    'login',
    'register',
    'verify',
    'verify-code',
    'forgot-password',
    'complete-profile',
    'not-found',
  ];
  return refused.includes(screen.name) ? null : screen;
}

/** The screen of an address; total, unknown addresses are 'not-found' (§2). */
export function parsePlace(path: string, state: unknown, origin: string): Screen {
  const cut = path.search(/[?#]/);
  const pathname = (cut === -1 ? path : path.slice(0, cut)).replace(/(?<=.)\/$/, '');
  const query = path.includes('?') ? path.slice(path.indexOf('?')).replace(/#.*$/, '') : '';
  const plain = Object.hasOwn(plainPages, pathname) ? plainPages[pathname] : undefined;
  if (plain !== undefined) return plain;
  const returnTo = () =>
    returnScreen(new URLSearchParams(query).get('returnTo') ?? textIn(state, 'returnTo'), origin);
  switch (pathname) {
    case '/login':
    case '/auth/login':
      return { name: 'login', returnTo: returnTo() };
    case '/register':
      return { name: 'register', returnTo: returnTo() };
    case '/verify':
      return { name: 'verify', returnTo: returnTo() };
    case '/forgot-password':
      return { name: 'forgot-password', returnTo: returnTo() };
    case '/complete-profile':
      return { name: 'complete-profile', returnTo: returnTo() };
    case '/verify-code':
      return { name: 'verify-code', email: textIn(state, 'email'), returnTo: returnTo() };
    case '/search':
      return { name: 'search', query };
    case '/transaction-history':
      return { name: 'transaction-history', transactionId: textIn(state, 'transactionId') };
  }
  const ticket = /^\/e-ticket\/([\w-]{1,80})$/.exec(pathname);
  if (ticket?.[1] !== undefined) return { name: 'e-ticket', ticketId: ticket[1] };
  const event = eventPath.exec(pathname);
  if (event?.[1] === undefined) return { name: 'not-found' };
  const slug = event[1];
  if (event[2] === undefined) {
    const isBegun = new URLSearchParams(query).get(wishParam) === '1';
    return isBegun ? wishOf(slug) : { name: 'event', slug };
  }
  const page = eventPages.find((name) => name === event[2]);
  return page === undefined ? { name: 'not-found' } : { name: page, slug };
}

/** A way back as the value of a query; a slash needs no encoding there. */
function returnParam(screen: Screen): string {
  return encodeURIComponent(pathOf(screen)).replaceAll('%2F', '/');
}

/** The address of a page of signing in, with its way back, so that a reload and another tab know it. */
function withReturn(screen: { readonly name: string; readonly returnTo: Screen | null }): string {
  const path = `/${screen.name}`;
  return screen.returnTo === null ? path : `${path}?returnTo=${returnParam(screen.returnTo)}`;
}

/** The address of a screen; null for 'not-found', which keeps the one it was found at. */
export function placeOf(screen: Screen): Place | null {
  const plain = (path: string, state: EntryState | null = null): Place => ({ path, state });
  switch (screen.name) {
    case 'home':
      return plain('/');
    case 'login':
      if (screen.returnTo === null) return plain('/login');
      // The two addresses of one page, each where the product leads to it (§2, ruling 1.2-A).
      return plain(
        `${screen.returnTo.name === 'profile' ? '/login' : '/auth/login'}?returnTo=${returnParam(screen.returnTo)}`,
      );
    case 'register':
    case 'verify':
    case 'forgot-password':
    case 'complete-profile':
      return plain(withReturn(screen));
    case 'verify-code':
      return plain(withReturn(screen), screen.email === null ? {} : { email: screen.email });
    case 'search':
      return plain(`/search${screen.query}`);
    case 'event':
      return plain(`/event/${screen.slug}${isWish(screen) ? `?${wishParam}=1` : ''}`);
    case 'queue':
    case 'seats':
    case 'categories':
    case 'order-form':
    case 'payment-method':
    case 'payment':
    case 'payment-generated':
      return plain(`/event/${screen.slug}/${screen.name}`);
    case 'e-ticket':
      return plain(`/e-ticket/${screen.ticketId}`);
    case 'transaction-history':
      return plain(
        '/transaction-history',
        screen.transactionId === null ? null : { transactionId: screen.transactionId },
      );
    case 'not-found':
      return null;
    default:
      return plain(`/${screen.name}`);
  }
}

/** The address of a screen as text, for links; '/' for one without. */
export function pathOf(screen: Screen): string {
  return placeOf(screen)?.path ?? '/';
}
