import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import type { Documents } from '../documents/documents.ts';
import { documentFileName } from '../domain/ticket/documents.ts';
import { readEventTickets } from '../domain/ticket/tickets.ts';
import { Refusal } from '../http/refusal.ts';
import { calendarOf } from './calendar.ts';
import { siteOf } from './links.ts';
import type { Enclosed } from './mailer.ts';
import type { Attachment } from './smtp.ts';

/** A larger file stays out of the letter, whose links lead to it: many mailboxes refuse ten megabytes. */
const largestPdf = 5 * 1024 * 1024;

interface OrderRow extends Record<string, unknown> {
  account_id: string;
  order_code: string;
  event_id: string;
  slug: string;
  name: string;
  starts_at: Date;
  ends_at: Date;
  place: string;
}

/**
 * Makes the files of a letter when it is sent: the tickets as one PDF and the entry for a calendar. Tickets that are void by then have
 * none. Refuses with 503 while documents cannot be made.
 */
export function createEnclose(parts: {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Config;
  readonly documents: Documents;
}): (enclosed: Enclosed) => Promise<readonly Attachment[]> {
  const { db, clock, config, documents } = parts;
  return async ({ orderId }) => {
    const [order] = await db.query<OrderRow>(
      `select o.account_id, o.order_code, o.event_id, e.slug, e.name, e.starts_at,
         e.ends_at,
         concat_ws(', ', e.venue_name, e.city) as place
       from orders o join events e on e.id = o.event_id where o.id = $1`,
      [orderId],
    );
    if (order === undefined) return [];
    let held: Awaited<ReturnType<typeof readEventTickets>>;
    try {
      held = await readEventTickets(db, order.account_id, order.event_id, order.order_code);
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) return [];
      throw error;
    }
    const at = clock.now();
    const pdf = await documents.make(
      { kind: 'tickets', documents: held.documents },
      { productName: config.productName, madeAt: at },
    );
    const { name, place, slug, starts_at: startsAt } = order;
    const origin = siteOf(config);
    const calendar = calendarOf(
      {
        uid: `${order.event_id}@${new URL(origin).hostname}`,
        name,
        place,
        startsAt,
        endsAt: order.ends_at,
        url: `${origin}/event/${slug}`,
        at,
      },
      config.productName,
    );
    return [
      ...(pdf.byteLength > largestPdf
        ? []
        : [
            {
              filename: documentFileName('tickets', order.order_code, 'pdf'),
              contentType: 'application/pdf',
              content: pdf,
            },
          ]),
      {
        filename: `${slug}.ics`,
        contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
        content: calendar,
      },
    ];
  };
}
