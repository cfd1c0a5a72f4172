import type { Draw } from '../../../contract/draw/calls.ts';

/** What the check of one place found: its number, or the part of the draw that is wrong. */
export type Proved =
  | { readonly number: number; readonly place: number }
  | { readonly wrong: 'secret' | 'beacon' | 'list' };

/** Checks the place of a name in a draw on this device. */
export type CheckPlace = (draw: Draw, name: string) => Promise<Proved | 'notListed' | 'failed'>;
