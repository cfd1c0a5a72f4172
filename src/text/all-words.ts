import type { Locale } from '../../contract/texts/locale.ts';
import { type PartOfCatalogue, storeTexts } from './words.ts';

const modules = import.meta.glob<PartOfCatalogue>('./*/*.ts', { eager: true });

/** Loads all texts of every language synchronously, for server rendering and tests. */
export function loadAllTexts(): void {
  for (const [path, part] of Object.entries(modules)) {
    storeTexts(path.split('/')[1] as Locale, part);
  }
}
