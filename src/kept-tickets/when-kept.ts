import { longMoment, parseInstant, zoneOf } from '../text/format.ts';
import { useWords } from './words/words-context.ts';

/** Formats day and time of an event in its time zone, in one line; an invalid date is TBA (§1.27). */
export function useWhenKept(datetime: string): string {
  const words = useWords();
  const instant = parseInstant(datetime);
  return instant === null ? words.tba : longMoment(instant, words.lang, zoneOf(datetime));
}
