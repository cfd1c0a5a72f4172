import {
  createContext,
  createElement,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import type { Locale } from '../../contract/locale.ts';
import { id } from './id.ts';
import { rememberedLocale, rememberLocale, watchLocale } from './remembered-locale.ts';

export type TextKey = keyof typeof id;
export type Catalogue = Readonly<Record<TextKey, string>>;
export type Translate = (
  key: TextKey,
  params?: Readonly<Record<string, string | number>>,
) => string;

interface Language {
  readonly locale: Locale;
  readonly t: Translate;
  readonly setLocale: (locale: Locale) => void;
}

/** A `t` over one catalogue. A placeholder without a value stays visible, so that a test or an eye finds it. */
export function translator(catalogue: Catalogue): Translate {
  return (key, params) =>
    params === undefined
      ? catalogue[key]
      : catalogue[key].replace(/\{(\w+)\}/g, (whole, name: string) =>
          String(params[name] ?? whole),
        );
}

const indonesian = translator(id);

const LanguageContext = createContext<Language>({
  locale: 'id',
  t: indonesian,
  setLocale: () => undefined,
});

const translates: { id: Translate; en?: Translate } = { id: indonesian };

/** Fetches the words of a language, so that the first render can speak it. */
export async function prepareWords(locale: Locale): Promise<void> {
  translates[locale] ??= translator((await import('./en.ts')).en);
}

/** Holds the language of the page. The first render speaks `locale`, whose words are ready; then what this browser remembers. */
export function TextProvider(props: {
  readonly locale?: Locale;
  readonly children: ReactNode;
}): ReactNode {
  const [wanted, setWanted] = useState<Locale>(props.locale ?? 'id');
  const [shown, setShown] = useState<{ locale: Locale; t: Translate }>(() => {
    const t = translates[wanted];
    return t === undefined ? { locale: 'id', t: indonesian } : { locale: wanted, t };
  });

  useEffect(() => {
    setWanted(rememberedLocale());
    return watchLocale(setWanted);
  }, []);

  useEffect(() => {
    let stale = false;
    prepareWords(wanted).then(
      () => {
        const t = translates[wanted];
        if (!stale && t !== undefined) setShown({ locale: wanted, t });
      },
      // The words could not be fetched: the page stays readable in the language it has.
      () => undefined,
    );
    return () => {
      stale = true;
    };
  }, [wanted]);

  useEffect(() => {
    document.documentElement.lang = shown.locale;
  }, [shown.locale]);

  const setLocale = useCallback((locale: Locale) => {
    rememberLocale(locale);
    setWanted(locale);
  }, []);

  const value = useMemo(() => ({ ...shown, setLocale }), [shown, setLocale]);
  return createElement(LanguageContext, { value }, props.children);
}

/** `const t = useText()`; `t('queue.position', { position: 13 })`. */
export function useText(): Translate {
  return useContext(LanguageContext).t;
}

/** The language shown, and how to change it (remembered in this browser). */
export function useLocale(): readonly [Locale, (locale: Locale) => void] {
  const { locale, setLocale } = useContext(LanguageContext);
  return [locale, setLocale];
}
