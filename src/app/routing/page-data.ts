import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { pageDataId } from '../../../contract/stored/rendering.ts';
import type { Failure } from '../../../machines/shared/outcome.ts';
import { CallError } from '../reads/queries.ts';

/** One read behind a drawn page. */
export type PageRead =
  | { readonly key: QueryKey; readonly data: unknown }
  | { readonly key: QueryKey; readonly failure: Failure };

/** Stands for the event's name of the address: the page of a missing event is drawn once for every name. */
export const eventOfAddress = '*';

/** Puts what the server read into a cache, as read now: the first drawing shows it, and nothing is asked for again. */
export function takeReads(queries: QueryClient, reads: readonly PageRead[]): void {
  for (const read of reads) {
    if ('data' in read) {
      queries.setQueryData(read.key, read.data);
      continue;
    }
    // A refusal is shown as it came: asking again would begin with a skeleton in its place.
    queries.setQueryDefaults(read.key, { retryOnMount: false });
    queries
      .getQueryCache()
      .build(queries, { queryKey: read.key })
      .setState({
        status: 'error',
        error: new CallError(read.failure),
        errorUpdatedAt: Date.now(),
      });
  }
}

/** What the server read for the page of a document; nothing on a page it did not draw. */
export function pageReads(document: Document): readonly PageRead[] {
  const text = document.getElementById(pageDataId)?.textContent;
  const reads = text ? (JSON.parse(text) as PageRead[]) : [];
  const slug = document.location.pathname.split('/')[2];
  return reads.map((read) => ({
    ...read,
    key: read.key.map((part) => (part === eventOfAddress ? slug : part)),
  }));
}
