import type { RefusalCode } from '../../contract/call/refusal-codes.ts';
import { type Locale, locales } from '../../contract/texts/locale.ts';
import { fetchCode } from '../ui/feedback/fetched.ts';
import * as shell from './id/shell.ts';
import type { id } from './id.ts';

/** Key of a text of the interface. */
export type TextKey = keyof typeof id;
/** All texts of one language. */
export type Catalogue = Readonly<Record<TextKey, string>>;

/** One part of a catalogue; `english` holds the texts that stay English on an Indonesian page. */
export interface PartOfCatalogue {
  readonly words: Partial<Catalogue>;
  readonly english?: Partial<Catalogue>;
}

// A visitor fetches only the texts of opened pages in the current language. A language without parts has one file, `all.ts`.
const modules = import.meta.glob<PartOfCatalogue>(['./*/*.ts', '!./id/shell.ts']);

/** The names of all parts: the texts of pages that belong together. */
export const wordsParts = [
  'shell',
  'event',
  'search',
  'sign-in',
  'account',
  'site',
  'checkout',
  'purchase',
  'queue',
  'seats',
  'bubble',
  'waiting',
  'draw',
  'refund',
  'refund-policy',
  'refusals',
  'transfer',
  'later-forms',
] as const;
/** Name of a part. */
export type WordsPart = (typeof wordsParts)[number];

const loadedTexts = Object.fromEntries(locales.map((locale) => [locale, {}])) as Record<
  Locale,
  Partial<Record<TextKey, string>>
>;
const englishKeys = new Set<string>();
const fetching = new Map<string, Promise<void>>();
const inUse = new Set<WordsPart>(['shell']);
// Always includes Indonesian, which replaces a language that cannot be fetched.
const spoken = new Set<Locale>(['id']);
const listeners = new Set<() => void>();
let version = 0;

/** Stores loaded texts. */
export function storeTexts(locale: Locale, { words, english }: PartOfCatalogue): void {
  Object.assign(loadedTexts[locale], english, words);
  for (const key of Object.keys(english ?? {})) englishKeys.add(key);
}
storeTexts('id', shell);

async function fetchWords(part: WordsPart, locale: Locale): Promise<void> {
  const fetch = modules[`./${locale}/${part}.ts`] ?? modules[`./${locale}/all.ts`];
  if (fetch !== undefined) storeTexts(locale, await fetchCode(fetch));
}

function wordsOf(part: WordsPart, locale: Locale): Promise<void> {
  const name = `${locale}/${part}`;
  const running = fetching.get(name) ?? fetchWords(part, locale);
  fetching.set(name, running);
  // Failures are not cached: the next caller fetches again.
  running.catch(() => fetching.delete(name));
  return running;
}

/** Loads the code of a page together with its texts, in every language used so far. */
export async function withWords<T>(
  wanted: WordsPart | readonly WordsPart[],
  code: Promise<T>,
): Promise<T> {
  const names = typeof wanted === 'string' ? [wanted] : wanted;
  for (const part of names) inUse.add(part);
  const [page] = await Promise.all([
    code,
    // A page without its own texts still renders the rest.
    ...names.flatMap((part) =>
      [...spoken].map((locale) => wordsOf(part, locale).catch(() => undefined)),
    ),
  ]);
  return page;
}

/** Fetches the texts of a language for all open pages; rejects if a part cannot be fetched. */
export async function prepareWords(locale: Locale): Promise<void> {
  await Promise.all([...inUse].map((part) => wordsOf(part, locale)));
  // A page may open meanwhile: iterating a set includes elements added during the iteration.
  for (const part of inUse) await wordsOf(part, locale);
  spoken.add(locale);
}

/** Whether the page layout can be shown in a language without fetching. */
export function speaks(locale: Locale): boolean {
  return 'common.close' in loadedTexts[locale];
}

const known = () =>
  Object.values(loadedTexts).reduce((sum, words) => sum + Object.keys(words).length, 0);

let seeking = false;

/** Fetches parts in every language used so far: all of them, because no list tells which one contains a key. */
async function fetchParts(parts: readonly WordsPart[] = wordsParts): Promise<void> {
  if (seeking) return;
  seeking = true;
  const before = known();
  const languages = [...spoken];
  await Promise.allSettled(
    parts.flatMap((part) => languages.map((locale) => wordsOf(part, locale))),
  );
  seeking = false;
  if (known() === before) return;
  version += 1;
  for (const listener of listeners) listener();
}

/** Returns the text of a key and its language. A missing text is fetched; until then dots replace it. */
export function lookUp(key: TextKey, locale: Locale): readonly [text: string, locale: Locale] {
  const own = loadedTexts[locale][key];
  if (own !== undefined) return [own, englishKeys.has(key) ? 'en' : locale];
  void fetchParts();
  const other = loadedTexts.id[key];
  return other === undefined ? ['…', locale] : [other, englishKeys.has(key) ? 'en' : 'id'];
}

/** The key of the translation of a refusal; undefined if the catalogue has none, or while it is fetched. */
export function keyOfRefusal(code: RefusalCode | null): TextKey | undefined {
  const key = `refusal.${code}`;
  if (key in loadedTexts.id) return key as TextKey;
  if (code !== null && !inUse.has('refusals')) {
    inUse.add('refusals');
    void fetchParts(['refusals']);
  }
  return undefined;
}

/** The key of a sentence of a refusal, if the catalogue has it. */
export function keyOfSaid(text: string): TextKey | undefined {
  return (Object.keys(loadedTexts.id) as TextKey[]).find(
    (key) => key.startsWith('refusal.') && loadedTexts.id[key] === text,
  );
}

/** Subscribes to the arrival of missing texts. */
export function onWords(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns a number that changes when missing texts arrive. */
export function wordsVersion(): number {
  return version;
}
