import { type PageName, pages } from '../../../contract/pages.ts';
import type { TextKey, WordsPart } from '../../text/words.ts';

/** The texts that a row of the table of pages names. */
interface PageTexts {
  readonly title?: TextKey;
  readonly words: readonly WordsPart[];
}

/** The texts of every page: a row with one that the catalogue lacks does not compile. */
export const pageTexts: { readonly [N in PageName]: PageTexts } = pages;
