import type { Clock } from '../clock.ts';
import { printedName } from '../config/simulation.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import type { Documents } from '../documents/documents.ts';
import { documentFileName } from '../domain/ticket/documents.ts';
import { inPosterColours, readEventTickets } from '../domain/ticket/tickets.ts';
import { Refusal } from '../http/refusal.ts';
import type { PosterColourReader } from '../pictures/pictures.ts';
import { buildCalendar } from './calendar.ts';
import { siteUrl } from './links.ts';
import type { AttachmentSource } from './mailer.ts';
import type { Attachment } from './smtp.ts';

/** Larger PDFs are not attached, because many mailboxes refuse ten megabytes; the e-mail links to them. */
const maxPdfBytes = 5 * 1024 * 1024;

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
 * Creates the generator of an e-mail's attachments at the time of sending: one PDF with the valid tickets and one calendar entry. Rejects
 * with Refusal 503 while documents cannot be generated.
 */
export function createAttachmentMaker(parts: {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Config;
  readonly documents: Documents;
  readonly posterColours: PosterColourReader;
}): (source: AttachmentSource) => Promise<readonly Attachment[]> {
  const { db, clock, config, documents, posterColours } = parts;
  return async ({ orderId, accountId }) => {
    const [order] = await db.query<OrderRow>(
      `select o.account_id, o.order_code, o.event_id, e.slug, e.name, e.starts_at,
         e.ends_at,
         concat_ws(', ', e.venue_name, e.city) as place
       from orders o join events e on e.id = o.event_id where o.id = $1`,
      [orderId],
    );
    if (order === undefined) return [];
    let tickets: Awaited<ReturnType<typeof readEventTickets>>;
    try {
      const holder = accountId ?? order.account_id;
      tickets = await readEventTickets(db, holder, order.event_id, order.order_code);
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) return [];
      throw error;
    }
    const at = clock.now();
    const pdf = await documents.make(
      { kind: 'tickets', documents: await inPosterColours(tickets.documents, posterColours) },
      { productName: printedName(config), madeAt: at },
    );
    const { name, place, slug, starts_at: startsAt } = order;
    const origin = siteUrl(config);
    const calendar = buildCalendar(
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
      ...(pdf.byteLength > maxPdfBytes
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
