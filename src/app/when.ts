import type { Locale } from '../../contract/texts/locale.ts';
import { longDate, parseInstant, wibTime } from '../text/format.ts';
import { type Translate, useLocale, useText } from '../text/translate.ts';

/** A date of the server as the two lines that the page shows. */
export interface When {
  readonly date: string;
  readonly time: string;
}

function whenOf(datetime: string, locale: Locale, t: Translate): When {
  const instant = parseInstant(datetime);
  return instant === null
    ? { date: t('card.tba'), time: t('card.tba') }
    : { date: longDate(instant, locale), time: wibTime(instant) };
}

/** Prints dates of the server in Jakarta time; text that is no date becomes 'TBA' (ruling 1.2-AK). */
export function useWhen(): (datetime: string) => When {
  const t = useText();
  const [locale] = useLocale();
  return (datetime) => whenOf(datetime, locale, t);
}
