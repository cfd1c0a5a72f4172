// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { User } from '../../../../contract/account.ts';
import { type PageName, pageNames, pageOf } from '../../../../contract/pages.ts';
import type { SessionResponse, SessionState } from '../../../../contract/session.ts';
import { id } from '../../../../src/text/id.ts';
import { session as answered } from '../../../contract/samples-purchase.ts';
import { type DrawnApp, drawApp } from '../../../support/flows/drawn-app.tsx';
import { detail } from '../../screens/public-data.tsx';
import { buyer, seatMap } from '../../screens/purchase-data.tsx';

const slug = 'konser-senja-jakarta';
const event = `/event/${slug}`;

/** The account, and the step of the purchase. */
interface Visitor {
  readonly user: User | null;
  readonly state?: SessionState;
}

function sessionBody(state: SessionState): SessionResponse {
  if (state === 'not_in_queue') return { event: null, session: null, queue_info: null };
  return {
    ...answered,
    session: { ...answered.session, state },
    queue_info: { ...answered.queue_info, queue_position: state === 'queued' ? 13 : null },
  };
}

/** A server with one event; any other request gets 404. */
function serverFor({ user, state = 'not_in_queue' }: Visitor) {
  const pagination = { total: 0, count: 0, per_page: 3, current_page: 1, total_pages: 0 };
  const bodies: Readonly<Record<string, unknown>> = {
    '/auth/me': user,
    '/session': user === null ? null : sessionBody(state),
    [`${event}/session/queue/join`]: sessionBody(state),
    '/featured-events': [],
    '/promo-events': [],
    '/event-list': [],
    '/event-search': [],
    '/locations/provinces/1': [],
    [event]: detail(),
    [`${event}/seatmap-categories`]: seatMap,
    '/my/tickets': [],
    '/purchase-history': [],
  };
  return async (input: RequestInfo | URL): Promise<Response> => {
    const path = new URL(input instanceof Request ? input.url : input).pathname.replace('/api', '');
    const data = bodies[path];
    const status = data === null ? 401 : data === undefined ? 404 : 200;
    return new Response(JSON.stringify({ status, message: '', data: data ?? null, pagination }), {
      status,
      headers: { 'content-type': 'application/json' },
    });
  };
}

// Every page loads its own code, which is slow on a busy machine.
const patience = 25_000;
vi.setConfig({ testTimeout: 2 * patience + 10_000 });

let app: DrawnApp;
/** Opens an address in the whole app with faked calls. */
function open(path: string, visitor: Visitor) {
  app = drawApp(path, serverFor(visitor));
}

const shown = () => window.location.pathname + window.location.search;

async function expectPage(at: string, heading: string | RegExp) {
  await waitFor(() => expect(shown()).toBe(at), { timeout: patience });
  expect(
    await screen.findByRole('heading', { level: 1, name: heading }, { timeout: patience }),
  ).toBeInTheDocument();
}

beforeEach(() => {
  window.scrollTo = () => {};
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => app.close());

const home = "Every Great Event There's Roetix";
const wanted = (path: string) =>
  `${path === '/profile' ? '/login' : '/auth/login'}?returnTo=${path}`;

/** Level-1 headings that differ from the page title. */
const headings: { readonly [N in PageName]?: string | RegExp } = {
  home,
  search: /./,
  event: 'Konser Senja Jakarta',
  categories: 'Pilih Tiket',
  draw: 'Periksa hasil undian',
  'e-ticket': /./,
  'create-event': 'Buat acara bersama Roetix',
};

/** Expectations from a row for a signed-out visitor: address, resulting address, heading and title. */
function opened(name: PageName, path: string): [string, string, string | RegExp, string | null] {
  const { entry, title } = pageOf(name);
  const at = path
    .replace(':slug', slug)
    .replace(':ticketId', 't-1')
    .replace(':orderCode', 'ORD-1')
    .replace(':token', 'x'.repeat(82))
    .replace('*', '/tidak/ada');
  if (entry === 'buyer') return [at, '/', home, null];
  if (entry === 'signedIn') {
    const returnsTo = name === 'complete-profile' ? '' : at;
    return [at, returnsTo === '' ? '/login' : wanted(returnsTo), 'Login', null];
  }
  const text = title === undefined ? null : id[title as keyof typeof id];
  // An address without a slug shows an error.
  const heading = path === '/event' ? 'Event slug is required' : (headings[name] ?? text ?? /./);
  return [at, at, heading, text];
}

describe('every page of the table, signed out (§2.2)', () => {
  it.each(pageNames.map((name) => opened(name, pageOf(name).path)))(
    '%s leads to %s and shows %s',
    async (path, at, heading, title) => {
      open(path, { user: null });
      await expectPage(at, heading);
      if (title !== null) expect(document.title).toBe(`${title} | Roetix`);
    },
  );

  it.each([
    ['/complete-profile?returnTo=/my-tickets', wanted('/my-tickets'), 'Login'],
    [`${event}/tidak-ada`, `${event}/tidak-ada`, 'Halaman Tidak Ditemukan'],
    // The server and the root machine know no such page either.
    ['/LOGIN', '/LOGIN', 'Halaman Tidak Ditemukan'],
  ])('%s shows %s', async (path, at, heading) => {
    open(path, { user: null });
    await expectPage(at, heading);
  });
});

describe('every route of the table, signed in', () => {
  it.each([
    ['/login', '/', home],
    ['/complete-profile', '/complete-profile', 'Satu Langkah Lagi'],
    ['/my-tickets', '/my-tickets', 'Pesanan Saya'],
    ['/transaction-history', '/transaction-history', 'Riwayat Transaksi'],
    ['/profile', '/profile', 'Profile'],
  ])('%s shows %s', async (path, at, heading) => {
    open(path, { user: buyer });
    await expectPage(at, heading);
  });

  it.each([
    ['queued', `${event}/queue`, `${event}/queue`, 'Kamu Sedang Dalam Antrean'],
    ['queued', `${event}/seats`, `${event}/queue`, 'Kamu Sedang Dalam Antrean'],
    ['online', `${event}/seats`, `${event}/seats`, 'Choose Your Seats'],
    ['online', `${event}/categories`, `${event}/categories`, 'Pilih Tiket'],
  ] as const)('%s: %s shows %s', async (state, path, at, heading) => {
    open(path, { user: buyer, state });
    await expectPage(at, heading);
  });
});
