import type { Tx } from '../db/db.ts';
import type { Mail } from '../mail/mailer.ts';
import type { Services } from '../services.ts';
import type { PaymentRow } from './payments-view.ts';

/** What a letter of payment tells. */
export type LetterKind = 'completed' | 'refundDue' | 'refunded';

/** Writes the letter of a payment in the transaction that changed it, so that it is sent once and only for what happened (F39). */
export async function writeLetter(
  tx: Tx,
  services: Pick<Services, 'mailer' | 'config'>,
  payment: PaymentRow,
  kind: LetterKind,
): Promise<void> {
  const [row] = await tx.query<{ email: string; first_name: string; event_name: string }>(
    `select a.email, a.first_name, e.name as event_name from accounts a, events e
     where a.id = $1 and e.id = $2`,
    [payment.account_id, payment.event_id],
  );
  if (row === undefined) return;
  const letter = letters[kind](row.event_name, payment, services.config.productName);
  const text = [`Halo ${row.first_name},`, '', ...letter.lines, '', services.config.productName];
  const mail: Mail = { to: row.email, subject: letter.subject, text: text.join('\n') };
  await services.mailer.enqueue(tx, mail);
}

type Letter = { subject: string; lines: string[] };

const letters: Record<LetterKind, (event: string, payment: PaymentRow, product: string) => Letter> =
  {
    completed: (event, payment, product) => ({
      subject: `Tiket ${event} (${payment.order_code})`,
      lines: [
        `Pembayaran ${rupiah(payment.amount)} untuk pesanan ${payment.order_code} sudah kami terima.`,
        `E-tiket ${event} dapat dibuka di ${product}, menu Pesanan Saya.`,
      ],
    }),
    refundDue: (event, payment) => ({
      subject: `Pembayaran ${payment.order_code} dikembalikan`,
      lines: [
        `Pembayaran ${rupiah(payment.amount)} untuk ${event} masuk setelah batas waktu, dan kursinya sudah dipesan orang lain.`,
        'Uang Anda kami kembalikan seluruhnya melalui cara pembayaran yang sama.',
      ],
    }),
    refunded: (event, payment) => ({
      subject: `Pengembalian dana ${payment.order_code} selesai`,
      lines: [`${rupiah(payment.amount)} untuk ${event} sudah dikembalikan.`],
    }),
  };

/** Own grouping: the currency style of Intl puts a space after Rp (ruling 1.2-AL). */
function rupiah(amount: number): string {
  return `Rp${new Intl.NumberFormat('id-ID').format(amount)}`;
}
