import type { Bilingual } from '../../mail/email-content.ts';
import { type EmailFacts, formatRupiah } from './email-facts.ts';
import type { EmailKind } from './email-kinds.ts';

/** Returns subject and lines of an e-mail about a payment in both languages. */
export function emailWords(kind: EmailKind, facts: EmailFacts, product: string): Words {
  return words[kind](facts, product);
}

/** Subject and lines of one e-mail. */
export interface Words {
  readonly subject: string;
  readonly indonesian: readonly string[];
  readonly english: readonly string[];
}

const afterDeadline = { indonesian: 'setelah batas waktu', english: 'after its deadline' };
const orderEnded = {
  indonesian: 'setelah pesanannya berakhir',
  english: 'after its order had ended',
};
const methodChanged = {
  indonesian: 'setelah cara pembayaran itu diganti',
  english: 'after another way to pay had been chosen',
};

const words: Readonly<Record<EmailKind, (facts: EmailFacts, product: string) => Words>> = {
  completed: ({ amount, event, isAsked, orderCode }, product) => ({
    subject: `Tiket ${event.name} (${orderCode})`,
    indonesian: [
      amount === 0
        ? `Pesanan ${orderCode} sudah selesai.`
        : `Pembayaran ${formatRupiah(amount)} untuk pesanan ${orderCode} sudah kami terima.`,
      `E-tiket terlampir sebagai PDF, bersama jadwal untuk kalender Anda. Tiket juga dapat dibuka di ${product}, menu Pesanan Saya.`,
      ...(isAsked
        ? [
            'Penyelenggara masih memerlukan data pemegang tiket. Isi di menu Pesanan Saya sebelum acara dimulai.',
          ]
        : []),
    ],
    english: [
      amount === 0
        ? `Your order ${orderCode} is complete.`
        : `We have received your payment of ${formatRupiah(amount)} for order ${orderCode}.`,
      `Your e-tickets are attached as a PDF, with an entry for your calendar. You can also open them in ${product} under My Orders.`,
      ...(isAsked
        ? [
            'The organiser still needs the details of the ticket holders. Fill them in under My Orders before the event begins.',
          ]
        : []),
    ],
  }),
  tickets_changed: ({ event, orderCode }) => ({
    subject: `Tiket baru ${event.name} (${orderCode})`,
    indonesian: [
      `Tiket pesanan ${orderCode} sudah kami ganti. Kode tiket yang lama tidak berlaku lagi di pintu masuk.`,
      'E-tiket yang berlaku terlampir sebagai PDF. Tiket yang Anda simpan di ponsel diperbarui saat halamannya dibuka kembali dengan jaringan.',
    ],
    english: [
      `We have replaced tickets of order ${orderCode}. The old ticket codes are no longer accepted at the doors.`,
      'The tickets that are valid now are attached as a PDF. Tickets kept on your phone renew themselves when you open them again with a network.',
    ],
  }),
  expired: ({ event, orderCode }) => ({
    subject: `Waktu pembayaran ${orderCode} habis`,
    indonesian: [
      `Pembayaran untuk pesanan ${orderCode} (${event.name}) belum kami terima sampai batas waktunya. Kursinya dilepas, dan tidak ada uang yang kami ambil.`,
      'Sudah telanjur membayar? Kalau kursinya masih ada dan Anda belum memesan tiket lain untuk acara ini, tiketnya tetap kami kirim; kalau tidak, seluruh uangnya kembali kepada Anda.',
    ],
    english: [
      `We did not receive the payment for order ${orderCode} (${event.name}) by its deadline. The seats were released, and we took no money.`,
      'Have you paid after all? If the seats are still free and you have not ordered other tickets for this event, yours will come; if not, all of the money goes back to you.',
    ],
  }),
  seats_gone: (facts) =>
    moneyWillReturn(facts, {
      indonesian: 'kursinya sudah dipesan orang lain',
      english: 'the seats have gone to somebody else',
    }),
  voucher_used: (facts) =>
    moneyWillReturn(facts, {
      indonesian: 'vouchernya sudah dipakai orang lain',
      english: 'its voucher has been used by somebody else',
    }),
  event_closed: (facts) =>
    moneyWillReturn(facts, {
      indonesian: 'penjualan tiketnya sudah ditutup',
      english: 'its tickets are no longer on sale',
    }),
  paid_twice: (facts) =>
    moneyWillReturn(facts, {
      when: methodChanged,
      indonesian: 'pesanan ini sudah lunas dengan pembayaran lain',
      english: 'this order has been paid by another payment already',
    }),
  order_cancelled: (facts) =>
    moneyWillReturn(facts, {
      when: methodChanged,
      indonesian: 'pesanannya sudah Anda batalkan',
      english: 'you had cancelled its order',
    }),
  bought_again: (facts) =>
    moneyWillReturn(facts, {
      when: orderEnded,
      indonesian: 'Anda sudah memesan tiket lain untuk acara ini',
      english: 'you have ordered other tickets for this event',
    }),
  refunded: ({ refund, event, orderCode }) => ({
    subject: `Pengembalian dana ${orderCode} selesai`,
    indonesian: [`${formatRupiah(refund)} untuk ${event.name} sudah dikembalikan.`],
    english: [`${formatRupiah(refund)} for ${event.name} has been returned to you.`],
  }),
  refund_approved: (facts) => (facts.refund === 0 ? givenBack(facts) : refundApproved(facts)),
  refund_refused: ({ note, event, orderCode }) => ({
    subject: `Pengembalian dana ${orderCode} tidak disetujui`,
    indonesian: [
      `Permintaan pengembalian dana untuk pesanan ${orderCode} (${event.name}) tidak disetujui: ${note}`,
      'Tiketnya tetap berlaku.',
    ],
    english: [
      `The refund that you asked for of order ${orderCode} (${event.name}) was not approved: ${note}`,
      'Its tickets stay valid.',
    ],
  }),
  refund_account: ({ refund, event, orderCode }) => ({
    subject: `Rekening untuk pengembalian dana ${orderCode}`,
    indonesian: [
      `${formatRupiah(refund)} dari pesanan ${orderCode} (${event.name}) kembali kepada Anda lewat transfer bank.`,
      'Isi bank dan nomor rekening di halaman yang kami tautkan di bawah; tautan itu hanya untuk pesanan ini. Kami tidak pernah meminta PIN atau kode OTP.',
    ],
    english: [
      `${formatRupiah(refund)} of order ${orderCode} (${event.name}) goes back to you by bank transfer.`,
      'Name the bank and the account number on the page that is linked below; the link is for this order alone. We never ask for a PIN or a one-time code.',
    ],
  }),
  event_postponed: ({ event, orderCode, refundUntil }) => ({
    subject: `${event.name} ditunda (${orderCode})`,
    indonesian: [
      `Penyelenggara menunda ${event.name}. Tanggal barunya belum ditentukan.`,
      `Tiket dari pesanan ${orderCode} tetap berlaku. Kami mengabari Anda begitu tanggal barunya ada.`,
      ...mayGiveBack(refundUntil).indonesian,
    ],
    english: [
      `The organiser has postponed ${event.name}. The new date is not known yet.`,
      `The tickets of order ${orderCode} stay valid. We will write to you as soon as there is a new date.`,
      ...mayGiveBack(refundUntil).english,
    ],
  }),
  event_moved: ({ event, orderCode, refundUntil }) => ({
    subject: `Perubahan acara ${event.name} (${orderCode})`,
    indonesian: [
      `Penyelenggara memindahkan ${event.name}: ${event.when.id}, ${event.where}.`,
      `Tiket dari pesanan ${orderCode} tetap berlaku.`,
      ...mayGiveBack(refundUntil).indonesian,
    ],
    english: [
      `The organiser has moved ${event.name}: ${event.when.en}, ${event.where}.`,
      `The tickets of order ${orderCode} stay valid.`,
      ...mayGiveBack(refundUntil).english,
    ],
  }),
  event_cancelled: ({ refund, event, orderCode }) => ({
    subject: `${event.name} dibatalkan (${orderCode})`,
    indonesian: [
      `Penyelenggara membatalkan ${event.name}. Tiket dari pesanan ${orderCode} tidak berlaku lagi.`,
      ...(refund === 0
        ? []
        : [
            `${formatRupiah(refund)} dikembalikan seluruhnya. Kami mengabari Anda begitu uangnya dikirim.`,
          ]),
    ],
    english: [
      `The organiser has cancelled ${event.name}. The tickets of order ${orderCode} are no longer valid.`,
      ...(refund === 0
        ? []
        : [`All of your ${formatRupiah(refund)} goes back. We will write to you when it is sent.`]),
    ],
  }),
  refund: (facts) =>
    moneyWasReturned(facts, {
      indonesian: 'telah dikembalikan kepada Anda',
      english: 'has been returned to you',
    }),
  reversal: (facts) =>
    moneyWasReturned(facts, {
      indonesian: 'telah ditarik kembali oleh bank atau penyedia pembayaran',
      english: 'was taken back by the bank or payment provider',
    }),
  chargeback: (facts) =>
    moneyWasReturned(facts, {
      indonesian: 'disengketakan oleh pembayarnya dan telah ditarik kembali',
      english: 'was disputed by its payer and taken back',
    }),
};

