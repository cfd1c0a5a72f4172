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
import { id } from './id.ts';

export type Locale = 'id' | 'en';
export type TextKey = keyof typeof id;
export type Catalogue = Readonly<Record<TextKey, string>>;
export type Translate = (
  key: TextKey,
  params?: Readonly<Record<string, string | number>>,
) => string;

const STORAGE_KEY = 'roetix:v1:locale';

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

function storedLocale(): Locale {
  try {
    return localStorage.getItem(STORAGE_KEY) === 'en' ? 'en' : 'id';
  } catch {
    return 'id';
  }
}

function rememberLocale(locale: Locale): void {
  try {
    localStorage.setItem(STORAGE_KEY, locale);
  } catch {
    // Storage is blocked or full: the choice lasts as long as the page.
  }
}

async function loadTranslate(locale: Locale): Promise<Translate> {
  return locale === 'id' ? indonesian : translator((await import('./en.ts')).en);
}

/** Holds the language of the page. The first render is always Indonesian, as the server rendered it. */
export function TextProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [wanted, setWanted] = useState<Locale>('id');
  const [shown, setShown] = useState<{ locale: Locale; t: Translate }>({
    locale: 'id',
    t: indonesian,
  });

  useEffect(() => setWanted(storedLocale()), []);

  useEffect(() => {
    let stale = false;
    loadTranslate(wanted).then(
      (t) => {
        if (!stale) setShown({ locale: wanted, t });
      },
      // The catalogue could not be fetched: the page stays readable in the language it has.
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
  return createElement(LanguageContext, { value }, children);
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
