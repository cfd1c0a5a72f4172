import { en } from './en.ts';
import { english, id } from './id.ts';
import { shelve } from './words.ts';

/** Puts every word of both languages at hand, where nothing is fetched: in the server's rendering and in tests. */
export function shelveAllWords(): void {
  shelve('id', { words: id, english });
  shelve('en', { words: en });
}
