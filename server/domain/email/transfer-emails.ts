import type { Tx } from '../../db/db.ts';
import { composeEmail } from '../../mail/compose-email.ts';
import { siteUrl } from '../../mail/links.ts';
import type { LockedTicket } from '../ticket/replace-ticket.ts';
import { type EventColumns, emailEventOf, eventColumns } from './email-event.ts';
import type { EmailServices } from './payment-emails.ts';

/** A ticket that somebody accepted; `ticket` is the giver's, which is void. */
interface Accepted {
  readonly ticket: LockedTicket;
  readonly takerId: string;
}

/** Enqueues an e-mail to the giver and one with the new ticket to the taker, in the transaction of the transfer. */
export async function enqueueTransferEmails(
  tx: Tx,
  { config, mailer }: EmailServices,
  { ticket, takerId }: Accepted,
): Promise<void> {
  const people = await tx.query<{ id: string; email: string; first_name: string }>(
    'select id, email, first_name from accounts where id = any($1::uuid[])',
    [[ticket.account_id, takerId]],
  );
  const [event] = await tx.query<EventColumns>(
    `select ${eventColumns} from events e where e.id = $1`,
    [ticket.event_id],
  );
  const giver = people.find(({ id }) => id === ticket.account_id);
  const taker = people.find(({ id }) => id === takerId);
  if (giver === undefined || taker === undefined || event === undefined) return;
  const { productName } = config;
  const site = siteUrl(config);
  const shared = {
    kind: 'transfer',
    productName,
    event: emailEventOf(event, site),
    action: { label: { id: 'Lihat tiket saya', en: 'See my tickets' }, url: `${site}/my-tickets` },
  };
  const place =
    ticket.seat_number === null
      ? { id: ticket.category_name, en: ticket.category_name }
      : { id: `kursi ${ticket.seat_number}`, en: `seat ${ticket.seat_number}` };
  const toGiver = composeEmail({
    ...shared,
    to: giver.email,
    subject: `Tiket ${event.name} sudah diterima (${ticket.ticket_code})`,
    indonesian: {
      greeting: `Halo ${giver.first_name},`,
      lines: [
        `Tiket ${ticket.ticket_code} (${place.id}) sudah diterima oleh orang yang Anda beri tautannya. Kode Anda tidak berlaku lagi di pintu masuk.`,
        'Bukan Anda yang membagikannya? Hubungi kami melalui halaman Kontak dengan kode tiket di atas.',
      ],
    },
    english: {
      greeting: `Hello ${giver.first_name},`,
      lines: [
        `Ticket ${ticket.ticket_code} (${place.en}) has been accepted by the person to whom you gave its link. Your code is no longer accepted at the doors.`,
        'Was it not you who shared it? Write to us through the contact page and name the ticket code above.',
      ],
    },
  });
  const toTaker = composeEmail({
    ...shared,
    to: taker.email,
    subject: `Tiket ${event.name} untuk Anda`,
    indonesian: {
      greeting: `Halo ${taker.first_name},`,
      lines: [
        `${giver.first_name} memberi Anda tiket ${event.name} (${place.id}). E-tiketnya terlampir sebagai PDF, dan dapat dibuka di ${productName}, menu Pesanan Saya.`,
      ],
    },
    english: {
      greeting: `Hello ${taker.first_name},`,
      lines: [
        `${giver.first_name} has given you a ticket for ${event.name} (${place.en}). It is attached as a PDF, and you can open it in ${productName} under My Orders.`,
      ],
    },
  });
  await mailer.enqueue(tx, { ...toGiver, lane: 'tickets' });
  await mailer.enqueue(tx, {
    ...toTaker,
    lane: 'tickets',
    attachmentSource: { kind: 'tickets', orderId: ticket.order_id, accountId: takerId },
  });
}
