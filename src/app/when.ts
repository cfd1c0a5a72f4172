import type { Locale } from '../../contract/texts/locale.ts';
import { localTime, longDate, parseInstant, shortMoment, zoneOf } from '../text/format.ts';
import { type Translate, useLocale, useText } from '../text/translate.ts';

/** A date of the server as the two lines that the page shows. */
export interface When {
  readonly date: string;
  readonly time: string;
  /** Both in one narrow line. */
  readonly brief: string;
}

function whenOf(datetime: string, zonedAs: string, locale: Locale, t: Translate): When {
  const instant = parseInstant(datetime);
  const zone = zoneOf(zonedAs);
  return instant === null
    ? { date: t('card.tba'), time: t('card.tba'), brief: t('card.tba') }
    : {
        date: longDate(instant, locale, zone),
        time: localTime(instant, zone),
        brief: shortMoment(instant, locale, zone),
      };
}

/**
 * Prints dates of the server in the time zone of the event; text that is no date becomes 'TBA' (§1.27). The second argument is another date of
 * the event, for an instant that has no zone of its own.
 */
export function useWhen(): (datetime: string, zonedAs?: string) => When {
  const t = useText();
  const [locale] = useLocale();
  return (datetime, zonedAs = datetime) => whenOf(datetime, zonedAs, locale, t);
}
