import type { BodyGiven, CallShape, ParamsOf, QueryGiven } from '../../../contract/call/call.ts';

/** What a call is given beside its row. */
export type CallOptions<C extends CallShape> = {
  readonly signal?: AbortSignal;
  readonly idempotencyKey?: string;
  /** Asks for the short form of an answer that has one (RFC 7240); a back end that knows none sends the whole. */
  readonly prefersMinimal?: true;
} & (C['params'] extends object ? { readonly params: ParamsOf<C> } : { readonly params?: never }) &
  (C['body'] extends object ? { readonly body: BodyGiven<C> } : { readonly body?: never }) &
  (C['query'] extends object ? { readonly query?: QueryGiven<C> } : { readonly query?: never });

/** Where the calls go; `fetch` and how often a read is tried again may be replaced. */
export interface ApiOptions {
  readonly root: string;
  readonly fetch?: typeof fetch;
  readonly retries?: number;
}
