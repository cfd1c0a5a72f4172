import type { Config } from '../../config.ts';
import { composeEmail } from '../../mail/compose-email.ts';
import { siteUrl } from '../../mail/links.ts';
import type { Email } from '../../mail/mailer.ts';
import { printedMoment } from '../jakarta.ts';
import { type EventColumns, emailEventOf } from './email-event.ts';

/** The data of the e-mail about one turn. */
export type TurnFacts = EventColumns & {
  email: string;
  first_name: string;
  /** When the turn ends. */
  deadline: Date;
  slug: string;
};

/** Composes the e-mail to a buyer whose turn in the queue has come. */
export function turnEmail(
  facts: TurnFacts,
  config: Pick<Config, 'publicUrl' | 'port' | 'productName'>,
): Email {
  const { name, first_name: firstName, slug } = facts;
  const site = siteUrl(config);
  const until = printedMoment(facts.deadline, facts.time_zone);
  const email = composeEmail({
    kind: 'turn',
    to: facts.email,
    subject: `Giliran Anda: ${name}`,
    productName: config.productName,
    indonesian: {
      greeting: `Halo ${firstName},`,
      lines: [
        `Giliran Anda di antrean ${name} sudah tiba. Pilih tiket sebelum ${until.id}.`,
        'Setelah itu giliran Anda selesai, dan orang berikutnya masuk.',
      ],
    },
    english: {
      greeting: `Hello ${firstName},`,
      lines: [
        `It is your turn in the queue for ${name}. Choose your tickets before ${until.en}.`,
        'After that your turn ends, and the next person comes in.',
      ],
    },
    event: emailEventOf(facts, site),
    action: {
      label: { id: 'Pilih tiket', en: 'Choose tickets' },
      url: `${site}/event/${slug}/seats`,
    },
  });
  return { ...email, lane: 'tickets' };
}
