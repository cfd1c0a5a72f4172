import type { BodyGiven, CallShape, ParamsOf, QueryGiven } from '../../../contract/call/call.ts';
import type { Failure } from '../../../machines/shared/result.ts';

/** Options of a call beside its row. */
export type CallOptions<C extends CallShape> = {
  readonly signal?: AbortSignal;
  readonly idempotencyKey?: string;
  /** Requests the short form of a response (RFC 7240); a back end without one sends the full response. */
  readonly prefersMinimal?: true;
} & (C['params'] extends object ? { readonly params: ParamsOf<C> } : { readonly params?: never }) &
  (C['body'] extends object ? { readonly body: BodyGiven<C> } : { readonly body?: never }) &
  (C['query'] extends object ? { readonly query?: QueryGiven<C> } : { readonly query?: never });

/** API root and dependencies of the calls; `fetch` and the number of retries can be replaced. */
export interface ApiOptions {
  readonly root: string;
  readonly fetch?: typeof fetch;
  readonly retries?: number;
}

/** The failure for a call that reached no server. */
export const noConnection: Failure = {
  kind: 'unreachable',
  message: 'No connection to the server.',
};
