import type { Tx } from '../../db/db.ts';
import { letter } from '../../mail/letter.ts';
import type { Letter } from '../../mail/letter-parts.ts';
import { siteOf } from '../../mail/links.ts';
import type { Services } from '../../services.ts';
import type { PaymentRow } from '../payment/payments-view.ts';
import { readLetterFacts } from './letter-facts.ts';
import type { LetterKind } from './letter-kinds.ts';
import { letterWords } from './letter-words.ts';

/** Kinds that lead on to the page of the event, for another try. */
const tryAgain: ReadonlySet<LetterKind> = new Set(['expired', 'seats_gone', 'voucher_used']);

/** What writing a letter takes. */
export interface LetterServices {
  readonly config: Pick<Services['config'], 'productName' | 'publicUrl' | 'port'>;
  readonly mailer: Pick<Services['mailer'], 'enqueue'>;
}

/** Writes the letter of a payment in the transaction that changed it, so that it is sent once and only for what happened (F39). */
export async function writeLetter(
  tx: Tx,
  services: LetterServices,
  payment: Pick<PaymentRow, 'id' | 'order_id'>,
  kind: LetterKind,
): Promise<void> {
  const { config, mailer } = services;
  const facts = await readLetterFacts(tx, config, payment);
  if (facts === null) return;
  const { productName } = config;
  const words = letterWords(kind, facts, productName);
  const site = siteOf(config);
  const action: Letter['action'] = tryAgain.has(kind)
    ? { label: { id: 'Pesan lagi', en: 'Order again' }, url: `${site}/event/${facts.slug}` }
    : kind === 'completed'
      ? { label: { id: 'Lihat tiket saya', en: 'See my tickets' }, url: `${site}/my-tickets` }
      : { label: { id: 'Hubungi kami', en: 'Contact us' }, url: `${site}/contact-us` };
  const mail = letter({
    to: facts.email,
    subject: words.subject,
    productName,
    indonesian: { greeting: `Halo ${facts.firstName},`, lines: words.indonesian },
    english: { greeting: `Hello ${facts.firstName},`, lines: words.english },
    event: facts.event,
    receipt: facts.receiptOf(kind),
    action,
    ...(kind === 'completed' ? { tickets: facts.tickets } : {}),
  });
  await mailer.enqueue(tx, {
    ...mail,
    lane: 'tickets',
    ...(kind === 'completed'
      ? { enclosed: { kind: 'tickets' as const, orderId: payment.order_id } }
      : {}),
  });
}

/** Tells the buyer that one ticket of a paid order is void; nothing for an order without a payment. */
export async function writeVoidLetter(
  tx: Tx,
  services: LetterServices,
  ticket: { readonly orderId: string; readonly code: string; readonly seatNumber: string },
): Promise<void> {
  const { config, mailer } = services;
  const [payment] = await tx.query<{ id: string }>(
    `select id from payments where order_id = $1 and status = 'completed'`,
    [ticket.orderId],
  );
  if (payment === undefined) return;
  const facts = await readLetterFacts(tx, config, { id: payment.id, order_id: ticket.orderId });
  if (facts === null) return;
  const { productName } = config;
  const { event, firstName, orderCode } = facts;
  const mail = letter({
    to: facts.email,
    subject: `Satu tiket ${event.name} dibatalkan (${orderCode})`,
    productName,
    indonesian: {
      greeting: `Halo ${firstName},`,
      lines: [
        `Tiket ${ticket.code} untuk kursi ${ticket.seatNumber} dari pesanan ${orderCode} telah dibatalkan dan tidak dapat dipakai di pintu masuk.`,
        'Menurut Anda ini keliru? Hubungi kami melalui halaman Kontak dengan kode pesanan di atas.',
      ],
    },
    english: {
      greeting: `Hello ${firstName},`,
      lines: [
        `Ticket ${ticket.code} for seat ${ticket.seatNumber} of order ${orderCode} has been cancelled and will not be accepted at the doors.`,
        'If you believe this is a mistake, write to us through the contact page and name the order code above.',
      ],
    },
    event,
    // Those that are still good.
    tickets: facts.tickets,
    action: {
      label: { id: 'Hubungi kami', en: 'Contact us' },
      url: `${siteOf(config)}/contact-us`,
    },
  });
  await mailer.enqueue(tx, { ...mail, lane: 'tickets' });
}
