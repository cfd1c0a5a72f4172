import type { Tx } from '../../db/db.ts';
import { composeEmail } from '../../mail/compose-email.ts';
import type { Bilingual } from '../../mail/email-content.ts';
import { siteUrl } from '../../mail/links.ts';
import { type EventColumns, emailEventOf, eventColumns } from './email-event.ts';
import type { EventNews } from './email-kinds.ts';
import type { Words } from './email-words.ts';
import type { EmailServices } from './payment-emails.ts';

/** What the holder of a ticket hears who did not buy it. */
export type HolderNews = EventNews | 'ticket_void' | 'ticket_changed';

/** The tickets that the e-mail is about. */
interface Concerned {
  readonly orderId: string;
  /** When the tickets became void, for `ticket_void`; the valid ones are meant where it is left out. */
  readonly voidedAt?: Date;
  /** The one holder that is concerned; all of them where it is left out. */
  readonly accountId?: string;
}

type HolderRow = EventColumns & {
  account_id: string;
  email: string;
  first_name: string;
  codes: string;
};

/** An e-mail with the tickets that are valid now as a PDF. */
const enclosesTickets: ReadonlySet<HolderNews> = new Set(['event_moved', 'ticket_changed']);

/** The money of a ticket belongs to who paid for it: its holder gives it back to them, and they ask for it. */
const cannotCome = {
  indonesian:
    'Tidak bisa hadir? Uang tiket ini hanya dapat diminta oleh pembelinya, selama tiketnya ada padanya. Berikan kembali tiketnya lewat tombol di halaman tiket.',
  english:
    'Can you not come? The money of this ticket can only be asked for by its buyer, and while the buyer has it. Give it back to them by the button on the page of the ticket.',
};

const words: Readonly<Record<HolderNews, (row: HolderRow, when: Bilingual) => Words>> = {
  event_postponed: ({ codes, name }) => ({
    subject: `${name} ditunda`,
    indonesian: [
      `Penyelenggara menunda ${name}. Tanggal barunya belum ditentukan.`,
      `Tiket Anda (${codes}) tetap berlaku. Kami mengabari Anda begitu tanggal barunya ada.`,
      cannotCome.indonesian,
    ],
    english: [
      `The organiser has postponed ${name}. The new date is not known yet.`,
      `Your ticket (${codes}) stays valid. We will write to you as soon as there is a new date.`,
      cannotCome.english,
    ],
  }),
  event_moved: ({ codes, name, place }, when) => ({
    subject: `Perubahan acara ${name}`,
    indonesian: [
      `Penyelenggara memindahkan ${name}: ${when.id}, ${place}.`,
      `Tiket Anda (${codes}) tetap berlaku.`,
      cannotCome.indonesian,
    ],
    english: [
      `The organiser has moved ${name}: ${when.en}, ${place}.`,
      `Your ticket (${codes}) stays valid.`,
      cannotCome.english,
    ],
  }),
  event_cancelled: ({ codes, name }) => ({
    subject: `${name} dibatalkan`,
    indonesian: [
      `Penyelenggara membatalkan ${name}. Tiket Anda (${codes}) tidak berlaku lagi.`,
      'Kalau tiketnya dibayar, uangnya kembali kepada pembelinya.',
    ],
    english: [
      `The organiser has cancelled ${name}. Your ticket (${codes}) is no longer valid.`,
      'If it was paid for, the money goes back to its buyer.',
    ],
  }),
  ticket_void: ({ codes, name }) => ({
    subject: `Tiket ${name} tidak berlaku lagi`,
    indonesian: [
      `Tiket ${codes} yang diberikan kepada Anda telah dibatalkan dan tidak dapat dipakai di pintu masuk.`,
      'Menurut Anda ini keliru? Hubungi kami melalui halaman Kontak dengan kode tiket di atas.',
    ],
    english: [
      `Ticket ${codes}, which was given to you, has been cancelled and will not be accepted at the doors.`,
      'If you believe this is a mistake, write to us through the contact page and name the ticket code above.',
    ],
  }),
  ticket_changed: ({ name }) => ({
    subject: `Tiket baru ${name}`,
    indonesian: [
      'Tiket Anda sudah kami ganti. Kode tiket yang lama tidak berlaku lagi di pintu masuk.',
      'E-tiket yang berlaku terlampir sebagai PDF.',
    ],
    english: [
      'We have replaced your ticket. The old ticket code is no longer accepted at the doors.',
      'The ticket that is valid now is attached as a PDF.',
    ],
  }),
};

/**
 * Enqueues the e-mails about tickets of an order for the people to whom its buyer gave them, in the transaction of the act (decision 085). Nobody gets
 * one for an order whose tickets its buyer has.
 */
export async function enqueueHolderEmails(
  tx: Tx,
  { config, mailer }: EmailServices,
  news: HolderNews,
  { orderId, voidedAt, accountId }: Concerned,
): Promise<void> {
  // A cancellation has voided the tickets before.
  const isAny = news === 'event_cancelled';
  const rows = await tx.query<HolderRow>(
    `select a.id as account_id, a.email, a.first_name, ${eventColumns}, string_agg(t.ticket_code, ', ' order by t.ticket_code) as codes
     from tickets t join orders o on o.id = t.order_id join accounts a on a.id = t.account_id join events e on e.id = t.event_id
     where t.order_id = $1 and t.account_id <> o.account_id and t.replaced_by is null
       and ($4 or t.voided_at is not distinct from $2::timestamptz) and ($3::uuid is null or t.account_id = $3)
     group by a.id, e.id order by a.id`,
    [orderId, voidedAt ?? null, accountId ?? null, isAny],
  );
  const site = siteUrl(config);
  const isOver = isAny || news === 'ticket_void';
  for (const row of rows) {
    const event = emailEventOf(row, site);
    const { subject, indonesian, english } = words[news](row, event.when);
    const mail = composeEmail({
      kind: news,
      to: row.email,
      subject,
      productName: config.productName,
      indonesian: { greeting: `Halo ${row.first_name},`, lines: indonesian },
      english: { greeting: `Hello ${row.first_name},`, lines: english },
      event,
      action: isOver
        ? { label: { id: 'Hubungi kami', en: 'Contact us' }, url: `${site}/contact-us` }
        : { label: { id: 'Lihat tiket saya', en: 'See my tickets' }, url: `${site}/my-tickets` },
    });
    await mailer.enqueue(tx, {
      ...mail,
      lane: 'tickets',
      ...(enclosesTickets.has(news) && {
        attachmentSource: { kind: 'tickets', orderId, accountId: row.account_id },
      }),
      ...((isAny || news === 'event_postponed') && {
        attachmentSource: { kind: 'calendar', orderId },
      }),
    });
  }
}
