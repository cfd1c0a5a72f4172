import type { TimeZone } from '../../../contract/place/time-zone.ts';
import type { EmailEvent } from '../../mail/email-content.ts';
import { posterUrl } from '../../mail/links.ts';
import { placeSql, showTitleSql } from '../catalogue/show-title.ts';
import { printedMoment } from '../jakarta.ts';

/** The columns of an event that the card in an e-mail shows. */
export type EventColumns = {
  event_id: string;
  name: string;
  banner: string | null;
  starts_at: Date;
  time_zone: TimeZone;
  place: string;
};

/** The `EventColumns` of `events e`, as SQL. */
export const eventColumns = `e.id as event_id, ${showTitleSql} as name, e.banner, e.starts_at, e.time_zone, ${placeSql} as place`;

/** The card of an event in an e-mail; `site` is the address of the shop. */
export function emailEventOf(event: EventColumns, site: string): EmailEvent {
  return {
    id: event.event_id,
    name: event.name,
    poster: posterUrl(event.banner, site),
    when: printedMoment(event.starts_at, event.time_zone),
    where: event.place,
  };
}
