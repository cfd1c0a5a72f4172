import type { Locale } from '../../contract/texts/locale.ts';
import { localTime, longDate, parseInstant, zoneOf } from '../text/format.ts';
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
    : {
        date: longDate(instant, locale, zoneOf(datetime)),
        time: localTime(instant, zoneOf(datetime)),
      };
}

/** Prints dates of the server in the time zone of the event; text that is no date becomes 'TBA' (ruling 1.2-AK). */
export function useWhen(): (datetime: string) => When {
  const t = useText();
  const [locale] = useLocale();
  return (datetime) => whenOf(datetime, locale, t);
}
