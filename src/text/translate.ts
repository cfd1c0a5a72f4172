import {
  createContext,
  createElement,
  Fragment,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Locale } from '../../contract/texts/locale.ts';
import type { ScreenText } from '../../machines/shared/screen-text.ts';
import { rememberedLocale, rememberLocale, watchLocale } from './remembered-locale.ts';
import {
  keyOfRefusal,
  keyOfSaid,
  lookUp,
  onWords,
  prepareWords,
  speaks,
  type TextKey,
  wordsVersion,
} from './words.ts';

export type { TextKey } from './words.ts';

/** A text that a machine keeps, for the view that renders it. */
export type MachineText = ScreenText<TextKey>;

/** Values of the placeholders of a text. */
export type TextValues = Readonly<Record<string, string | number>>;

/** Translates keys into the current language. */
export interface Translate {
  (key: TextKey, values?: TextValues): string;
  /** The `lang` of an element with this text: undefined if it is the language of the page (WCAG 3.1.2). */
  readonly lang: (key: TextKey) => Locale | undefined;
  /** The text that a machine keeps; the server's sentence where the catalogue has no translation of its code. */
  readonly said: (text: MachineText | string) => string;
}

interface Language {
  readonly locale: Locale;
  readonly t: Translate;
  readonly setLocale: (locale: Locale) => void;
}

/** `{n}` is a value; `{n|seat|seats}` is the first word if the value is 1, else the second. */
const placeholder = /\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g;

/** A value as its language writes it: numbers with marks between thousands, as in '4.000 kursi'. */
function written(value: string | number, locale: Locale): string {
  const isLong = typeof value === 'number' && Number.isInteger(value) && Math.abs(value) >= 1_000;
  return isLong ? value.toLocaleString(locale) : String(value);
}

function filled(text: string, values: TextValues, locale: Locale): string {
  return text.replace(placeholder, (whole, name: string, one?: string, many?: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    if (one === undefined || many === undefined) return written(value, locale);
    return Number(value) === 1 ? one : many;
  });
}

function keyOf(text: MachineText | string): TextKey | undefined {
  if (typeof text === 'string') return keyOfSaid(text);
  return 'key' in text ? text.key : keyOfRefusal(text.code);
}

function sentenceOf(text: MachineText | string): string {
  if (typeof text === 'string') return text;
  return 'sentence' in text ? text.sentence : '';
}

/** What a refusal names: its sentence alone carries an address, and numbers in their order. */
function namedIn(sentence: string): TextValues {
  const [n, m] = sentence.match(/\b\d+\b/g) ?? [];
  return { address: /[^\s@]+@[^\s@]+/.exec(sentence)?.[0] ?? '…', n: n ?? '…', m: m ?? '…' };
}

/** Creates the `t` of one language. A placeholder without a value stays visible, so that tests and readers notice it. */
export function translator(locale: Locale): Translate {
  const t = (key: TextKey, values?: TextValues) => {
    const [text] = lookUp(key, locale);
    return values === undefined ? text : filled(text, values, locale);
  };
  const lang = (key: TextKey) => {
    const [, spoken] = lookUp(key, locale);
    return spoken === locale ? undefined : spoken;
  };
  const said = (text: MachineText | string) => {
    const key = keyOf(text);
    if (key === undefined) return sentenceOf(text);
    return t(key, namedIn(sentenceOf(text)));
  };
  return Object.assign(t, { lang, said });
}

const LanguageContext = createContext<Language>({
  locale: 'id',
  t: translator('id'),
  setLocale: () => undefined,
});

/** Provides the language of the page: first `locale`, whose texts are loaded, then the one stored in this browser. */
export function TextProvider(props: {
  readonly locale?: Locale;
  readonly children: ReactNode;
}): ReactNode {
  const [wanted, setWanted] = useState<Locale>(props.locale ?? 'id');
  const [locale, show] = useState<Locale>(() => (speaks(wanted) ? wanted : 'id'));
  const version = useSyncExternalStore(onWords, wordsVersion, wordsVersion);

  useEffect(() => {
    setWanted(rememberedLocale());
    return watchLocale(setWanted);
  }, []);

  useEffect(() => {
    let stale = false;
    prepareWords(wanted).then(
      () => {
        if (!stale) show(wanted);
      },
      // The texts could not be fetched: the page keeps its language.
      () => undefined,
    );
    return () => {
      stale = true;
    };
  }, [wanted]);

  useEffect(() => {
    const page = document.documentElement;
    // Even the same value would restyle every element.
    if (page.lang !== locale) page.lang = locale;
  }, [locale]);

  const setLocale = useCallback((chosen: Locale) => {
    rememberLocale(chosen);
    setWanted(chosen);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `t` renders the texts that were missing.
  const t = useMemo(() => translator(locale), [locale, version]);
  const value = useMemo(() => ({ locale, t, setLocale }), [locale, t, setLocale]);
  return createElement(LanguageContext, { value }, props.children);
}

/** `const t = useText()`; `t('queue.position', { position: 13 })`. */
export function useText(): Translate {
  return useContext(LanguageContext).t;
}

/** Returns the current language and its setter; the browser stores the choice. */
export function useLocale(): readonly [Locale, (locale: Locale) => void] {
  const { locale, setLocale } = useContext(LanguageContext);
  return [locale, setLocale];
}

/** Renders a text, marked if it is not in the language of the page (WCAG 3.1.2). */
export function Words(props: { readonly of: TextKey; readonly values?: TextValues }): ReactNode {
  const t = useText();
  const text = t(props.of, props.values);
  const lang = t.lang(props.of);
  return lang === undefined
    ? createElement(Fragment, null, text)
    : createElement('span', { lang }, text);
}

/** Renders the text that a machine keeps. The server's sentences are English (WCAG 3.1.2). */
export function Said({ text }: { readonly text: MachineText | string }): ReactNode {
  const key = keyOf(text);
  if (key !== undefined) {
    return createElement(Words, { of: key, values: namedIn(sentenceOf(text)) });
  }
  return createElement('span', { lang: 'en' }, sentenceOf(text));
}
