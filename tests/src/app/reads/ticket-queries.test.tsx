import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { ticketsOfKey } from '../../../../contract/stored/stored-key.ts';
import type { Result } from '../../../../machines/shared/result.ts';
import { type RootActor, RootProvider } from '../../../../src/app/actor-context.tsx';
import { ApiContext } from '../../../../src/app/reads/api-context.ts';
import { createQueryClient, refusedStatus } from '../../../../src/app/reads/queries.ts';
import { StoreContext } from '../../../../src/app/reads/store-context.ts';
import { useETicket, useMyTickets } from '../../../../src/app/reads/ticket-queries.ts';
import type { Api } from '../../../../src/effects/http/api.ts';
import type { Kept } from '../../../../src/effects/kept-tickets/store.ts';
import { createBrowserStore } from '../../../../src/effects/storage/storage.ts';
import { broken, deferred, ok, refused, unreachable } from '../../../support/flows/machines.ts';

// Replaces IndexedDB, which jsdom lacks.
const shelf = new Map<string, Kept>();
vi.mock('../../../../src/effects/kept-tickets/store.ts', () => ({
  keepAnswer: async (_store: unknown, kept: Kept) => {
    shelf.set(kept.name, kept);
    return true;
  },
  keptAnswers: async () => [...shelf.values()],
  dropAnswers: async (_store: unknown, names: readonly string[]) => {
    for (const name of names) shelf.delete(name);
  },
}));

const ticket = {
  id: 't-1',
  event_name: 'Malam',
  venue_name: 'Istora',
  event_date: '2026-03-07T19:00:00+07:00',
  qr_code: 'roetix1.a.b',
  ticket_code: 'KODE-1',
  holder_name: 'Tamu',
  order_id: 'RTX-1',
  category_name: 'VIP',
  organizer_name: null,
  organizer_logo: null,
};
const earlier = { ...ticket, holder_name: 'Tamu lama' };
const keep = (owner: string) =>
  shelf.set('ticket/t-1', { name: 'ticket/t-1', owner, value: { ticket: earlier }, keptAt: 5_000 });

let user: { readonly id: string } | null;
let answer: () => Promise<Result<unknown>>;

beforeEach(() => {
  vi.useFakeTimers();
  shelf.clear();
  user = { id: 'u1' };
});

/** Runs a read hook in the app's providers, for the signed-in account. */
function read<T>(hook: () => T) {
  const root = {
    subscribe: () => ({ unsubscribe: () => undefined }),
    getSnapshot: () => ({ context: { auth: user === null ? 'anonymous' : 'verified', user } }),
  } as unknown as RootActor;
  const api = { call: () => answer() } as unknown as Api;
  const store = createBrowserStore(window, () => user?.id ?? null);
  store.write(ticketsOfKey, 'u1');
  const queries = createQueryClient();
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={queries}>
      <RootProvider root={root}>
        <ApiContext value={api}>
          <StoreContext value={store}>{children}</StoreContext>
        </ApiContext>
      </RootProvider>
    </QueryClientProvider>
  );
  return renderHook(hook, { wrapper }).result;
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Opens the ticket, and what is read at once has arrived. */
async function openTicket() {
  const result = read(() => useETicket('t-1', true));
  await pass(0);
  return result;
}
const shown = ({ current }: Awaited<ReturnType<typeof openTicket>>) => [
  current.data,
  current.keptAt,
];

it('stores responses of the server for the signed-in account', async () => {
  answer = async () => ok({ ticket });
  expect(shown(await openTicket())).toEqual([{ ticket }, null]);
  expect(shelf.get('ticket/t-1')).toMatchObject({ owner: 'u1', value: { ticket } });
});

it.each([
  ['nobody answers', unreachable()],
  ['the server is out of order', broken(503)],
])('shows what was kept when %s', async (_why, outcome) => {
  keep('u1');
  answer = async () => outcome;
  expect(shown(await openTicket())).toEqual([{ ticket: earlier }, 5_000]);
});

it.each([
  ['stays hidden when it is refused', 401, true],
  ['is removed when it no longer exists', 404, false],
])('a stored ticket %s', async (_what, status, isKept) => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  keep('u1');
  answer = async () => refused(status, 'No');
  const { current } = await openTicket();
  expect([current.data, refusedStatus(current.error)]).toEqual([undefined, status]);
  expect(shelf.has('ticket/t-1')).toBe(isKept);
});

it('waits three seconds for the server, then shows the stored response, and the new one when it arrives', async () => {
  keep('u1');
  const late = deferred<Result<unknown>>();
  answer = () => late.promise;
  const result = await openTicket();
  await pass(2_999);
  expect(result.current.data).toBeUndefined();
  await pass(1);
  expect(result.current.keptAt).toBe(5_000);
  late.resolve(ok({ ticket }));
  await pass(0);
  expect(shown(result)).toEqual([{ ticket }, null]);
});

it.each([
  ['of another account', 'u2', { ticket: earlier }],
  ['that is malformed', 'u1', 'rusak'],
])('shows no stored response %s', async (_whose, owner, value) => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  answer = async () => unreachable();
  shelf.set('ticket/t-1', { name: 'ticket/t-1', owner, value, keptAt: 5_000 });
  const { current } = await openTicket();
  expect([current.data, current.isError]).toEqual([undefined, true]);
});

it('stores no response that arrives after a sign-out, or without a known account', async () => {
  const late = deferred<Result<unknown>>();
  answer = () => late.promise;
  await openTicket();
  user = null;
  late.resolve(ok({ ticket }));
  await pass(0);
  expect(shelf.size).toBe(0);
  expect((await openTicket()).current.data).toEqual({ ticket });
  expect(shelf.size).toBe(0);
});

it('removes an event that the server no longer lists', async () => {
  keep('u1');
  const list = { data: [{ id: 't-1', ticket_code: 'K', ticket_type: 'VIP', seat_number: null }] };
  shelf.set('event/malam', { name: 'event/malam', owner: 'u1', value: list, keptAt: 5_000 });
  answer = async () => ok([]);
  read(() => useMyTickets());
  await pass(0);
  expect([...shelf.keys()]).toEqual(['orders']);
});
