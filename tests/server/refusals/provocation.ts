import type { allCalls } from '../../../contract/call/all-calls.ts';
import type { Answer } from '../support/test-app.ts';
import type { Shops } from './shops.ts';

type Rows = typeof allCalls;
/** Name of a row of the route table. */
export type RowName = keyof Rows;
type DeclaredOf<N extends RowName> = Rows[N] extends { readonly refusals: infer R }
  ? keyof R
  : never;
type Refusing = { [N in RowName]: [DeclaredOf<N>] extends [never] ? never : N }[RowName];

/** Prepares a caller whom the row refuses with the code, and returns the response. */
export type Provoke = (shops: Shops) => Promise<Answer<unknown>>;

/** A provocation of each code of each row: a missing one does not compile. */
export type Provocations<N extends RowName = Refusing> = {
  readonly [M in N & Refusing]: { readonly [C in DeclaredOf<M>]: Provoke };
};
