import type { Page } from './page.ts';

/** The most bytes of script that a browser loads for `/` (decision 045). */
export const firstBudget = 135_000;
/** The most additional bytes of the search and of the event page, which come with their data and so need no schemas. */
export const drawnBudget = 24_000;
/** The most additional bytes of any other page. */
export const laterBudget = 45_000;

/** Every page of the product, one row each (decision 043). */
export const pages = {
  home: {
    path: '/',
    entry: 'anyone',
    title: 'title.home',
    description: 'home.intro',
    words: [],
    fetches: ['src/screens/home-strip/home-strip.screen.tsx'],
    drawn: true,
    budget: firstBudget,
  },
  login: {
    path: '/login',
    aliases: ['/auth/login'],
    extras: ['returnTo'],
    entry: 'signedOut',
    title: 'title.login',
    words: ['sign-in'],
  },
  register: {
    path: '/register',
    extras: ['returnTo'],
    entry: 'signedOut',
    title: 'title.register',
    words: ['sign-in'],
  },
  verify: {
    path: '/verify',
    extras: ['returnTo'],
    entry: 'unproven',
    title: 'title.verify',
    words: ['sign-in'],
    screen: 'verify-code/verify-code',
    private: true,
  },
  'verify-code': {
    path: '/verify-code',
    extras: ['returnTo', 'email'],
    entry: 'unproven',
    title: 'title.verify',
    words: ['sign-in'],
    private: true,
  },
  'forgot-password': {
    path: '/forgot-password',
    extras: ['returnTo'],
    entry: 'signedOut',
    title: 'title.forgot',
    words: ['sign-in'],
  },
  'complete-profile': {
    path: '/complete-profile',
    extras: ['returnTo'],
    entry: 'signedIn',
    title: 'title.complete',
    words: ['sign-in'],
  },
  search: {
    path: '/search',
    extras: ['query'],
    entry: 'anyone',
    title: 'title.search',
    description: 'home.intro',
    words: ['search'],
    drawn: true,
    budget: drawnBudget,
  },
  event: {
    path: '/event/:slug',
    aliases: ['/event'],
    extras: ['buy'],
    entry: 'anyone',
    words: ['event', 'refund-policy'],
    fetches: ['src/screens/event/html/clean-html.tsx'],
    drawn: true,
    budget: drawnBudget,
  },
  draw: {
    path: '/event/:slug/undian',
    entry: 'anyone',
    title: 'title.draw',
    words: ['draw'],
  },
  queue: {
    path: '/event/:slug/queue',
    entry: 'signedIn',
    purchase: { step: null, ownClock: true },
    words: ['queue'],
    private: true,
  },
  seats: {
    path: '/event/:slug/seats',
    entry: 'buyer',
    purchase: { step: 'seat_selection' },
    words: ['seats'],
    private: true,
  },
  categories: {
    path: '/event/:slug/categories',
    entry: 'anyone',
    purchase: { step: 'seat_selection' },
    words: [],
    private: true,
  },
  'order-form': {
    path: '/event/:slug/order-form',
    entry: 'buyer',
    purchase: { step: 'ticket_selection' },
    words: ['checkout'],
    private: true,
  },
  'payment-method': {
    path: '/event/:slug/payment-method',
    entry: 'buyer',
    purchase: { step: 'payment_processing', ownClock: true },
    words: ['checkout', 'refund-policy'],
    private: true,
  },
  payment: {
    path: '/event/:slug/payment',
    entry: 'buyer',
    purchase: { step: 'payment_success', ownClock: true },
    words: ['checkout', 'account'],
    private: true,
  },
  'payment-generated': {
    path: '/event/:slug/payment-generated',
    entry: 'buyer',
    purchase: { step: 'payment_success', ownClock: true },
    words: ['checkout', 'account'],
    screen: 'payment/payment',
    private: true,
  },
  'my-tickets': {
    path: '/my-tickets',
    entry: 'signedIn',
    title: 'title.tickets',
    words: ['account'],
    private: true,
  },
  'later-forms': {
    path: '/my-tickets/:orderCode/forms',
    entry: 'signedIn',
    title: 'title.laterForms',
    words: ['account', 'checkout', 'later-forms'],
    private: true,
  },
  'e-ticket': {
    path: '/e-ticket/:ticketId',
    aliases: ['/e-ticket'],
    // The server decides who may see the ticket (§2.361).
    entry: 'anyone',
    title: 'title.eTicket',
    words: ['account', 'transfer'],
    private: true,
  },
  'transaction-history': {
    path: '/transaction-history',
    extras: ['transactionId'],
    entry: 'signedIn',
    title: 'title.history',
    words: ['account'],
    private: true,
  },
  'order-refund': {
    path: '/transaction-history/:orderCode/refund',
    entry: 'signedIn',
    title: 'title.refund',
    words: ['account', 'refund', 'refund-policy'],
    private: true,
  },
  // The signed link of an e-mail: its token is the right to name the account.
  'refund-account': {
    path: '/refund-account/:token',
    entry: 'anyone',
    title: 'title.refundAccount',
    words: ['refund'],
    private: true,
  },
  // The link of an offered ticket: its token is the right to read the offer.
  transfer: {
    path: '/transfer/:token',
    entry: 'anyone',
    title: 'title.transfer',
    words: ['transfer'],
    private: true,
  },
  profile: {
    path: '/profile',
    entry: 'signedIn',
    title: 'title.profile',
    words: ['account'],
    private: true,
  },
  'contact-us': {
    path: '/contact-us',
    entry: 'anyone',
    title: 'title.contact',
    words: ['site'],
  },
  'create-event': {
    path: '/create-event',
    entry: 'anyone',
    title: 'title.createEvent',
    words: ['site'],
  },
  terms: {
    path: '/terms',
    entry: 'anyone',
    title: 'legal.terms',
    words: ['site'],
    screen: 'legal/terms',
    fetches: ['src/screens/event/html/clean-html.tsx'],
  },
  privacy: {
    path: '/privacy',
    entry: 'anyone',
    title: 'legal.privacy',
    words: ['site'],
    screen: 'legal/privacy',
    fetches: ['src/screens/event/html/clean-html.tsx'],
  },
  // Any other path; the screen keeps the path.
  'not-found': {
    path: '*',
    entry: 'anyone',
    title: 'title.notFound',
    words: ['site'],
  },
} as const satisfies Readonly<Record<string, Page>>;

