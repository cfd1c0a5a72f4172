import { act, cleanup, render, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Result } from '../../../../machines/shared/result.ts';
import type { RootActor } from '../../../../src/app/actor-context.tsx';
import { createQueryClient } from '../../../../src/app/reads/queries.ts';
import { demoWords } from '../../../../src/sample/demo/texts.ts';
import ETicketScreen from '../../../../src/screens/e-ticket/e-ticket.screen.tsx';
import { broken, ok, refused } from '../../../support/flows/machines.ts';
import { Around } from '../around.tsx';
import { lacks, press, reads } from '../page.ts';
import { eTicket } from '../public-data.tsx';

// Replaces IndexedDB, which jsdom lacks.
vi.mock('../../../../src/effects/kept-tickets/store.ts', () => ({
  keepAnswer: async () => false,
  keptAnswers: async () => [],
  dropAnswers: async () => undefined,
}));

const failed = 'Failed to load e-ticket. Using fallback data.';
const code = eTicket.ticket_code;

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));

/** Opens the page of an account; returns a function that reads its ticket again with another response. */
async function open(first: Result<unknown>, { path = '/e-ticket/t1', isSignedIn = true } = {}) {
  let answer = first;
  const user = isSignedIn ? { id: 'u1' } : null;
  const root = {
    subscribe: () => ({ unsubscribe: () => undefined }),
    getSnapshot: () => ({ context: { auth: isSignedIn ? 'verified' : 'anonymous', user } }),
  } as unknown as RootActor;
  const queries = createQueryClient();
  render(
    <Around
      api={{ call: async () => answer }}
      root={root}
      queries={queries}
      owner={user?.id ?? null}
      at={path}
    >
      <Routes>
        <Route path="/e-ticket/:ticketId?" element={<ETicketScreen />} />
      </Routes>
    </Around>,
  );
  await act(async () => {});
  return async (next: Result<unknown>, again: () => unknown = () => queries.refetchQueries()) => {
    answer = next;
    await act(async () => void (await again()));
    // The cache notifies its observers in a later task.
    await act(() => new Promise((resolve) => setTimeout(resolve)));
  };
}
const hasFailed = async () => expect(await screen.findByRole('alert')).toHaveTextContent(failed);

it('says that the ticket failed to load, and shows it after a retry (§2.362)', async () => {
  const answer = await open(broken(500));
  await hasFailed();
  lacks({ link: /^Masuk/ });
  await answer(ok({ ticket: eTicket }), () => press('Coba lagi'));
  await screen.findByText(code);
  lacks({ alert: /./ });
});

it('keeps a shown ticket when a later read fails, and removes a refused one (§2.368)', async () => {
  const answer = await open(ok({ ticket: eTicket }));
  await screen.findByText(code);
  await answer(broken(503));
  reads(code);
  lacks(failed);
  await answer(refused(404, 'Ticket not found'));
  lacks(code);
  reads({ alert: failed });
});

it('leads a signed-out visitor to the sign-in, and back (§2.361)', async () => {
  await open(refused(401, 'Unauthorized'), { isSignedIn: false });
  await hasFailed();
  const link = screen.getByRole('link', { name: 'Masuk untuk melihat tiket ini' });
  expect(link).toHaveAttribute('href', '/auth/login?returnTo=/e-ticket/t1');
});

it('shows the sample ticket for an empty response in the demo alone, and there not for a refusal', async () => {
  await open(broken(200));
  await hasFailed();
  lacks({ article: /./ });
  cleanup();
  vi.stubEnv('MODE', 'demo');
  const answer = await open(refused(404, 'Ticket not found'));
  await hasFailed();
  await answer(broken(200));
  await screen.findByText('Konser Contoh');
  await screen.findByText(demoWords.id.ticket);
  lacks(failed);
});
