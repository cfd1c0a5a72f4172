import { type PageName, pages } from '../../../contract/pages.ts';
import type { TextKey, WordsPart } from '../../text/words.ts';

/** Text keys of a row of the page table. */
export interface PageTexts {
  readonly title?: TextKey;
  readonly description?: TextKey;
  readonly words: readonly WordsPart[];
}

/** Text keys of every page: a key that the catalogue lacks does not compile. */
export const pageTexts: { readonly [N in PageName]: PageTexts } = pages;
