import type { Locale } from '../../contract/texts/locale.ts';
import { fetchCode } from '../ui/feedback/fetched.ts';
import * as shell from './id/shell.ts';
import type { id } from './id.ts';

/** A text of the interface. */
export type TextKey = keyof typeof id;
/** Every text in one language. */
export type Catalogue = Readonly<Record<TextKey, string>>;

/** One part of a catalogue; `english` are the texts that stay English on an Indonesian page. */
interface PartOfCatalogue {
  readonly words: Partial<Catalogue>;
  readonly english?: Partial<Catalogue>;
}

// One file a part and language: a visitor fetches the words of the pages that are opened, in the language shown.
const parts = {
  shell: { id: async () => shell, en: () => import('./en/shell.ts') },
  event: { id: () => import('./id/event.ts'), en: () => import('./en/event.ts') },
  search: { id: () => import('./id/search.ts'), en: () => import('./en/search.ts') },
  'sign-in': { id: () => import('./id/sign-in.ts'), en: () => import('./en/sign-in.ts') },
  account: { id: () => import('./id/account.ts'), en: () => import('./en/account.ts') },
  site: { id: () => import('./id/site.ts'), en: () => import('./en/site.ts') },
  checkout: { id: () => import('./id/checkout.ts'), en: () => import('./en/checkout.ts') },
  purchase: { id: () => import('./id/purchase.ts'), en: () => import('./en/purchase.ts') },
} satisfies Record<string, Record<Locale, () => Promise<PartOfCatalogue>>>;

/** Words that belong to the same pages. */
export type WordsPart = keyof typeof parts;
/** Every part there is. */
export const wordsParts = Object.keys(parts) as readonly WordsPart[];

const shelves: Record<Locale, Partial<Record<TextKey, string>>> = { id: {}, en: {} };
const englishKeys = new Set<string>();
const fetching = new Map<string, Promise<void>>();
const inUse = new Set<WordsPart>(['shell']);
// Indonesian always: its words stand in where the other language cannot be fetched.
const spoken = new Set<Locale>(['id']);
const listeners = new Set<() => void>();
let version = 0;

/** Puts words at hand. */
export function shelve(locale: Locale, { words, english }: PartOfCatalogue): void {
  Object.assign(shelves[locale], english, words);
  for (const key of Object.keys(english ?? {})) englishKeys.add(key);
}
shelve('id', shell);

async function fetchWords(part: WordsPart, locale: Locale): Promise<void> {
  shelve(locale, await fetchCode<PartOfCatalogue>(parts[part][locale]));
}

function wordsOf(part: WordsPart, locale: Locale): Promise<void> {
  const name = `${locale}/${part}`;
  const running = fetching.get(name) ?? fetchWords(part, locale);
  fetching.set(name, running);
  // A failure is not kept: the next one who asks tries again.
  running.catch(() => fetching.delete(name));
  return running;
}

/** Waits for the code of a page together with its words, in every language that was shown so far. */
export async function withWords<T>(
  wanted: WordsPart | readonly WordsPart[],
  code: Promise<T>,
): Promise<T> {
  const names = typeof wanted === 'string' ? [wanted] : wanted;
  for (const part of names) inUse.add(part);
  const [page] = await Promise.all([
    code,
    // A page without its own words still shows the rest of itself.
    ...names.flatMap((part) =>
      [...spoken].map((locale) => wordsOf(part, locale).catch(() => undefined)),
    ),
  ]);
  return page;
}

/** Fetches the words of a language for all that is shown; rejects when one part cannot be had. */
export async function prepareWords(locale: Locale): Promise<void> {
  await Promise.all([...inUse].map((part) => wordsOf(part, locale)));
  // A page may have opened meanwhile; a set is walked with what is added on the way.
  for (const part of inUse) await wordsOf(part, locale);
  spoken.add(locale);
}

/** Whether the frame can be shown in a language at once. */
export function speaks(locale: Locale): boolean {
  return 'common.close' in shelves[locale];
}

const known = () =>
  Object.values(shelves).reduce((sum, words) => sum + Object.keys(words).length, 0);

let seeking = false;

/** Fetches every part: which one lacks a word is not worth a list. */
async function seekMissing(): Promise<void> {
  if (seeking) return;
  seeking = true;
  const before = known();
  const languages = [...spoken];
  await Promise.allSettled(
    wordsParts.flatMap((part) => languages.map((locale) => wordsOf(part, locale))),
  );
  seeking = false;
  if (known() === before) return;
  version += 1;
  for (const listener of listeners) listener();
}

/** The text of a key and its language. What is not here yet is fetched, and stands as dots meanwhile. */
export function lookUp(key: TextKey, locale: Locale): readonly [text: string, locale: Locale] {
  const own = shelves[locale][key];
  if (own !== undefined) return [own, englishKeys.has(key) ? 'en' : locale];
  void seekMissing();
  const other = shelves.id[key];
  return other === undefined ? ['…', locale] : [other, englishKeys.has(key) ? 'en' : 'id'];
}

/** The key of a sentence that a machine or the server says in Indonesian, where the catalogue knows it. */
export function keyOfSaid(text: string): TextKey | undefined {
  return (Object.keys(shelves.id) as TextKey[]).find(
    (key) => key.startsWith('said.') && shelves.id[key] === text,
  );
}

/** Hears of words that were missing and are here now. */
export function onWords(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Changes when words that were missing have come. */
export function wordsVersion(): number {
  return version;
}
