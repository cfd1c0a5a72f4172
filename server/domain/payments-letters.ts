import type { Tx } from '../db/db.ts';
import { letter } from '../mail/letter.ts';
import type { Services } from '../services.ts';
import type { PaymentRow } from './payments-view.ts';

/** Why money that came late cannot be honoured. */
export type LateLoss =
  | 'seats_gone'
  | 'voucher_used'
  | 'event_closed'
  | 'paid_twice'
  | 'order_cancelled';
/** What a letter of payment tells; a loss tells that the money goes back. */
export type LetterKind = 'completed' | LateLoss | 'refunded' | 'refund' | 'reversal' | 'chargeback';

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
  const { productName } = services.config;
  const words = letters[kind](row.event_name, payment, productName);
  const mail = letter({
    to: row.email,
    subject: words.subject,
    productName,
    indonesian: { greeting: `Halo ${row.first_name},`, lines: words.indonesian },
    english: { greeting: `Hello ${row.first_name},`, lines: words.english },
  });
  await services.mailer.enqueue(tx, mail);
}

interface Words {
  readonly subject: string;
  readonly indonesian: readonly string[];
  readonly english: readonly string[];
}

const letters: Record<LetterKind, (event: string, payment: PaymentRow, product: string) => Words> =
  {
    completed: (event, payment, product) => ({
      subject: `Tiket ${event} (${payment.order_code})`,
      indonesian: [
        `Pembayaran ${rupiah(payment.amount)} untuk pesanan ${payment.order_code} sudah kami terima.`,
        `E-tiket ${event} dapat dibuka di ${product}, menu Pesanan Saya.`,
      ],
      english: [
        `We have received your payment of ${rupiah(payment.amount)} for order ${payment.order_code}.`,
        `Your e-tickets for ${event} are in ${product} under My Orders.`,
      ],
    }),
    seats_gone: (event, payment) =>
      goesBack(event, payment, {
        indonesian: 'kursinya sudah dipesan orang lain',
        english: 'the seats have gone to somebody else',
      }),
    voucher_used: (event, payment) =>
      goesBack(event, payment, {
        indonesian: 'vouchernya sudah dipakai orang lain',
        english: 'its voucher has been used by somebody else',
      }),
    event_closed: (event, payment) =>
      goesBack(event, payment, {
        indonesian: 'penjualan tiketnya sudah ditutup',
        english: 'its tickets are no longer on sale',
      }),
    paid_twice: (event, payment) =>
      goesBack(event, payment, {
        when: changedMethod,
        indonesian: 'pesanan ini sudah lunas dengan pembayaran lain',
        english: 'this order has been paid by another payment already',
      }),
    order_cancelled: (event, payment) =>
      goesBack(event, payment, {
        when: changedMethod,
        indonesian: 'pesanannya sudah Anda batalkan',
        english: 'you had cancelled its order',
      }),
    refunded: (event, payment) => ({
      subject: `Pengembalian dana ${payment.order_code} selesai`,
      indonesian: [`${rupiah(payment.amount)} untuk ${event} sudah dikembalikan.`],
      english: [`${rupiah(payment.amount)} for ${event} has been returned to you.`],
    }),
    refund: (event, payment) =>
      wentBack(event, payment, {
        indonesian: 'telah dikembalikan kepada Anda',
        english: 'has been returned to you',
      }),
    reversal: (event, payment) =>
      wentBack(event, payment, {
        indonesian: 'telah ditarik kembali oleh bank atau penyedia pembayaran',
        english: 'was taken back by the bank or payment provider',
      }),
    chargeback: (event, payment) =>
      wentBack(event, payment, {
        indonesian: 'disengketakan oleh pembayarnya dan telah ditarik kembali',
        english: 'was disputed by its payer and taken back',
      }),
  };

/** Money that went back although nobody here sent it: whatever tickets it paid for are void (ruling R13). */
function wentBack(
  event: string,
  payment: PaymentRow,
  how: { readonly indonesian: string; readonly english: string },
): Words {
  const amount = rupiah(payment.amount);
  return {
    subject: `Tiket ${event} tidak berlaku lagi (${payment.order_code})`,
    indonesian: [
      `Pembayaran ${amount} untuk pesanan ${payment.order_code} ${how.indonesian}.`,
      `Karena itu tiket ${event} dari pesanan ini tidak berlaku dan tidak dapat dipakai di pintu masuk.`,
      'Menurut Anda ini keliru? Hubungi kami melalui halaman Kontak dengan kode pesanan di atas.',
    ],
    english: [
      `Your payment of ${amount} for order ${payment.order_code} ${how.english}.`,
      `The tickets for ${event} in this order are therefore void and will not be accepted at the doors.`,
      'If you believe this is a mistake, write to us through the contact page and name the order code above.',
    ],
  };
}

const changedMethod = {
  indonesian: 'setelah cara pembayaran itu diganti',
  english: 'after another way to pay had been chosen',
};
const afterDeadline = { indonesian: 'setelah batas waktu', english: 'after its deadline' };

function goesBack(
  event: string,
  payment: PaymentRow,
  why: {
    readonly when?: typeof afterDeadline;
    readonly indonesian: string;
    readonly english: string;
  },
): Words {
  const { when = afterDeadline } = why;
  const amount = rupiah(payment.amount);
  return {
    subject: `Pembayaran ${payment.order_code} dikembalikan`,
    indonesian: [
      `Pembayaran ${amount} untuk ${event} masuk ${when.indonesian}, dan ${why.indonesian}.`,
      'Uang Anda kami kembalikan seluruhnya melalui cara pembayaran yang sama.',
    ],
    english: [
      `Your payment of ${amount} for ${event} came ${when.english}, and ${why.english}.`,
      'We are returning all of it the way it came.',
    ],
  };
}

/** Own grouping: the currency style of Intl puts a space after Rp (ruling 1.2-AL). */
function rupiah(amount: number): string {
  return `Rp${new Intl.NumberFormat('id-ID').format(amount)}`;
}
