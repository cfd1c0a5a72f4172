import type { EventTopic } from '../../../contract/catalogue.ts';
import { foldWords, searchTerms, topicWords } from '../../../contract/texts/search-words.ts';

/** The texts by which a search finds an event (§5.20). */
export interface SearchedEvent {
  readonly name: string;
  readonly eventType: string | null;
  readonly topic: EventTopic;
  readonly isOnline: boolean;
  readonly venue: string;
  readonly organizer: string;
  readonly city: string;
  readonly subdistrict: string;
  readonly province: string;
}

/** The value of `events.search_text`: folded words, those of the name before a slash; written again whenever one of the parts changes. */
export function searchTextOf(event: SearchedEvent): string {
  const { name, eventType, topic, isOnline, venue, organizer, city, subdistrict, province } = event;
  const others = [
    eventType ?? '',
    topicWords[topic],
    venue,
    organizer,
    city,
    subdistrict,
    province,
  ];
  if (isOnline) others.push('online daring');
  return `${foldWords(name)} / ${foldWords(others.join(' '))}`;
}

/** A search as a `tsquery` of all terms, each word as a prefix; null if the text has no letter and no digit. */
export function searchQueryOf(text: string): string | null {
  // Terms consist of letters and digits, so nothing between the quotes needs escaping.
  const sides = (side: readonly string[]) => side.map((word) => `'${word}':*`).join(' & ');
  const terms = searchTerms(text).map((term) => `(${term.map(sides).join(' | ')})`);
  return terms.length === 0 ? null : terms.join(' & ');
}
