import type { TimeZone } from '../../../contract/place/time-zone.ts';
import type { EmailEvent } from '../../mail/email-content.ts';
import { posterUrl } from '../../mail/links.ts';
import { printedMoment } from '../jakarta.ts';

/** The columns of an event that the card in an e-mail shows. */
export type EventColumns = {
  name: string;
  banner: string | null;
  starts_at: Date;
  time_zone: TimeZone;
  place: string;
};

/** The `EventColumns` of `events e`, as SQL. */
export const eventColumns = `e.name, e.banner, e.starts_at, e.time_zone, concat_ws(', ', e.venue_name, e.city) as place`;

/** The card of an event in an e-mail; `site` is the address of the shop. */
export function emailEventOf(event: EventColumns, site: string): EmailEvent {
  return {
    name: event.name,
    poster: posterUrl(event.banner, site),
    when: printedMoment(event.starts_at, event.time_zone),
    where: event.place,
  };
}