function refundApproved({ back, refund, event, orderCode }: EmailFacts): Words {
  const voided = whatIsVoid(back);
  return {
    subject: `Pengembalian dana ${orderCode} disetujui`,
    indonesian: [
      `${formatRupiah(refund)} dari pesanan ${orderCode} (${event.name}) dikembalikan kepada Anda.`,
      `${voided.indonesian} Kami mengabari Anda begitu uangnya dikirim.`,
    ],
    english: [
      `${formatRupiah(refund)} of order ${orderCode} (${event.name}) goes back to you.`,
      `${voided.english} We will write to you when the money is sent.`,
    ],
  };
}

function givenBack({ back, event, orderCode }: EmailFacts): Words {
  const voided = whatIsVoid(back);
  return {
    subject: `Tiket ${orderCode} sudah Anda lepas`,
    indonesian: [
      `Anda melepas tiket ${event.name} dari pesanan ${orderCode}, sehingga orang lain mendapat tempatnya.`,
      voided.indonesian,
    ],
    english: [
      `You gave tickets of order ${orderCode} (${event.name}) back, so that somebody else can have the place.`,
      voided.english,
    ],
  };
}

/** What a refund takes back and what it leaves, by its kind. */
function whatIsVoid({ kind, places }: EmailFacts['back']) {
  if (kind === 'goodwill') {
    return {
      indonesian: 'Semua tiketnya tetap berlaku.',
      english: 'All of its tickets stay valid.',
    };
  }
  if (kind === 'tickets') {
    return {
      indonesian: `Tiket ${places} tidak berlaku lagi; tiket lain dari pesanan ini tetap berlaku.`,
      english: `Ticket ${places} is no longer valid; the other tickets of this order stay valid.`,
    };
  }
  return {
    indonesian: 'Tiketnya tidak berlaku lagi.',
    english: 'Its tickets are no longer valid.',
  };
}

