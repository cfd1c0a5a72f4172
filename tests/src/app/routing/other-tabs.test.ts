// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import type { User } from '../../../../contract/account.ts';
import { deviceKey, orderFormKey, selectedSeatsKey } from '../../../../contract/stored/storage.ts';
import { localeKey, storageName } from '../../../../contract/stored/stored-key.ts';
import { runningActor } from '../../../../machines/root/root.system.ts';
import type { Screen } from '../../../../machines/shared/screen.ts';
import { followOtherTab } from '../../../../src/app/routing/other-tabs.ts';
import { wireRoot } from '../../../../src/app/wire.ts';
import { createApi } from '../../../../src/effects/http/api.ts';
import { openTabLine } from '../../../../src/effects/page.ts';
import { createBrowserStore } from '../../../../src/effects/storage/storage.ts';
import { pageParts } from '../../../support/flows/parts.ts';
import { buyer } from '../../screens/purchase-data.tsx';

const clients: { hasEnded: boolean }[] = [];
vi.mock('mqtt', () => ({
  default: {
    connect: () => {
      const client = { hasEnded: false, on: () => client, end: () => (client.hasEnded = true) };
      clients.push(client);
      return client;
    },
  },
}));

/** A server with one cookie jar, which records the reads of the account. */
function serverFor(user: User) {
  let isSignedIn = true;
  const asked: string[] = [];
  const answer = (status: number, data: unknown) =>
    new Response(JSON.stringify({ status, message: '', data }), {
      status,
      headers: { 'content-type': 'application/json' },
    });
  const fetchFor = (tab: string) => async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const call = `${request.method} ${new URL(request.url).pathname.replace('/api', '')}`;
    asked.push(`${tab}: ${call}`);
    if (call === 'POST /auth/logout') isSignedIn = false;
    if (!isSignedIn && call !== 'POST /auth/logout') return answer(401, null);
    if (call === 'GET /auth/me') return answer(200, user);
    return answer(
      200,
      call.endsWith(' /session') ? { event: null, session: null, queue_info: null } : null,
    );
  };
  return { asked, fetchFor };
}

/** A storage area of its own. */
function area(): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
    clear: () => kept.clear(),
  };
}

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A tab with a root and its real effects; the tabs of a browser share only `localStorage`. */
function openTab(
  name: string,
  screen: Screen,
  server: ReturnType<typeof serverFor>,
  shared: Storage,
) {
  const own = area();
  const store = createBrowserStore(
    { localStorage: shared, sessionStorage: own } as unknown as Window,
    () => root.getSnapshot().context.user?.id ?? null,
  );
  const api = createApi({
    root: `${window.location.origin}/api`,
    fetch: server.fetchFor(name) as typeof fetch,
    retries: 0,
  });
  const tabs = openTabLine((word) => followOtherTab(word, root.system, store));
  const line = { url: 'ws://localhost', topicPrefix: 'roetix', random: () => 0 };
  const root = createActor(
    wireRoot(pageParts({ api, store, sayToTabs: tabs.say }), { ...line, whenIdle: async () => {} }),
    { input: { screen, random: () => 0 } },
  );
  root.start();
  stops.push(() => root.stop());
  const auth = () => root.getSnapshot().context.auth;
  return { root, store, own, auth };
}

it('[F12] a sign-out makes the other tab anonymous: no question asked, real-time closed, nothing kept of the buyer', async () => {
  clients.length = 0;
  const server = serverFor(buyer);
  const shared = area();
  // Sequentially, because the mocked client module does not support two concurrent first imports.
  const open = async (name: string, screen: Screen, count: number) => {
    const tab = openTab(name, screen, server, shared);
    await vi.waitFor(
      () => expect([tab.auth(), clients.length]).toEqual(['verified', count]),
      10_000,
    );
    return tab;
  };
  const here = await open('here', { name: 'home' }, 1);
  const there = await open('there', { name: 'my-tickets' }, 2);
  const answers = { dynamicFields: { nama: 'Sari' }, ticketHolderForms: [], additionalBuyers: [] };
  there.store.write(selectedSeatsKey, ['A-1'], 'konser');
  there.store.write(orderFormKey, answers, 'konser');
  there.store.write(localeKey, 'en');
  expect(there.store.read(orderFormKey, 'konser')).toEqual(answers);
  const asked = server.asked.length;

  runningActor(here.root.system, 'auth')?.send({ type: 'auth.signOut' });
  await vi.waitFor(() => expect(there.auth()).toBe('anonymous'), 60_000);

  expect(there.root.getSnapshot().context).toMatchObject({
    user: null,
    screen: { name: 'login', returnTo: { name: 'my-tickets' } },
  });
  await vi.waitFor(() => expect(clients.map(({ hasEnded }) => hasEnded)).toEqual([true, true]));
  expect(server.asked.slice(asked).filter((call) => call.startsWith('there'))).toEqual([]);
  expect(server.asked.slice(asked)).toEqual(['here: DELETE /session', 'here: POST /auth/logout']);
  expect(there.store.read(localeKey)).toBe('en');
  const kept = [shared, there.own].flatMap((one) =>
    Array.from({ length: one.length }, (_, index) => one.key(index)),
  );
  // Device settings without personal data stay.
  expect(kept.sort()).toEqual([storageName(deviceKey), storageName(localeKey)]);
});

it('[F13] a sign-in in another tab makes this tab read the account', async () => {
  const server = serverFor(buyer);
  const tab = openTab('there', { name: 'home' }, server, area());
  await vi.waitFor(() => expect(tab.auth()).toBe('verified'), 60_000);
  const asked = server.asked.length;
  followOtherTab('signed-in', tab.root.system, tab.store);
  await vi.waitFor(() => expect(server.asked.slice(asked)).toContain('there: GET /auth/me'));
  expect(tab.auth()).toBe('verified');
});
