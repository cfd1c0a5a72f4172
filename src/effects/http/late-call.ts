import type { CallShape } from '../../../contract/call/call.ts';

/** A row of the contract of which the schemas come on their own: what the first load needs of it, and how to get the rest. */
export interface LateCall<C extends CallShape> {
  readonly method: C['method'];
  readonly path: C['path'];
  /** Fetches the whole row. */
  readonly row: () => Promise<C>;
  /** True where the row is fetched while the server answers; otherwise once there is an answer to read. */
  readonly isAhead: boolean;
}

/** A call that is sent at once and whose schemas are fetched meanwhile. A path that is not the row's own does not compile. */
export function late<C extends CallShape>(
  method: C['method'],
  path: C['path'],
  row: () => Promise<C>,
): LateCall<C> {
  return { method, path, row, isAhead: true };
}

/** The same for a call that is mostly refused, of which nothing has to be read: its schemas are fetched after an answer. */
export function lateAnswer<C extends CallShape>(
  method: C['method'],
  path: C['path'],
  row: () => Promise<C>,
): LateCall<C> {
  return { method, path, row, isAhead: false };
}
