import type { CallShape } from '../../contract/call/call.ts';
import { type RefusalCode, refusalRow } from '../../contract/call/refusal-codes.ts';
import type { CodesOf } from '../../contract/call/refusals-of.ts';
import { Refusal, type RefusalExtras } from './refusal.ts';

/** What a refusal carries beside its code. */
interface RefuseExtras extends Omit<RefusalExtras, 'errors' | 'code'> {
  /** In place of the sentence of the table, where it names a number or an instant. */
  readonly sentence?: string;
  /** Input that the refusal is about. */
  readonly field?: string;
  readonly errors?: RefusalExtras['errors'];
}

/** Makes refusals of the given codes, to be thrown. */
export type Refuse<C extends RefusalCode> = (code: C, extras?: RefuseExtras) => Refusal;

/** The codes that every one of the rows declares. */
type SharedCodes<R extends readonly CallShape[]> = R extends readonly [
  infer First extends CallShape,
  ...infer Rest extends readonly CallShape[],
]
  ? CodesOf<First> & SharedCodes<Rest>
  : RefusalCode;

/** The refusal of a code, with the status and the sentence of the table. For what is refused before a row is known. */
export function refusal(
  code: RefusalCode,
  { sentence, field, ...extras }: RefuseExtras = {},
): Refusal {
  const row = refusalRow(code);
  const message = sentence ?? row.sentence;
  return new Refusal(row.status, message, {
    ...(field === undefined ? {} : { errors: [{ message, field }] }),
    ...extras,
    code,
  });
}

/**
 * Makes the refusals of code that answers the given rows: a code that one of them does not declare does not compile. Outside production
 * the mount of a row refuses undeclared codes at run time as well.
 */
export function refuseFor<const R extends readonly [CallShape, ...CallShape[]]>(
  ..._rows: R
): Refuse<SharedCodes<R>> {
  return refusal;
}
