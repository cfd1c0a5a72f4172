import { type RenderResult, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import type { EventSummary, Province } from '../../../contract/catalogue.ts';
import { ProvinceProvider } from '../../../src/app/header/province-choice.tsx';
import { Around } from './around.tsx';

/** One recorded call. */
export interface Asked {
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

export const westJava: Province = { id: 12, name: 'Jawa Barat', code: 'JB' };
export const provinces: readonly Province[] = [
  { id: 17, name: 'Bali', code: 'BA' },
  { id: 11, name: 'DKI Jakarta', code: 'JK' },
  westJava,
];

/** A response of a list: its events and the number of pages. */
export interface Page {
  readonly items: readonly EventSummary[];
  readonly pages?: number;
}

/** Opens the shop with faked calls; `answer` returns lists and results, or throws for a refusal. */
export function openShop(
  view: ReactNode,
  answer: (asked: Asked) => Page | Promise<Page>,
  at = '/',
  places: readonly Province[] = provinces,
): RenderResult & { readonly asked: readonly Asked[] } {
  const asked: Asked[] = [];
  const note = (call: { path: string }, given: { query?: object; signal?: AbortSignal }) => {
    const one: Asked = {
      path: call.path,
      query: { ...given.query },
      signal: given.signal ?? new AbortController().signal,
    };
    asked.push(one);
    return one;
  };
  const api = {
    async page(row: Promise<{ path: string }>, given: { query?: object; signal?: AbortSignal }) {
      const call = await row;
      if (call.path.startsWith('/locations')) {
        const { page, per_page } = note(call, given).query as { page: number; per_page: number };
        const items = places.slice((page - 1) * per_page, page * per_page);
        const pagination = {
          total: places.length,
          total_pages: Math.ceil(places.length / per_page),
        };
        return { ok: true, value: { items, pagination } };
      }
      try {
        const { items, pages = 1 } = await answer(note(call, given));
        const pagination = { total: items.length * pages, total_pages: pages };
        return { ok: true, value: { items, pagination } };
      } catch {
        return { ok: false, failure: { kind: 'broken', status: 500, message: 'Rusak' } };
      }
    },
  };
  const result = render(
    <Around api={api} at={at}>
      <ProvinceProvider>
        {view}
        <Address />
      </ProvinceProvider>
    </Around>,
  );
  return Object.assign(result, { asked });
}

function Address() {
  const { pathname, search } = useLocation();
  return <code data-testid="address">{pathname + search}</code>;
}
