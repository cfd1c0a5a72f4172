import { pathTo } from '../../../contract/pages.ts';
import type { Config } from '../../config.ts';
import { composeEmail } from '../../mail/compose-email.ts';
import { siteUrl } from '../../mail/links.ts';
import type { Email } from '../../mail/mailer.ts';
import { printedMoment } from '../jakarta.ts';
import { type EventColumns, emailEventOf } from './email-event.ts';

/** The data of the e-mail about unanswered later forms. */
export type ReminderFacts = EventColumns & {
  email: string;
  first_name: string;
  order_code: string;
};

/** Composes the e-mail to a buyer whose later forms still lack a required answer. */
export function reminderEmail(
  facts: ReminderFacts,
  config: Pick<Config, 'publicUrl' | 'port' | 'productName'>,
): Email {
  const { name, first_name: firstName, order_code: orderCode } = facts;
  const site = siteUrl(config);
  const until = printedMoment(facts.starts_at, facts.time_zone);
  const email = composeEmail({
    kind: 'reminder',
    to: facts.email,
    subject: `Lengkapi data pemegang tiket ${name} (${orderCode})`,
    productName: config.productName,
    indonesian: {
      greeting: `Halo ${firstName},`,
      lines: [
        `Penyelenggara ${name} masih memerlukan data pemegang tiket dari pesanan ${orderCode}.`,
        `Isi lewat tombol di bawah sebelum acara dimulai, ${until.id}. Tiket Anda tetap berlaku.`,
      ],
    },
    english: {
      greeting: `Hello ${firstName},`,
      lines: [
        `The organiser of ${name} still needs the details of the ticket holders of order ${orderCode}.`,
        `Fill them in by the button below before the event begins, ${until.en}. Your tickets stay valid.`,
      ],
    },
    event: emailEventOf(facts, site),
    action: {
      label: { id: 'Lengkapi data', en: 'Fill in the details' },
      url: site + pathTo('later-forms', { orderCode }),
    },
  });
  return { ...email, lane: 'tickets' };
}
