import { en } from './en.ts';
import { english, id } from './id.ts';
import { storeTexts } from './words.ts';

/** Loads all texts of both languages synchronously, for server rendering and tests. */
export function loadAllTexts(): void {
  storeTexts('id', { words: id, english });
  storeTexts('en', { words: en });
}
