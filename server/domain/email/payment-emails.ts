import { pathTo } from '../../../contract/pages.ts';
import type { Tx } from '../../db/db.ts';
import { composeEmail } from '../../mail/compose-email.ts';
import type { Bilingual, EmailContent } from '../../mail/email-content.ts';
import { siteUrl } from '../../mail/links.ts';
import type { Services } from '../../services.ts';
import type { PaymentRow } from '../payment/payments-view.ts';
import { readEmailFacts } from './email-facts.ts';
import type { EmailKind } from './email-kinds.ts';
import { emailWords } from './email-words.ts';

/** Kinds of e-mail that link to the page of the event for another order. */
const orderAgainKinds: ReadonlySet<EmailKind> = new Set(['expired', 'seats_gone', 'voucher_used']);

/** Kinds of e-mail that ask whether the tickets are kept. */
const asksToChoose: ReadonlySet<EmailKind> = new Set(['event_moved', 'event_postponed']);

/** Kinds of e-mail that list the tickets of the order. */
const keepsTickets: ReadonlySet<EmailKind> = new Set([
  'completed',
  'tickets_changed',
  'event_moved',
  'event_postponed',
  'refund_refused',
]);

/** Kinds of e-mail with the tickets as a PDF. */
const enclosesTickets: ReadonlySet<EmailKind> = new Set([
  'completed',
  'tickets_changed',
  'event_moved',
]);

/** Kinds of e-mail after which the calendar entry of the order is gone until a new date is named. */
const endsCalendar: ReadonlySet<EmailKind> = new Set(['event_cancelled', 'event_postponed']);

/** Services that an e-mail about a payment needs. */
export interface EmailServices {
  readonly config: Pick<Services['config'], 'productName' | 'publicUrl' | 'port'>;
  readonly mailer: Pick<Services['mailer'], 'enqueue'>;
}

/** Enqueues the e-mail about a payment in the transaction that changed it, so that it is sent once and only if the change commits (F39). */
export async function enqueuePaymentEmail(
  tx: Tx,
  services: EmailServices,
  payment: Pick<PaymentRow, 'id' | 'order_id'>,
  kind: EmailKind,
  /** The refund that it is about, the newest where it is left out, and the page for its bank account. */
  {
    refundId = null,
    accountUrl = null,
  }: { refundId?: string | null; accountUrl?: string | null } = {},
): Promise<void> {
  const { config, mailer } = services;
  const facts = await readEmailFacts(tx, config, payment, refundId);
  if (facts === null) return;
  const { productName } = config;
  const words = emailWords(kind, facts, productName);
  const site = siteUrl(config);
  const refundPage = pathTo('order-refund', { orderCode: facts.orderCode });
  const action: EmailContent['action'] =
    asksToChoose.has(kind) && facts.refundUntil !== null
      ? {
          label: {
            id: 'Simpan tiket atau minta uang kembali',
            en: 'Keep the tickets or get the money back',
          },
          url: site + refundPage,
        }
      : orderAgainKinds.has(kind)
        ? { label: { id: 'Pesan lagi', en: 'Order again' }, url: `${site}/event/${facts.slug}` }
        : keepsTickets.has(kind)
          ? { label: { id: 'Lihat tiket saya', en: 'See my tickets' }, url: `${site}/my-tickets` }
          : accountUrl !== null
            ? { label: { id: 'Isi rekening', en: 'Name the account' }, url: accountUrl }
            : { label: { id: 'Hubungi kami', en: 'Contact us' }, url: `${site}/contact-us` };
  const mail = composeEmail({
    kind,
    to: facts.email,
    subject: words.subject,
    productName,
    indonesian: { greeting: `Halo ${facts.firstName},`, lines: words.indonesian },
    english: { greeting: `Hello ${facts.firstName},`, lines: words.english },
    event: facts.event,
    receipt: facts.receiptOf(kind),
    action,
    ...(keepsTickets.has(kind) ? { tickets: facts.tickets } : {}),
  });
  await mailer.enqueue(tx, {
    ...mail,
    lane: 'tickets',
    ...(enclosesTickets.has(kind)
      ? { attachmentSource: { kind: 'tickets', orderId: payment.order_id } }
      : endsCalendar.has(kind)
        ? { attachmentSource: { kind: 'calendar', orderId: payment.order_id } }
        : {}),
  });
}

/** Tells the buyer that one ticket of a paid order is void. Does nothing for an order without a payment. */
export async function enqueueTicketVoidEmail(
  tx: Tx,
  services: EmailServices,
  ticket: { readonly orderId: string; readonly code: string; readonly place: Bilingual },
): Promise<void> {
  const { config, mailer } = services;
  const [payment] = await tx.query<{ id: string }>(
    `select id from payments where order_id = $1 and status = 'completed'`,
    [ticket.orderId],
  );
  if (payment === undefined) return;
  const facts = await readEmailFacts(tx, config, { id: payment.id, order_id: ticket.orderId });
  if (facts === null) return;
  const { productName } = config;
  const { event, firstName, orderCode } = facts;
  const mail = composeEmail({
    kind: 'ticket_void',
    to: facts.email,
    subject: `Satu tiket ${event.name} dibatalkan (${orderCode})`,
    productName,
    indonesian: {
      greeting: `Halo ${firstName},`,
      lines: [
        `Tiket ${ticket.code} untuk ${ticket.place.id} dari pesanan ${orderCode} telah dibatalkan dan tidak dapat dipakai di pintu masuk.`,
        'Menurut Anda ini keliru? Hubungi kami melalui halaman Kontak dengan kode pesanan di atas.',
      ],
    },
    english: {
      greeting: `Hello ${firstName},`,
      lines: [
        `Ticket ${ticket.code} for ${ticket.place.en} of order ${orderCode} has been cancelled and will not be accepted at the doors.`,
        'If you believe this is a mistake, write to us through the contact page and name the order code above.',
      ],
    },
    event,
    // The tickets that remain valid.
    tickets: facts.tickets,
    action: {
      label: { id: 'Hubungi kami', en: 'Contact us' },
      url: `${siteUrl(config)}/contact-us`,
    },
  });
  await mailer.enqueue(tx, { ...mail, lane: 'tickets' });
}
