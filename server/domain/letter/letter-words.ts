import { type LetterFacts, rupiah } from './letter-facts.ts';
import type { LetterKind } from './letter-kinds.ts';

/** The words of a letter about a payment, in both languages. */
export function letterWords(kind: LetterKind, facts: LetterFacts, product: string): Words {
  return words[kind](facts, product);
}

/** The words of one letter. */
export interface Words {
  readonly subject: string;
  readonly indonesian: readonly string[];
  readonly english: readonly string[];
}

const afterDeadline = { indonesian: 'setelah batas waktu', english: 'after its deadline' };
const methodChanged = {
  indonesian: 'setelah cara pembayaran itu diganti',
  english: 'after another way to pay had been chosen',
};

const words: Readonly<Record<LetterKind, (facts: LetterFacts, product: string) => Words>> = {
  completed: ({ amount, event, orderCode }, product) => ({
    subject: `Tiket ${event.name} (${orderCode})`,
    indonesian: [
      amount === 0
        ? `Pesanan ${orderCode} sudah selesai.`
        : `Pembayaran ${rupiah(amount)} untuk pesanan ${orderCode} sudah kami terima.`,
      `E-tiket terlampir sebagai PDF, bersama jadwal untuk kalender Anda. Tiket juga dapat dibuka di ${product}, menu Pesanan Saya.`,
    ],
    english: [
      amount === 0
        ? `Your order ${orderCode} is complete.`
        : `We have received your payment of ${rupiah(amount)} for order ${orderCode}.`,
      `Your e-tickets are attached as a PDF, with an entry for your calendar. You can also open them in ${product} under My Orders.`,
    ],
  }),
  expired: ({ event, orderCode }) => ({
    subject: `Waktu pembayaran ${orderCode} habis`,
    indonesian: [
      `Pembayaran untuk pesanan ${orderCode} (${event.name}) belum kami terima sampai batas waktunya. Kursinya dilepas, dan tidak ada uang yang kami ambil.`,
      'Sudah telanjur membayar? Kalau kursinya masih ada, tiketnya tetap kami kirim; kalau tidak, seluruh uangnya kembali kepada Anda.',
    ],
    english: [
      `We did not receive the payment for order ${orderCode} (${event.name}) by its deadline. The seats were released, and we took no money.`,
      'Have you paid after all? If the seats are still free your tickets will come; if not, all of the money goes back to you.',
    ],
  }),
  seats_gone: (facts) =>
    goesBack(facts, {
      indonesian: 'kursinya sudah dipesan orang lain',
      english: 'the seats have gone to somebody else',
    }),
  voucher_used: (facts) =>
    goesBack(facts, {
      indonesian: 'vouchernya sudah dipakai orang lain',
      english: 'its voucher has been used by somebody else',
    }),
  event_closed: (facts) =>
    goesBack(facts, {
      indonesian: 'penjualan tiketnya sudah ditutup',
      english: 'its tickets are no longer on sale',
    }),
  paid_twice: (facts) =>
    goesBack(facts, {
      when: methodChanged,
      indonesian: 'pesanan ini sudah lunas dengan pembayaran lain',
      english: 'this order has been paid by another payment already',
    }),
  order_cancelled: (facts) =>
    goesBack(facts, {
      when: methodChanged,
      indonesian: 'pesanannya sudah Anda batalkan',
      english: 'you had cancelled its order',
    }),
  refunded: ({ amount, event, orderCode }) => ({
    subject: `Pengembalian dana ${orderCode} selesai`,
    indonesian: [`${rupiah(amount)} untuk ${event.name} sudah dikembalikan.`],
    english: [`${rupiah(amount)} for ${event.name} has been returned to you.`],
  }),
  refund: (facts) =>
    wentBack(facts, {
      indonesian: 'telah dikembalikan kepada Anda',
      english: 'has been returned to you',
    }),
  reversal: (facts) =>
    wentBack(facts, {
      indonesian: 'telah ditarik kembali oleh bank atau penyedia pembayaran',
      english: 'was taken back by the bank or payment provider',
    }),
  chargeback: (facts) =>
    wentBack(facts, {
      indonesian: 'disengketakan oleh pembayarnya dan telah ditarik kembali',
      english: 'was disputed by its payer and taken back',
    }),
};

/** Money that went back although nobody here sent it: whatever tickets it paid for are void (ruling R13). */
function wentBack(
  { amount: paid, event: { name: event }, orderCode }: LetterFacts,
  how: { readonly indonesian: string; readonly english: string },
): Words {
  const amount = rupiah(paid);
  return {
    subject: `Tiket ${event} tidak berlaku lagi (${orderCode})`,
    indonesian: [
      `Pembayaran ${amount} untuk pesanan ${orderCode} ${how.indonesian}.`,
      `Karena itu tiket ${event} dari pesanan ini tidak berlaku dan tidak dapat dipakai di pintu masuk.`,
      'Menurut Anda ini keliru? Hubungi kami melalui halaman Kontak dengan kode pesanan di atas.',
    ],
    english: [
      `Your payment of ${amount} for order ${orderCode} ${how.english}.`,
      `The tickets for ${event} in this order are therefore void and will not be accepted at the doors.`,
      'If you believe this is a mistake, write to us through the contact page and name the order code above.',
    ],
  };
}

function goesBack(
  { amount: paid, event: { name: event }, orderCode }: LetterFacts,
  why: {
    readonly when?: typeof afterDeadline;
    readonly indonesian: string;
    readonly english: string;
  },
): Words {
  const { when = afterDeadline } = why;
  const amount = rupiah(paid);
  return {
    subject: `Pembayaran ${orderCode} dikembalikan`,
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
