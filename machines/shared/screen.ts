/** Everything a browser can show: one member a route of §2. The address bar is parsed into it, and printed from it. */
export type Screen =
  | { readonly name: 'home' }
  | { readonly name: 'login'; readonly returnTo: Screen | null }
  | { readonly name: 'register'; readonly returnTo: Screen | null }
  | { readonly name: 'verify'; readonly returnTo: Screen | null }
  | {
      readonly name: 'verify-code';
      readonly email: string | null;
      readonly returnTo: Screen | null;
    }
  | { readonly name: 'forgot-password'; readonly returnTo: Screen | null }
  | { readonly name: 'complete-profile'; readonly returnTo: Screen | null }
  | { readonly name: 'search'; readonly query: string }
  | {
      readonly name: 'event';
      readonly slug: string;
      /** 'Buy Now' was pressed before the sign-in that led here: 'Choose Your Show' opens by itself, once (ruling R11). */
      readonly buy?: true;
    }
  | { readonly name: 'queue'; readonly slug: string }
  | { readonly name: 'seats'; readonly slug: string }
  | { readonly name: 'categories'; readonly slug: string }
  | { readonly name: 'order-form'; readonly slug: string }
  | { readonly name: 'payment-method'; readonly slug: string }
  | { readonly name: 'payment'; readonly slug: string }
  | { readonly name: 'payment-generated'; readonly slug: string }
  | { readonly name: 'my-tickets' }
  | { readonly name: 'e-ticket'; readonly ticketId: string }
  | { readonly name: 'transaction-history'; readonly transactionId: string | null }
  | { readonly name: 'profile' }
  | { readonly name: 'contact-us' }
  | { readonly name: 'create-event' }
  | { readonly name: 'terms' }
  | { readonly name: 'privacy' }
  | { readonly name: 'not-found' };

/** Pages of the guarded purchase, in its order. */
export const flowScreens = [
  'queue',
  'seats',
  'order-form',
  'payment-method',
  'payment',
  'payment-generated',
] as const;
/** A page of the guarded purchase. */
export type FlowScreen = Extract<Screen, { readonly name: (typeof flowScreens)[number] }>;

/** True for a page of the guarded purchase, by its route and never by words in its address (ruling 1.1-I). */
export function isFlowScreen(screen: Screen): screen is FlowScreen {
  return (flowScreens as readonly string[]).includes(screen.name);
}

/** True when two screens are the same place. */
export function sameScreen(a: Screen, b: Screen): boolean {
  if (a.name !== b.name) return false;
  if (a.name === 'event' && b.name === 'event') return a.slug === b.slug && a.buy === b.buy;
  if ('slug' in a && 'slug' in b) return a.slug === b.slug;
  if (a.name === 'e-ticket' && b.name === 'e-ticket') return a.ticketId === b.ticketId;
  if (a.name === 'search' && b.name === 'search') return a.query === b.query;
  return true;
}

/** True for the page of an event with a purchase that was begun there before the sign-in (ruling R11). */
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
