import type { AnswerOf, CallShape } from '../../../contract/call/call.ts';
import type { Pagination } from '../../../contract/call/envelope.ts';
import type { Result } from '../../../machines/shared/result.ts';
import { type ApiOptions, type CallOptions, noConnection } from './call-options.ts';

/** A row of the contract, or a promise of it where the contract is loaded with the first call (decision 045). */
export type Row<C extends CallShape> = C | Promise<C>;

/** The contract as functions: every response is parsed, every failure is a value. */
export interface Api {
  call<C extends CallShape>(row: Row<C>, options: CallOptions<C>): Promise<Result<AnswerOf<C>>>;
  /** The same with the page block of a list. */
  page<C extends CallShape>(
    row: Row<C>,
    options: CallOptions<C>,
  ): Promise<Result<{ readonly items: AnswerOf<C>; readonly pagination: Pagination | null }>>;
  /** A file (HTML or PDF). */
  file<C extends CallShape>(row: Row<C>, options: CallOptions<C>): Promise<Result<Blob>>;
}

/** Preloads the code that makes calls. */
export const prepareCalls = () => import('./exchange.ts');

/** The row itself; null if its code cannot be loaded. */
export async function fetchedRow<C extends CallShape>(row: Row<C>): Promise<C | null> {
  try {
    return await row;
  } catch {
    return null;
  }
}

/**
 * Makes calls to one API root. Their code is loaded with the first call: a visitor on a server-rendered page makes none (decision 015).
 * Code that cannot be loaded counts as no response.
 */
export function createApi(options: ApiOptions): Api {
  /** Loads code and row in parallel; null if either cannot be loaded. */
  async function prepared<C extends CallShape>(row: Row<C>) {
    const code = prepareCalls().catch(() => null);
    const call = await fetchedRow(row);
    const exchange = (await code)?.createExchange(options);
    return call === null || exchange === undefined ? null : { call, exchange };
  }
  const page: Api['page'] = async (row, given) => {
    const ready = await prepared(row);
    return ready === null
      ? { ok: false, failure: noConnection }
      : ready.exchange.page(ready.call, given);
  };
  return {
    page,
    async call(row, given) {
      const answer = await page(row, given);
      return answer.ok ? { ok: true, value: answer.value.items } : answer;
    },
    async file(row, given) {
      const ready = await prepared(row);
      return ready === null
        ? { ok: false, failure: noConnection }
        : ready.exchange.file(ready.call, given);
    },
  };
}
