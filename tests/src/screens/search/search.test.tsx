import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Pagination } from '../../../../contract/call/envelope.ts';
// The screen loads it with its first read; here it is there, because a clock that stands still waits for no file.
import '../../../../contract/catalogue.ts';
import type { EventSummary } from '../../../../contract/catalogue.ts';
import { ApiContext } from '../../../../src/app/reads/api-context.ts';
import { createQueryClient } from '../../../../src/app/reads/queries.ts';
import { createGuardedHistory, type GuardedHistory } from '../../../../src/app/routing/history.ts';
import { GuardedRouter } from '../../../../src/app/routing/router.tsx';
import type { Api } from '../../../../src/effects/http/api.ts';
import SearchScreen from '../../../../src/screens/search/search.screen.tsx';
import { id } from '../../../../src/text/id.ts';
import { button } from '../page.ts';
import { summary } from '../public-data.tsx';

type Query = Readonly<Record<string, unknown>>;

/** A pending search, which the test resolves. */
interface Asked {
  readonly query: Query;
  readonly signal: AbortSignal;
  readonly answer: (items: readonly EventSummary[], total?: number) => Promise<void>;
  readonly fail: () => Promise<void>;
}

/** Runs an action and lets the page update; the cache notifies its observers in a zero timer. */
const settled = (happen: () => void) =>
  act(async () => {
    happen();
    if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(0);
    else await new Promise((resolve) => setTimeout(resolve));
  });

function pagination(query: Query, count: number, total: number): Pagination {
  const perPage = Number(query.per_page);
  return {
    total,
    count,
    per_page: perPage,
    current_page: Number(query.page),
    total_pages: Math.ceil(total / perPage),
    links: { next: null, previous: null },
  };
}

/** An API whose searches stay pending; it has two provinces. */
function waitingApi() {
  const asked: Asked[] = [];
  const places = [
    { id: 11, name: 'DKI Jakarta', code: 'JK' },
    { id: 15, name: 'Jawa Timur', code: 'JI' },
  ];
  const search = ({ query, signal }: { query: Query; signal: AbortSignal }) =>
    new Promise((resolve) => {
      asked.push({
        query,
        signal,
        answer: (items, total = items.length) =>
          settled(() => {
            const value = { items, pagination: pagination(query, items.length, total) };
            resolve({ ok: true, value });
          }),
        fail: () =>
          settled(() =>
            resolve({ ok: false, failure: { kind: 'broken', status: 500, message: 'broken' } }),
          ),
      });
    });
  // Reads of the provinces are paged too, but are no search.
  const page = async (
    row: Promise<{ path: string }>,
    given: { query: Query; signal: AbortSignal },
  ) => {
    const { path } = await row;
    return path.startsWith('/locations')
      ? { ok: true, value: { items: places, pagination: { total: 2, total_pages: 1 } } }
      : search(given);
  };
  return { asked, api: { page } as unknown as Api };
}

let history: GuardedHistory;
let asked: Asked[];
const address = () => window.location.pathname + window.location.search;
const last = () => asked.at(-1) as Asked;
const events = (...titles: string[]) =>
  titles.map((title) => summary({ id: title, slug: title.toLowerCase(), title }));
const titles = () => screen.queryAllByRole('heading', { level: 2 }).map((head) => head.textContent);
const box = () => screen.getByRole('searchbox');

async function open(path = '/search') {
  window.history.replaceState(null, '', path);
  history = createGuardedHistory(window);
  const waiting = waitingApi();
  asked = waiting.asked;
  render(
    <ApiContext value={waiting.api}>
      <QueryClientProvider client={createQueryClient()}>
        <GuardedRouter history={history}>
          <SearchScreen />
        </GuardedRouter>
      </QueryClientProvider>
    </ApiContext>,
  );
  // The provinces resolve at once.
  await settled(() => {});
}

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  history.close();
  window.history.replaceState(null, '', '/');
});

