import { type PageName, pageNames, pageOf, paramsOf } from '../../../contract/pages.ts';
import type { FlowScreen, Screen } from '../../../machines/shared/screen.ts';

type EventPage = Extract<Screen, { readonly slug: string }>['name'];

/** The event of the address, and another one, whose name holds words of the purchase (§2.3). */
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

/** A value for every parameter and extra of a page. */
const values: Readonly<Record<string, string | null>> = {
  slug,
  ticketId: 't-1',
  orderCode: 'O-1',
  token: 'x',
  query: '?q=jazz',
  returnTo: null,
  email: null,
  transactionId: null,
};

function screenOf(name: PageName): Screen {
  const members = [...paramsOf(name), ...(pageOf(name).extras ?? [])];
  const given = members.filter((member) => member !== 'buy');
  return Object.assign({ name }, ...given.map((key) => ({ [key]: values[key] ?? null }))) as Screen;
}

/** A screen of every page in the table. */
export const pages = Object.fromEntries(pageNames.map((name) => [name, screenOf(name)])) as {
  readonly [N in PageName]: Extract<Screen, { readonly name: N }>;
};

/** Names of the pages of the purchase, in its order. */
export const flowNames: readonly FlowScreen['name'][] = [
  'queue',
  'seats',
  'order-form',
  'payment-method',
  'payment',
  'payment-generated',
];
