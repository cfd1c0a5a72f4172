import type { TimeZone } from '../../contract/place/time-zone.ts';
import { calendarFile, calendarUidOf } from '../../contract/ticket/calendar-file.ts';
import { printedName } from '../config/simulation.ts';
import type { Config } from '../config.ts';
import { placeSql, showTitleSql } from '../domain/catalogue/show-title.ts';
import { documentFileName } from '../domain/ticket/documents.ts';
import { dressed, readEventTickets } from '../domain/ticket/tickets.ts';
import { Refusal } from '../http/refusal.ts';
import type { Services } from '../services.ts';
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
  time_zone: TimeZone;
  status: string;
  calendar_sequence: number;
  place: string;
}

/**
 * Creates the generator of an e-mail's attachments at the time of sending: one PDF with the valid tickets and one calendar entry. Rejects
 * with Refusal 503 while documents cannot be generated.
 */
export function createAttachmentMaker(
  parts: Pick<Services, 'db' | 'clock' | 'config' | 'documents' | 'posterColours' | 'legal'>,
): (source: AttachmentSource) => Promise<readonly Attachment[]> {
  const { db, clock, config, documents } = parts;
  return async ({ kind, orderId, accountId }) => {
    const [order] = await db.query<OrderRow>(
      `select o.account_id, o.order_code, o.event_id, e.slug, ${showTitleSql} as name, e.starts_at, e.ends_at, e.time_zone, e.status, e.calendar_sequence,
         ${placeSql} as place
       from orders o join events e on e.id = o.event_id where o.id = $1`,
      [orderId],
    );
    if (order === undefined) return [];
    const at = clock.now();
    if (kind === 'calendar') return [calendarOf(order, config, at)];
    let tickets: Awaited<ReturnType<typeof readEventTickets>>;
    try {
      const holder = accountId ?? order.account_id;
      tickets = await readEventTickets(db, holder, order.event_id, order.order_code);
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) return [];
      throw error;
    }
    const pdf = await documents.make(
      { kind: 'tickets', documents: await dressed(tickets.documents, parts) },
      { productName: printedName(config), madeAt: at },
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
      calendarOf(order, config, at),
    ];
  };
}

function calendarOf(order: OrderRow, config: Config, now: Date): Attachment {
  const { order_code, slug } = order;
  const isCancelled = order.status === 'cancelled' || order.status === 'postponed';
  const content = calendarFile(
    {
      uid: calendarUidOf(order_code),
      title: order.name,
      place: order.place,
      notes: `Nomor pesanan / Order number ${order_code}`,
      url: `${siteUrl(config)}/event/${slug}`,
      startsAt: order.starts_at.getTime(),
      endsAt: order.ends_at.getTime(),
      zone: order.time_zone,
      sequence: order.calendar_sequence,
      isCancelled,
      reminderHours: 3,
    },
    config.productName,
    now.getTime(),
  );
  const method = isCancelled ? 'CANCEL' : 'PUBLISH';
  return {
    filename: `${slug}.ics`,
    contentType: `text/calendar; charset=utf-8; method=${method}`,
    content,
  };
}
