import {
  type ExtraOf,
  type PageName,
  type PageParam,
  type PagesWith,
  pageOf,
  paramsOf,
} from '../../contract/pages.ts';

/** What a screen holds of the extras of its page. */
interface ScreenExtras {
  readonly query: string;
  readonly returnTo: Screen | null;
  readonly email: string | null;
  readonly transactionId: string | null;
}

/** The extras that a screen holds only where they are so. */
interface ScreenFlags {
  /** 'Buy Now' was pressed before the sign-in that led here: 'Choose Your Show' opens by itself, once (§2.140). */
  readonly buy?: true;
}

type ScreenOf<N extends PageName> = { readonly name: N } & {
  readonly [P in PageParam<N>]: string;
} & Pick<ScreenExtras, ExtraOf<N> & keyof ScreenExtras> &
  Pick<ScreenFlags, ExtraOf<N> & keyof ScreenFlags>;

/**
 * Everything a browser can show: one member a row of the table of pages, with the parameters of its path and its extras. The address
 * bar is parsed into it, and printed from it.
 */
export type Screen = { [N in PageName]: ScreenOf<N> }[PageName];

/** Pages of the guarded purchase. */
type FlowName = PagesWith<{ readonly purchase: object; readonly entry: 'signedIn' | 'buyer' }>;
/** A page of the guarded purchase. */
export type FlowScreen = Extract<Screen, { readonly name: FlowName }>;

/** True for a page of the guarded purchase, by its route and never by words in its address (§2.3). */
export function isFlowScreen(screen: Screen): screen is FlowScreen {
  const { purchase, entry } = pageOf(screen.name);
  return purchase !== undefined && entry !== 'anyone';
}

/** True when two screens are the same page: what a history entry carries and where a sign-in leads are no part of it. */
export function sameScreen(a: Screen, b: Screen): boolean {
  if (a.name !== b.name) return false;
  const one: Readonly<Record<string, unknown>> = { ...a };
  const other: Readonly<Record<string, unknown>> = { ...b };
  return [...paramsOf(a.name), 'query', 'buy'].every((member) => one[member] === other[member]);
}

/** True for the page of an event with a purchase that was begun there before the sign-in (§2.140). */
export function isWish(screen: Screen | null): boolean {
  return screen?.name === 'event' && screen.buy === true;
}

/** The page of an event as it is addressed by a purchase begun there. */
export function wishOf(slug: string): Screen {
  return { name: 'event', slug, buy: true };
}

/** The same screen with its wish taken off, wherever it stands: what was granted, or left by Back, is not granted again. */
export function withoutWish(screen: Screen): Screen {
  if (screen.name === 'event') return { name: 'event', slug: screen.slug };
  if (!('returnTo' in screen) || screen.returnTo === null) return screen;
  return { ...screen, returnTo: withoutWish(screen.returnTo) };
}
