import type { PageExtra } from '../../../contract/page.ts';
import { type PageName, pageNames, pageOf, pathTo } from '../../../contract/pages.ts';
import { isWish, type Screen } from '../../../machines/shared/screen.ts';

/** Query parameter of the event page: the visitor pressed 'buy' before the sign-in (§2.140). */
const wishParam = 'buy';

/** Patterns of parameter values; an address with any other value is not found. */
const paramPatterns: Readonly<Record<string, string>> = {
  slug: '[a-z0-9]+(?:-[a-z0-9]+)*',
  // A payment id, a count and a signature of 43 characters.
  token: '[\\w-]{1,100}',
};
const anyParam = '[\\w-]{1,80}';

/** State of a history entry; never holds a token (§2.6). */
export interface EntryState {
  readonly email?: string;
  readonly returnTo?: string;
  readonly transactionId?: string;
}

/** A location: address and history state. */
export interface Place {
  readonly path: string;
  readonly state: EntryState | null;
}

function patternOf(path: string): RegExp {
  const named = (_whole: string, param: string) =>
    `(?<${param}>${paramPatterns[param] ?? anyParam})`;
  return new RegExp(`^${path.replace(/:(\w+)/g, named)}$`);
}

const hasParam = (path: string) => path.includes(':');

/** The paths of every page. An alias without the parameter of its page is drawn by the router, but names no screen. */
const patterns = pageNames
  .filter((name) => name !== 'not-found')
  .flatMap((name) => {
    const { path, aliases = [] } = pageOf(name);
    const whole = aliases.filter((alias) => hasParam(alias) === hasParam(path));
    return [path, ...whole].map((each) => ({ name, pattern: patternOf(each) }));
  });

/** The page at a path, with the parameters in it; total, unknown paths are 'not-found' (§2.1). */
function matchPage(pathname: string) {
  for (const { name, pattern } of patterns) {
    const match = pattern.exec(pathname.replace(/(.)\/$/, '$1'));
    if (match !== null) return { name, params: match.groups };
  }
  return { name: 'not-found', params: undefined } as const;
}

/** The name of the page at a path without query. */
export function pageAt(pathname: string): PageName {
  return matchPage(pathname).name;
}

function textIn(value: unknown, key: string): string | null {
  const text =
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : null;
  return typeof text === 'string' && text !== '' ? text : null;
}

/** An address in parts. */
interface Address {
  readonly query: string;
  readonly state: unknown;
  readonly origin: string;
}

/** How each extra of a page is read from an address. */
const readers: { readonly [E in PageExtra]: (address: Address) => object } = {
  query: ({ query }) => ({ query }),
  returnTo: ({ query, state, origin }) => {
    const given = new URLSearchParams(query).get('returnTo') ?? textIn(state, 'returnTo');
    return { returnTo: returnScreen(given, origin) };
  },
  buy: ({ query }) => (new URLSearchParams(query).get(wishParam) === '1' ? { buy: true } : {}),
  email: ({ state }) => ({ email: textIn(state, 'email') }),
  transactionId: ({ state }) => ({ transactionId: textIn(state, 'transactionId') }),
};

/**
 * Parses a returnTo into a screen; null when it is not a page of the shop (§2.5). It is resolved against the origin first, then
 * matched against the page table, so that no form of foreign address passes. A page that itself carries a returnTo is refused.
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
  return 'returnTo' in screen || screen.name === 'not-found' ? null : screen;
}

/** The screen of an address; total, unknown addresses are 'not-found' (§2.1). */
export function parsePlace(path: string, state: unknown, origin: string): Screen {
  const cut = path.search(/[?#]/);
  const { name, params } = matchPage(cut === -1 ? path : path.slice(0, cut));
  const query = path.includes('?') ? path.slice(path.indexOf('?')).replace(/#.*$/, '') : '';
  const extras = (pageOf(name).extras ?? []).map((extra) =>
    readers[extra]({ query, state, origin }),
  );
  // `Screen` is derived from the same rows as these readers.
  return Object.assign({ name, ...params }, ...extras) as Screen;
}

/** A returnTo as a query value; a slash needs no encoding there. */
function returnParam(screen: Screen): string {
  return encodeURIComponent(pathOf(screen)).replaceAll('%2F', '/');
}

/** The query of a screen: state that must survive a reload and a copy to another tab. */
function queryOf(screen: Screen): string {
  if ('query' in screen) return screen.query;
  if (isWish(screen)) return `?${wishParam}=1`;
  if (!('returnTo' in screen) || screen.returnTo === null) return '';
  return `?returnTo=${returnParam(screen.returnTo)}`;
}

/** The history state of a screen; null for none. */
function stateOf(screen: Screen): EntryState | null {
  if ('email' in screen && screen.email !== null) return { email: screen.email };
  if ('transactionId' in screen && screen.transactionId !== null)
    return { transactionId: screen.transactionId };
  return null;
}

/** The path of a screen. The sign-in has two, by the page that leads to it (§2.1, §6.20). */
function pathnameOf(screen: Screen): string {
  const isLogin = screen.name === 'login' && screen.returnTo !== null;
  if (isLogin && screen.returnTo.name !== 'profile') return '/auth/login';
  return pathTo(screen.name, { ...screen });
}

/** The address of a screen; null for 'not-found', which keeps the one it was found at. */
export function placeOf(screen: Screen): Place | null {
  if (screen.name === 'not-found') return null;
  return { path: pathnameOf(screen) + queryOf(screen), state: stateOf(screen) };
}

/** The address of a screen as text, for links; '/' for one without. */
export function pathOf(screen: Screen): string {
  return placeOf(screen)?.path ?? '/';
}
