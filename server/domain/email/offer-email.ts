import type { Tx } from '../../db/db.ts';
import { composeEmail } from '../../mail/compose-email.ts';
import { siteUrl } from '../../mail/links.ts';
import { printedMoment } from '../jakarta.ts';
import { type EventColumns, emailEventOf, eventColumns } from './email-event.ts';
import type { EmailServices } from './payment-emails.ts';

type OfferRow = EventColumns & {
  email: string;
  first_name: string;
  offered: number;
  offer_ends_at: Date;
  slug: string;
};

/** Enqueues the e-mail about an offer of the waiting list in the transaction that makes the offer. */
export async function enqueueOfferEmail(
  tx: Tx,
  { config, mailer }: EmailServices,
  { placeId }: { readonly placeId: string },
): Promise<void> {
  const [row] = await tx.query<OfferRow>(
    `select a.email, a.first_name, w.offered, w.offer_ends_at, e.slug, ${eventColumns}
     from waiting_list w join accounts a on a.id = w.account_id join events e on e.id = w.event_id
     where w.id = $1 and w.state = 'offered'`,
    [placeId],
  );
  if (row === undefined) return;
  const { email, first_name, offered, name } = row;
  const { productName } = config;
  const site = siteUrl(config);
  const until = printedMoment(row.offer_ends_at, row.time_zone);
  const tickets = offered === 1 ? '1 ticket' : `${offered} tickets`;
  const mail = composeEmail({
    kind: 'offer',
    to: email,
    subject: `Giliran Anda: ${offered} tiket ${name}`,
    productName,
    indonesian: {
      greeting: `Halo ${first_name},`,
      lines: [
        `Ada tiket ${name} yang kosong, dan giliran Anda di daftar tunggu sudah tiba: ${offered} tiket kami simpan untuk Anda.`,
        `Pilih tiketnya sebelum ${until.id}. Setelah itu tiketnya kami tawarkan kepada orang berikutnya.`,
      ],
    },
    english: {
      greeting: `Hello ${first_name},`,
      lines: [
        `Tickets for ${name} have become free, and it is your turn on the waiting list: we are keeping ${tickets} for you.`,
        `Choose them before ${until.en}. After that we offer them to the next person.`,
      ],
    },
    event: emailEventOf(row, site),
    action: { label: { id: 'Beli sekarang', en: 'Buy now' }, url: `${site}/event/${row.slug}` },
  });
  await mailer.enqueue(tx, { ...mail, lane: 'tickets' });
}
