import { type ReactNode, useEffect, useState } from 'react';
import { type Locale, languages, locales } from '../../contract/texts/locale.ts';
import { rememberedLocale, rememberLocale } from './remembered-locale.ts';

/** The language of a small page beside the app, and the function that changes and remembers it. */
export function useChosenLocale(): readonly [Locale, (locale: Locale) => void] {
  const [locale, setLocale] = useState<Locale>(rememberedLocale);
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  const choose = (chosen: Locale) => {
    rememberLocale(chosen);
    setLocale(chosen);
  };
  return [locale, choose];
}

/** One button for each language of a small page. */
export function LanguageChoice(props: {
  readonly label: string;
  readonly className?: string | undefined;
  readonly buttonClassName: string | undefined;
  readonly locale: Locale;
  readonly onLocale: (locale: Locale) => void;
}): ReactNode {
  return (
    <fieldset className={props.className}>
      <legend>{props.label}</legend>
      {locales.map((each) => (
        <button
          type="button"
          key={each}
          lang={each}
          aria-pressed={props.locale === each}
          className={props.buttonClassName}
          onClick={() => props.onLocale(each)}
        >
          {languages[each].name}
        </button>
      ))}
    </fieldset>
  );
}
