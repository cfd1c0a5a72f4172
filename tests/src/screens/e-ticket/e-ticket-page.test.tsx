// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Result } from '../../../../machines/shared/result.ts';
import { type RootActor, RootProvider } from '../../../../src/app/actor-context.tsx';
import { ApiContext } from '../../../../src/app/reads/api-context.ts';
import { createQueryClient } from '../../../../src/app/reads/queries.ts';
import { StoreContext } from '../../../../src/app/reads/store-context.ts';
import type { Api } from '../../../../src/effects/http/api.ts';
import { createBrowserStore } from '../../../../src/effects/storage/storage.ts';
import { demoWords } from '../../../../src/sample/demo/texts.ts';
import ETicketScreen from '../../../../src/screens/e-ticket/e-ticket.screen.tsx';
import { broken, ok, refused } from '../../../support/flows/machines.ts';
import { eTicket } from '../public-data.tsx';

// Replaces IndexedDB, which jsdom lacks.
vi.mock('../../../../src/effects/kept-tickets/store.ts', () => ({
  keepAnswer: async () => false,
  keptAnswers: async () => [],
  dropAnswers: async () => undefined,
}));

const failed = 'Failed to load e-ticket. Using fallback data.';
let answer: Result<unknown>;
let user: { readonly id: string } | null;

beforeEach(() => {
  user = { id: 'u1' };
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Opens the page for the signed-in account; returns a function that reads its ticket again. */
async function open(path = '/e-ticket/t1') {
  const root = {
    subscribe: () => ({ unsubscribe: () => undefined }),
    getSnapshot: () => ({ context: { auth: user === null ? 'anonymous' : 'verified', user } }),
  } as unknown as RootActor;
  const api = { call: async () => answer } as unknown as Api;
  const queries = createQueryClient();
  render(
    <QueryClientProvider client={queries}>
      <RootProvider root={root}>
        <ApiContext value={api}>
          <StoreContext value={createBrowserStore(window, () => user?.id ?? null)}>
            <MemoryRouter initialEntries={[path]}>
              <Routes>
                <Route path="/e-ticket/:ticketId?" element={<ETicketScreen />} />
              </Routes>
            </MemoryRouter>
          </StoreContext>
        </ApiContext>
      </RootProvider>
    </QueryClientProvider>,
  );
  await act(async () => {});
  return async () => {
    await act(() => queries.refetchQueries());
    // The cache notifies its observers in a later task.
    await act(() => new Promise((resolve) => setTimeout(resolve)));
  };
}

it('says that the ticket failed to load, and shows it after a retry', async () => {
  answer = broken(500);
  await open();
  expect(await screen.findByRole('alert')).toHaveTextContent(failed);
  expect(screen.queryByRole('link', { name: /^Masuk/ })).toBeNull();
  answer = ok({ ticket: eTicket });
  await userEvent.click(screen.getByRole('button', { name: 'Coba lagi' }));
  expect(await screen.findByText(eTicket.ticket_code)).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('keeps a shown ticket when a later read fails, and removes a refused one', async () => {
  answer = ok({ ticket: eTicket });
  const readAgain = await open();
  expect(await screen.findByText(eTicket.ticket_code)).toBeVisible();
  answer = broken(503);
  await readAgain();
  expect(screen.getByText(eTicket.ticket_code)).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  answer = refused(404, 'Ticket not found');
  await readAgain();
  expect(screen.queryByText(eTicket.ticket_code)).toBeNull();
  expect(screen.getByRole('alert')).toHaveTextContent(failed);
});

it('leads a signed-out visitor to the sign-in, and back', async () => {
  user = null;
  answer = refused(401, 'Unauthorized');
  await open();
  expect(await screen.findByRole('alert')).toHaveTextContent(failed);
  expect(screen.getByRole('link', { name: 'Masuk untuk melihat tiket ini' })).toHaveAttribute(
    'href',
    '/auth/login?returnTo=/e-ticket/t1',
  );
});

it('sends no request without an id', async () => {
  answer = ok({ ticket: eTicket });
  await open('/e-ticket');
  expect(screen.getByRole('alert')).toHaveTextContent(/^No ticket ID provided$/);
  expect(screen.queryByRole('button', { name: 'Coba lagi' })).toBeNull();
});

it('shows the sample ticket for an empty response in the demo only', async () => {
  answer = broken(200);
  await open();
  expect(await screen.findByRole('alert')).toHaveTextContent(failed);
  expect(screen.queryByRole('article')).toBeNull();
});

it('in the demo, and there not for a refusal', async () => {
  vi.stubEnv('MODE', 'demo');
  answer = refused(404, 'Ticket not found');
  const readAgain = await open();
  expect(await screen.findByRole('alert')).toHaveTextContent(failed);
  answer = broken(200);
  await readAgain();
  expect(await screen.findByText('Konser Contoh')).toBeVisible();
  expect(await screen.findByText(demoWords.id.ticket)).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});
