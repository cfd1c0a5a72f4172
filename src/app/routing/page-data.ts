import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { pageDataId } from '../../../contract/stored/rendering.ts';
import type { Failure } from '../../../machines/shared/result.ts';
import { CallError } from '../reads/queries.ts';

/** One read of a server-rendered page. */
export type PageRead =
  | { readonly key: QueryKey; readonly data: unknown }
  | { readonly key: QueryKey; readonly failure: Failure };

/** Placeholder for the slug in the address: the server renders the page of a missing event once for all slugs. */
export const eventOfAddress = '*';

/** Fills the query cache with the server's reads, so that the first render shows them and no read is repeated. */
export function takeReads(queries: QueryClient, reads: readonly PageRead[]): void {
  for (const read of reads) {
    if ('data' in read) {
      queries.setQueryData(read.key, read.data);
      continue;
    }
    // A refusal is shown as received: a retry on mount would replace it with a skeleton.
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

/** The reads that the server embedded in the document; empty on a page it did not render. */
export function pageReads(document: Document): readonly PageRead[] {
  const text = document.getElementById(pageDataId)?.textContent;
  const reads = text ? (JSON.parse(text) as PageRead[]) : [];
  const slug = document.location.pathname.split('/')[2];
  return reads.map((read) => ({
    ...read,
    key: read.key.map((part) => (part === eventOfAddress ? slug : part)),
  }));
}