/** Opens the page, and answers its first search. */
async function openWith(path: string, items = events('Semua'), total = items.length) {
  await open(path);
  await last().answer(items, total);
}
const isSaid = (words: string) => expect(screen.getByRole('status')).toHaveTextContent(words);
const pause = (ms: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
const type = (words: string) => fireEvent.change(box(), { target: { value: words } });
const click = (element: HTMLElement) => settled(() => void fireEvent.click(element));
const press = (name: string) => click(button(name));
/** jsdom renders the narrow layout, which folds the filters. */
const unfold = () => press('Filter');

describe('a search (§2.114, §2.117)', () => {
  it('sends the query of the address and counts the results', async () => {
    await open('/search?q=senja&province_id=11&sort_by=price&sort_direction=desc&page=2');
    const query = { q: 'senja', province_id: 11, sort_by: 'price', sort_direction: 'desc' };
    expect(asked.map((each) => each.query)).toEqual([{ ...query, page: 2, per_page: 12 }]);
    expect(box()).toHaveValue('senja');
    isSaid('Mencari acara');
    await last().answer(events('Senja', 'Fajar'), 14);
    isSaid('Menampilkan 2 dari 14 event');
    expect(titles()).toEqual(['Senja', 'Fajar']);
    expect(screen.getByLabelText('Urutkan')).toHaveValue('price:desc');
  });

  it('waits for a pause of 300 ms in the typing, and adds no history entry', async () => {
    await openWith('/search');
    const entries = window.history.length;
    type('sen');
    await pause(299);
    type('senja ');
    await pause(299);
    expect(asked).toHaveLength(1);
    await pause(1);
    expect(asked).toHaveLength(2);
    expect(last().query).toMatchObject({ q: 'senja', page: 1 });
    expect(address()).toBe('/search?q=senja');
    expect(box()).toHaveValue('senja ');
    expect(window.history.length).toBe(entries);
  });

  it('shows the response to the last query, even if an older one arrives later (§2.44)', async () => {
    await openWith('/search');
    type('a');
    await pause(300);
    const older = last();
    type('ab');
    await pause(300);
    expect(older.signal.aborted).toBe(true);
    await last().answer(events('Ab'));
    await older.answer(events('A'));
    expect(titles()).toEqual(['Ab']);
  });

  it('says when nothing is found, with the filters if there are any, and resets on request', async () => {
    await openWith('/search?q=zzz&topic=music', []);
    isSaid('Tidak ada event ditemukan');
    expect(screen.getByRole('heading', { name: 'Tidak Ada Event Ditemukan' })).toBeVisible();
    expect(screen.getByText(id['search.emptyFilters'])).toBeVisible();
    await press('Reset Filter');
    expect(address()).toBe('/search');
    expect(box()).toHaveValue('');
    await pause(1000);
    expect(address()).toBe('/search');
  });

  it('says when it failed, shows no event, and can be tried again', async () => {
    await open();
    await last().fail();
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to search events');
    expect(screen.queryByRole('article')).toBeNull();
    await press('Coba lagi');
    await last().answer(events('Semua'));
    expect(titles()).toEqual(['Semua']);
  });
});

describe('the filters (§2.112, §2.113)', () => {
  const start = (path: string) => openWith(path, events('Semua'), 60);
  const group = (name: string) => within(screen.getByRole('group', { name }));
  const choose = (name: string, option: string) =>
    click(group(name).getByRole('radio', { name: option }));

  it.each([
    ['Topik', 'Music & Concert', 'topic=music'],
    ['Topik', 'Seminar & Workshop', 'topic=seminar'],
    ['Waktu', 'Minggu Ini', 'time=this-week'],
    ['Harga', 'Rp500.000 ke atas', 'price=500000%2B'],
  ])(
    '%s %s stands in the address as %s, on the first page, and is sent',
    async (name, option, param) => {
      await start('/search?q=senja&page=3');
      await unfold();
      await choose(name, option);
      expect(address()).toBe(`/search?q=senja&${param}`);
      expect(last().query).toEqual({
        q: 'senja',
        best_first: 'true',
        page: 1,
        per_page: 12,
        sort_by: 'date',
        sort_direction: 'asc',
        ...Object.fromEntries(new URLSearchParams(param)),
      });
      await choose(name, 'Semua');
      expect(address()).toBe('/search?q=senja');
    },
  );

  it('are shown above the list, survive a reload, and are removed one at a time', async () => {
    await start('/search?q=senja&province_id=11&topic=music&time=today&price=free');
    const names = ['DKI Jakarta', 'Music & Concert', 'Hari Ini', 'Gratis'];
    const chosen = () =>
      within(screen.getByRole('list', { name: 'Filter yang dipilih' }))
        .getAllByRole('button')
        .map((each) => each.textContent);
    expect(chosen()).toEqual(names);
    const query = { q: 'senja', province_id: 11, topic: 'music', time: 'today', price: 'free' };
    expect(asked[0]?.query).toMatchObject(query);
    await press('Hapus filter Music & Concert');
    expect(address()).toBe('/search?q=senja&province_id=11&time=today&price=free');
    expect(chosen()).toEqual(names.toSpliced(1, 1));
    await settled(() => window.history.back());
    await vi.waitFor(() => expect(chosen()).toEqual(names));
    for (const name of names) await press(`Hapus filter ${name}`);
    expect(address()).toBe('/search?q=senja');
    expect(screen.queryByRole('list', { name: 'Filter yang dipilih' })).toBeNull();
  });
});

describe('the pages of a search (§2.116)', () => {
  it('change only the address, keep the results until the next page has loaded, and focus the count', async () => {
    await openWith('/search?q=senja', events('Satu'), 30);
    await press('Berikutnya');
    expect(address()).toBe('/search?q=senja&page=2');
    expect(titles()).toEqual(['Satu']);
    expect(button('Halaman 3')).toBeDisabled();
    expect(screen.getByRole('status')).toHaveFocus();
    await last().answer(events('Dua'), 30);
    expect(titles()).toEqual(['Dua']);
  });
});
