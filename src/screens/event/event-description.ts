import type { EventDetail } from '../../../contract/catalogue.ts';
import type { Locale } from '../../../contract/texts/locale.ts';
import { longMoment, parseInstant, zoneOf } from '../../text/format.ts';

/** Characters of a description that search engines show. */
const descriptionLength = 200;

/** Converts organiser HTML to one line of text; decodes the entities that the sanitiser leaves. */
function plainText(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
}

function cut(text: string): string {
  if (text.length <= descriptionLength) return text;
  const whole = text.slice(0, descriptionLength);
  return `${whole.slice(0, Math.max(whole.lastIndexOf(' '), descriptionLength / 2))}…`;
}

/** Describes an event to search engines and chat apps: moment, venue and the start of the organiser's text. */
export function eventDescription(event: EventDetail, locale: Locale): string {
  const instant = parseInstant(event.eventDate);
  const when = instant === null ? [] : [longMoment(instant, locale, zoneOf(event.eventDate))];
  return cut([...when, event.venue.name, plainText(event.about)].filter(Boolean).join(' · '));
}
