import type { FlowScreen, Screen } from '../../../machines/shared/screen.ts';

type Name = Screen['name'];
type EventPage = Extract<Screen, { readonly slug: string }>['name'];

/** The event of the address, and another one, whose name holds words of the purchase (ruling 1.1-I). */
export const slug = 'konser';
export const otherSlug = 'payment-queue-seats-fest';

/** A page of an event. */
export function page<N extends EventPage>(name: N, of = slug) {
  return { name, slug: of } as Extract<Screen, { readonly name: N }>;
}

/** The home page. */
export const home: Screen = { name: 'home' };

/** The sign-in page with its way back. */
export function loginTo(returnTo: Screen | null): Screen {
  return { name: 'login', returnTo };
}

/** A page of every route of §2; a route without one does not compile. */
export const pages: { readonly [N in Name]: Extract<Screen, { readonly name: N }> } = {
  home: { name: 'home' },
  login: { name: 'login', returnTo: null },
  register: { name: 'register', returnTo: null },
  verify: { name: 'verify', returnTo: null },
  'verify-code': { name: 'verify-code', email: null, returnTo: null },
  'forgot-password': { name: 'forgot-password', returnTo: null },
  'complete-profile': { name: 'complete-profile', returnTo: null },
  search: { name: 'search', query: 'jazz' },
  event: page('event'),
  queue: page('queue'),
  seats: page('seats'),
  categories: page('categories'),
  'order-form': page('order-form'),
  'payment-method': page('payment-method'),
  payment: page('payment'),
  'payment-generated': page('payment-generated'),
  'my-tickets': { name: 'my-tickets' },
  'e-ticket': { name: 'e-ticket', ticketId: 't-1' },
  'transaction-history': { name: 'transaction-history', transactionId: null },
  profile: { name: 'profile' },
  'contact-us': { name: 'contact-us' },
  'create-event': { name: 'create-event' },
  terms: { name: 'terms' },
  privacy: { name: 'privacy' },
  'not-found': { name: 'not-found' },
};

/** Names of all routes. */
export const pageNames = Object.keys(pages) as readonly Name[];

/** Names of the pages of the purchase, in its order. */
export const flowNames: readonly FlowScreen['name'][] = [
  'queue',
  'seats',
  'order-form',
  'payment-method',
  'payment',
  'payment-generated',
];
