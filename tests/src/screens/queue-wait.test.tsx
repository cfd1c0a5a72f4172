// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { ApiContext } from '../../../src/app/reads/api-context.ts';
import { createQueryClient } from '../../../src/app/reads/queries.ts';
import { StoreContext } from '../../../src/app/reads/store-context.ts';
import type { Api } from '../../../src/effects/http/api.ts';
import { createBrowserStore } from '../../../src/effects/storage/storage.ts';
import { QueueStudy } from '../../../src/screens/queue/queue-study.tsx';
import { useLineStart } from '../../../src/screens/queue/use-line-start.ts';
import { withModalDialogs } from './modal-dialogs.ts';

withModalDialogs();
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const store = createBrowserStore(window, () => 'u1');
const place = (session: string | null, position: number | null) => ({ session, position });
const open = (first: ReturnType<typeof place>) =>
  renderHook(({ session, position }) => useLineStart('pesta', session, position), {
    initialProps: first,
    wrapper: ({ children }: { readonly children: ReactNode }) => (
      <StoreContext value={store}>{children}</StoreContext>
    ),
  });

it('remembers where the wait began, over a refresh and for one session', () => {
  const page = open(place(null, null));
  expect(page.result.current).toBeNull();
  page.rerender(place('s1', 41));
  expect(page.result.current).toBe(40);
  page.rerender(place('s1', 13));
  expect(page.result.current).toBe(40);
  page.unmount();
  expect(open(place('s1', 12)).result.current).toBe(40);
  expect(open(place('s2', 7)).result.current).toBe(6);
});

it('begins again further back, when somebody who missed a turn comes in between', () => {
  const page = open(place('s1', 13));
  page.rerender(place('s1', 14));
  expect(page.result.current).toBe(13);
});

it('shows prices and the map, and reads the prices again after a failure', async () => {
  let fails = true;
  const category = {
    id: 'c1',
    name: 'Tribun',
    color: '#b30f58',
    price: 150_000,
    max_capacity: 10,
    sold_tickets_count: 0,
    available_seats: 10,
  };
  const api = {
    call: async () =>
      fails
        ? { ok: false, failure: { kind: 'refused', status: 404, code: null, message: '' } }
        : { ok: true, value: { categories: [category, { ...category, id: 'c2', price: 0 }] } },
  } as unknown as Api;
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ApiContext value={api}>
        <QueueStudy slug="pesta" eventName="Pesta" map="/map.svg" />
      </ApiContext>
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Perbesar denah' }));
  expect(screen.getByRole('img', { name: 'Denah Pesta' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Tutup' }));
  expect(await screen.findByText('Harga tidak dapat dimuat.')).toBeVisible();
  fails = false;
  await userEvent.click(screen.getByRole('button', { name: 'Coba lagi' }));
  expect(await screen.findByText('Rp150.000')).toBeVisible();
  expect(screen.getByText('Gratis')).toBeVisible();
});
