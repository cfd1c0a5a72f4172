import type { RefusalCode } from '../../contract/call/refusal-codes.ts';
import type { Failure } from './result.ts';

/** The server's own sentence; the screen translates it by its code where the catalogue has one. */
export interface ServerText {
  readonly sentence: string;
  readonly code: RefusalCode | null;
}

/** What a machine keeps in place of words: the key of a text in the catalogue, or the sentence of the server. */
export type ScreenText<Key extends string> = { readonly key: Key } | ServerText;

/** The server's sentence if it refused with one, else the text of the key. */
export function failureText<Key extends string>(failure: Failure, otherwise: Key): ScreenText<Key> {
  if (failure.kind !== 'refused' || failure.message === '') return { key: otherwise };
  return { sentence: failure.message, code: failure.code ?? null };
}
