import { pageNames, pageOf } from '../../contract/pages.ts';
import type { ScenarioName } from '../../tools/desk/scenarios/registry.ts';

/** A page of the route table (§2.1) in the state of its picture. */
export interface PicturedPage {
  readonly name: string;
  /** Its heading on the contact sheet. */
  readonly part: 'Public' | 'Sign-in' | 'Purchase' | 'Account';
  /** Its address; a scenario has its own. */
  readonly path?: string;
  readonly situation?: ScenarioName;
  /** Address to open after the scenario, if it differs from the scenario's own. */
  readonly lookAt?: string;
}

const concert = '/event/konser-senja-jakarta';

/** Pages that need no scenario, as they open for a visitor. */
const opened: readonly PicturedPage[] = pageNames.flatMap((name): PicturedPage[] => {
  const { path, entry } = pageOf(name);
  if (/[:*]/.test(path) || entry === 'signedIn' || entry === 'buyer') return [];
  return [{ name, part: entry === 'anyone' ? 'Public' : 'Sign-in', path }];
});

/** Every page of the table; the pages of the purchase come from scenarios. */
export const picturedPages: readonly PicturedPage[] = [
  ...opened.filter(({ name }) => name !== 'verify-code'),
  { name: 'home-signed-in', part: 'Public', situation: 'my-tickets', lookAt: '/' },
  { name: 'home-session-bubble', part: 'Public', situation: 'bubble-order-form' },
  { name: 'home-empty', part: 'Public', situation: 'lists-empty' },
  { name: 'home-failing', part: 'Public', situation: 'lists-fail' },
  { name: 'search-filtered', part: 'Public', path: '/search?q=konser&topic=music' },
  { name: 'search-empty', part: 'Public', situation: 'search-empty' },
  { name: 'event', part: 'Public', path: concert },
  { name: 'event-free', part: 'Public', path: '/event/seminar-gratis-yogya' },
  { name: 'event-not-found', part: 'Public', path: '/event/tidak-ada-begini' },
  { name: 'categories', part: 'Public', path: `${concert}/categories` },
  { name: 'not-found', part: 'Public', path: '/tidak-ada' },
  { name: 'auth-login', part: 'Sign-in', path: '/auth/login?returnTo=/event/konser-senja-jakarta' },
  {
    name: 'complete-profile',
    part: 'Sign-in',
    situation: 'my-tickets-empty',
    lookAt: '/complete-profile',
  },
  { name: 'verify-code', part: 'Sign-in', situation: 'code-page' },
  { name: 'queue', part: 'Purchase', situation: 'queued-third' },
  { name: 'queue-online', part: 'Purchase', situation: 'promoted-other-tab' },
  { name: 'seats', part: 'Purchase', situation: 'seats-limit' },
  { name: 'order-form', part: 'Purchase', situation: 'order-form' },
  { name: 'order-form-none', part: 'Purchase', situation: 'no-forms' },
  { name: 'payment-method', part: 'Purchase', situation: 'payment-method' },
  { name: 'payment', part: 'Purchase', situation: 'awaiting-qris' },
  { name: 'payment-va', part: 'Purchase', situation: 'awaiting-va' },
  {
    name: 'payment-generated',
    part: 'Purchase',
    situation: 'awaiting-wallet',
    lookAt: `${concert}/payment-generated`,
  },
  { name: 'my-tickets', part: 'Account', situation: 'my-tickets' },
  { name: 'my-tickets-empty', part: 'Account', situation: 'my-tickets-empty' },
  { name: 'e-ticket', part: 'Account', situation: 'e-ticket' },
  { name: 'transaction-history', part: 'Account', situation: 'history' },
  { name: 'profile', part: 'Account', situation: 'my-tickets-empty', lookAt: '/profile' },
];

/** The four pictures of the README, with their widths. */
export const readmePictures = [
  { page: 'home', width: 1280, height: 800 },
  { page: 'event', width: 1280, height: 800 },
  { page: 'seats', width: 360, height: 740 },
  { page: 'payment', width: 360, height: 740 },
] as const;