type Rows = typeof pages;

/** Name of a page. */
export type PageName = keyof Rows;

/** Names of the pages whose rows have these members. */
export type PagesWith<Part> = {
  [N in PageName]: Rows[N] extends Part ? N : never;
}[PageName];

/** Names of the parameters in the path of a page. */
export type PageParam<N extends PageName> = ParamIn<Rows[N]['path']>;
type ParamIn<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Param}/${infer More}`
    ? Param | ParamIn<More>
    : Rest
  : never;

/** Names of the extras of a page. */
export type ExtraOf<N extends PageName> = Rows[N] extends {
  readonly extras: readonly (infer Extra)[];
}
  ? Extra
  : never;

/** Names of all pages, in the order of the table. */
export const pageNames = Object.keys(pages) as readonly PageName[];

/** The row of a page. */
export function pageOf(name: PageName): Page {
  return pages[name];
}

/** Names of the parameters in the path of a page. */
export function paramsOf(name: PageName): readonly string[] {
  return [...pages[name].path.matchAll(/:(\w+)/g)].flatMap(([, param]) => param ?? []);
}

/** The path of a page with its parameters filled in. */
export function pathTo(name: PageName, params: Readonly<Record<string, unknown>> = {}): string {
  return pages[name].path.replace(/:(\w+)/g, (_whole, param: string) => String(params[param]));
}

/** The source of the screen of a page, from the root of the project. */
export function screenSource(name: PageName): string {
  return `src/screens/${pageOf(name).screen ?? `${name}/${name}`}.screen.tsx`;
}
