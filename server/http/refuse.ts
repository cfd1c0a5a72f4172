import type { CallShape } from '../../contract/call/call.ts';
import { type RefusalCode, refusalRow } from '../../contract/call/refusal-codes.ts';
import type { CodesOf } from '../../contract/call/refusals-of.ts';
import { Refusal, type RefusalExtras } from './refusal.ts';

/** Optional parts of a refusal beside its code. */
interface RefuseExtras extends Omit<RefusalExtras, 'errors' | 'code'> {
  /** Replaces the sentence of the table, to name a number or an instant. */
  readonly sentence?: string;
  /** Values of the placeholders of that sentence, such as `{n}`. */
  readonly values?: Readonly<Record<string, string | number>>;
  /** The input field that the refusal is about. */
  readonly field?: string;
  readonly errors?: RefusalExtras['errors'];
}

/** Creates refusals of the given codes, to be thrown. */
export type Refuse<C extends RefusalCode> = (code: C, extras?: RefuseExtras) => Refusal;

/** The codes that all of the rows declare. */
type SharedCodes<R extends readonly CallShape[]> = R extends readonly [
  infer First extends CallShape,
  ...infer Rest extends readonly CallShape[],
]
  ? CodesOf<First> & SharedCodes<Rest>
  : RefusalCode;

/** The refusal of a code, with the status and the sentence of the table. For checks that run before a row is known. */
export function refusal(
  code: RefusalCode,
  { sentence, values = {}, field, ...extras }: RefuseExtras = {},
): Refusal {
  const row = refusalRow(code);
  const message = (sentence ?? row.sentence).replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(values[name] ?? whole),
  );
  return new Refusal(row.status, message, {
    ...(field === undefined ? {} : { errors: [{ message, field }] }),
    ...extras,
    code,
  });
}

/**
 * Creates the refusals of code that handles the given rows: a code that they do not all declare does not compile. Outside production the mount of a
 * row also refuses undeclared codes at run time.
 */
export function refuseFor<const R extends readonly [CallShape, ...CallShape[]]>(
  ..._rows: R
): Refuse<SharedCodes<R>> {
  return refusal;
}