/** The choice of the buyers of a postponed or moved event: keep the tickets, or get everything back until then. */
function mayGiveBack(until: Bilingual | null) {
  if (until === null) return { indonesian: [], english: [] };
  return {
    indonesian: [
      `Tidak bisa hadir? Sampai ${until.id} Anda dapat meminta seluruh uang kembali di halaman pesanan, lewat tombol di bawah. Tanpa pilihan Anda, tiketnya tetap berlaku.`,
    ],
    english: [
      `Can you not come? Until ${until.en} you can ask for all of your money back on the page of the order, by the button below. Without a choice the tickets stay valid.`,
    ],
  };
}

/** Money that a bank, provider or gateway returned without an order of the shop; the tickets it paid for are void (§12.30). */
function moneyWasReturned(
  { amount: paid, event: { name: event }, orderCode }: EmailFacts,
  description: { readonly indonesian: string; readonly english: string },
): Words {
  const amount = formatRupiah(paid);
  return {
    subject: `Tiket ${event} tidak berlaku lagi (${orderCode})`,
    indonesian: [
      `Pembayaran ${amount} untuk pesanan ${orderCode} ${description.indonesian}.`,
      `Karena itu tiket ${event} dari pesanan ini tidak berlaku dan tidak dapat dipakai di pintu masuk.`,
      'Menurut Anda ini keliru? Hubungi kami melalui halaman Kontak dengan kode pesanan di atas.',
    ],
    english: [
      `Your payment of ${amount} for order ${orderCode} ${description.english}.`,
      `The tickets for ${event} in this order are therefore void and will not be accepted at the doors.`,
      'If you believe this is a mistake, write to us through the contact page and name the order code above.',
    ],
  };
}

function moneyWillReturn(
  { amount: paid, event: { name: event }, orderCode }: EmailFacts,
  reason: {
    readonly when?: { readonly indonesian: string; readonly english: string };
    readonly indonesian: string;
    readonly english: string;
  },
): Words {
  const { when = afterDeadline } = reason;
  const amount = formatRupiah(paid);
  return {
    subject: `Pembayaran ${orderCode} dikembalikan`,
    indonesian: [
      `Pembayaran ${amount} untuk ${event} masuk ${when.indonesian}, dan ${reason.indonesian}.`,
      'Uang Anda kami kembalikan seluruhnya melalui cara pembayaran yang sama.',
    ],
    english: [
      `Your payment of ${amount} for ${event} came ${when.english}, and ${reason.english}.`,
      'We are returning all of it the way it came.',
    ],
  };
}
