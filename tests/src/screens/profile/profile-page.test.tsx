import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { runningActor } from '../../../../machines/root/root.system.ts';
import type { Screen } from '../../../../machines/shared/screen.ts';
import { RootProvider } from '../../../../src/app/actor-context.tsx';
import { ApiContext } from '../../../../src/app/reads/api-context.ts';
import { createQueryClient, isSignedOutError } from '../../../../src/app/reads/queries.ts';
import { pathOf } from '../../../../src/app/routing/paths.ts';
import { wireRoot } from '../../../../src/app/wire.ts';
import { createApi } from '../../../../src/effects/http/api.ts';
import { createSeatmapStore } from '../../../../src/effects/seatmap-store.ts';
import { createBrowserStore } from '../../../../src/effects/storage/storage.ts';
import CompleteProfileScreen from '../../../../src/screens/complete-profile/complete-profile.screen.tsx';
import ProfileScreen from '../../../../src/screens/profile/profile.screen.tsx';
import { enter, lacks, press, reads } from '../page.ts';
import { buyer } from '../purchase-data.tsx';

const envelope = (status: number, data: unknown, message = '') =>
  new Response(JSON.stringify({ status, message, data }), { status });
const noSession = { event: null, session: null, queue_info: null };

/** Responses of the server by method and path; a test may change them. */
type Answers = Record<string, (body: unknown) => Response>;

let leave = () => {};

/** Opens a page for a verified buyer, with a running root and faked calls. */
async function open(screenOf: Screen, page: ReactNode, answers: Answers) {
  const fetchOne: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const call = `${request.method} ${new URL(request.url).pathname.replace('/api', '')}`;
    const answer = call === 'GET /session' ? () => envelope(200, noSession) : answers[call];
    const text = await request.text();
    return answer?.(text === '' ? null : JSON.parse(text)) ?? envelope(404, null);
  };
  const api = createApi({ root: `${location.origin}/api`, fetch: fetchOne, retries: 0 });
  const wired = wireRoot(
    {
      api,
      now: () => performance.now(),
      wallNow: () => Date.now(),
      store: createBrowserStore(window, () => null),
      newId: () => 'id',
      seatmaps: createSeatmapStore(api),
      forgetTickets: async () => undefined,
      sayToTabs: () => {},
      watchHidden: () => () => {},
      addressOf: pathOf,
      leave: () => {},
    },
    // Never idle, so that the real-time client does not load.
    {
      url: 'ws://localhost',
      topicPrefix: 'roetix',
      random: () => 0,
      whenIdle: () => new Promise(() => {}),
    },
  );
  const root = createActor(wired, { input: { screen: screenOf, random: () => 0 } });
  root.start();
  await waitFor(() => expect(root.getSnapshot().context.auth).toBe('verified'));
  const queries = createQueryClient((error) => {
    if (isSignedOutError(error)) runningActor(root.system, 'auth')?.send({ type: 'auth.refused' });
  });
  render(
    <MemoryRouter initialEntries={[pathOf(screenOf)]}>
      <RootProvider root={root}>
        <ApiContext value={api}>
          <QueryClientProvider client={queries}>
            {page}
            <Address />
          </QueryClientProvider>
        </ApiContext>
      </RootProvider>
    </MemoryRouter>,
  );
  leave = () => act(() => root.stop());
  return { shown: () => root.getSnapshot().context };
}

function Address() {
  const { pathname } = useLocation();
  return <output data-testid="address">{pathname}</output>;
}

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(() => leave());

const openProfile = (answers: Answers) => open({ name: 'profile' }, <ProfileScreen />, answers);
const firstName = () => screen.findByRole('textbox', { name: 'Nama Depan' });
const toLogin = { name: 'login', returnTo: { name: 'profile' } };
/** The auth machine makes the first read of the account. */
const readOnce = (status: number) => {
  let reads = 0;
  return {
    'GET /auth/me': () => (++reads === 1 ? envelope(200, buyer) : envelope(status, null)),
  };
};

it('reads the account, saves it, and every part of the page shows it (§7.29)', async () => {
  let account = buyer;
  const bodies: unknown[] = [];
  const { shown } = await openProfile({
    'GET /auth/me': () => envelope(200, account),
    'PUT /profile': (body) => {
      bodies.push(body);
      account = { ...buyer, firstName: 'Ratna Dewi', name: 'Ratna Dewi Wijayanti' };
      return envelope(200, account);
    },
  });
  reads('Loading profile...');
  const first = await firstName();
  enter('Nama Depan', 'Ratna Dewi ');
  press('Simpan Perubahan');
  await screen.findByText('Profile updated successfully!');
  expect(bodies).toEqual([
    { firstName: 'Ratna Dewi ', lastName: 'Wijayanti', phoneNumber: '+6281210000001' },
  ]);
  // In the server's stored form.
  await waitFor(() => expect(first).toHaveValue('Ratna Dewi'));
  await waitFor(() => expect(shown().user?.name).toBe('Ratna Dewi Wijayanti'));
  enter('Nama Depan', 'Ratna Dewix');
  // The cache tells its observers later.
  await waitFor(() => lacks('Profile updated successfully!'));
});

it('says that the account could not be read, and keeps the buyer signed in (§2.392)', async () => {
  const { shown } = await openProfile(readOnce(500));
  await screen.findByText('Failed to load profile data. Please refresh the page.');
  expect(shown()).toMatchObject({ auth: 'verified', screen: { name: 'profile' } });
});

it('goes to sign-in and back if the sign-in has ended', async () => {
  const { shown } = await openProfile(readOnce(401));
  await waitFor(() => expect(shown().screen).toMatchObject(toLogin));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('keeps the input when a change fails (§8.29)', async () => {
  await openProfile({
    'GET /auth/me': () => envelope(200, buyer),
    'PUT /profile': () => {
      throw new TypeError('Failed to fetch');
    },
  });
  const first = await firstName();
  enter('Nama Depan', 'Ratna Dewi');
  press('Simpan Perubahan');
  await screen.findByText('An unexpected error occurred. Please try again.');
  expect(first).toHaveValue('Ratna Dewi');
});

it('completes a Google account and goes on', async () => {
  const bodies: unknown[] = [];
  let account = { ...buyer, phoneNumber: '' };
  const { shown } = await open(
    { name: 'complete-profile', returnTo: { name: 'my-tickets' } },
    <CompleteProfileScreen />,
    {
      'GET /auth/me': () => envelope(200, account),
      'POST /auth/google/complete-profile': (body) => {
        bodies.push(body);
        account = buyer;
        return envelope(200, buyer);
      },
    },
  );
  const skip = await screen.findByRole('link', { name: 'Nanti saja' });
  expect(skip).toHaveAttribute('href', '/my-tickets');
  enter(/^Nomor Telepon/, '081210000001');
  press('Simpan dan lanjutkan');
  await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/my-tickets'));
  expect(bodies).toEqual([{ phone_number: '+6281210000001' }]);
  await waitFor(() => expect(shown().user?.phoneNumber).toBe('+6281210000001'));
});
