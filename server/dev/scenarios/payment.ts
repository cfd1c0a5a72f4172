import { ordered, paying } from './ordered.ts';
import { bagas, concert, ratna, seminar } from './people.ts';
import { connected, meanwhile, press, scenarios, see, wake } from './scenario.ts';
import { advanceClock, bankSays, broker, fault, join, takeSeatsOf } from './steps.ts';

const methodPath = (slug: string) => `/event/${slug}/payment-method`;
const paymentPath = (slug: string) => `/event/${slug}/payment`;
const methodsCall = '/api/event/*/payment-methods';
const createCall = '/api/event/*/create-payment';

/** The charge has expired; the hold follows within a minute. */
const ranOut = advanceClock(10 * 60 + 1);
/** The charge and the server's own deadline have passed; both sweeps have run. */
const overdue = advanceClock(12 * 60);

/** §4, choice of the payment method. */
export const methods = scenarios({
  'payment-method': {
    title: 'Choosing a payment method',
    section: 'Payment method',
    sees: 'the methods, the first chosen, and five minutes; Bayar Sekarang names the amount and the method, Back stays here.',
    words: ['Complete payment method selection in:', 'QRIS'],
    as: ratna,
    steps: ordered(concert),
    path: methodPath(concert),
  },
  'methods-none': {
    title: 'No payment method offered',
    section: 'Payment method',
    sees: 'an empty grid with a reload button: the call returns an empty list.',
    words: ['Belum ada metode pembayaran yang tersedia.', 'Muat ulang metode'],
    as: ratna,
    steps: [
      ...ordered(concert),
      fault({
        path: methodsCall,
        status: 200,
        message: 'OK',
        data: { payment_methods: { available_methods: [] } },
      }),
    ],
    path: methodPath(concert),
  },
  'methods-load-fails': {
    title: 'The methods do not load',
    section: 'Payment method',
    sees: 'the empty grid with its error: the call responds with 500.',
    words: ['Failed to get payment methods', 'Muat ulang metode'],
    as: ratna,
    steps: [...ordered(concert), fault({ path: methodsCall, status: 500 })],
    path: methodPath(concert),
  },
  'payment-create-fails': {
    title: 'The payment cannot be made',
    section: 'Payment method',
    sees: 'QRIS still chosen and the error of the payment.',
    words: ['An error occurred while creating the payment. Please try again.'],
    as: ratna,
    steps: [...ordered(concert), fault({ path: createCall, status: 500 })],
    path: methodPath(concert),
    acts: [press('QRIS'), press('Bayar Sekarang')],
  },
  'payment-create-refused': {
    title: 'The payment is refused',
    section: 'Payment method',
    sees: 'the message that the method does not accept the total: the call responds with 422, and you can choose another.',
    words: ['Metode ini tidak dapat dipakai untuk total pesanan Anda. Pilih metode lain.'],
    as: ratna,
    steps: [
      ...ordered(concert),
      fault({
        path: createCall,
        status: 422,
        message: 'This payment method cannot be used for this amount',
      }),
    ],
    path: methodPath(concert),
    acts: [press('QRIS'), press('Bayar Sekarang')],
  },
  'payment-answer-lost': {
    title: 'The payment is made, the response is lost',
    section: 'Payment method',
    sees: 'the payment page: the first response was lost, and the retry with the same key returned the same payment.',
    words: ['Periksa Status Pembayaran'],
    as: ratna,
    steps: [...ordered(concert), fault({ path: createCall, status: 502, when: 'after', times: 1 })],
    path: methodPath(concert),
    acts: [press('QRIS'), press('Bayar Sekarang')],
  },
  'method-no-draft': {
    title: 'Payment method without an order',
    section: 'Payment method',
    sees: 'the seats: there is no order to pay.',
    words: ['Choose Your Seats'],
    as: ratna,
    steps: [join(ratna, concert)],
    path: methodPath(concert),
  },
  'method-time-up': {
    title: 'Time up while choosing a payment method',
    section: 'Payment method',
    sees: 'the time-up message, then the seats; Back does not lead here again.',
    words: ['Time is up! Your session has expired. Please select your seats again.'],
    as: ratna,
    steps: ordered(concert),
    path: methodPath(concert),
    acts: [
      see('Complete payment method selection in:'),
      meanwhile(advanceClock(5 * 60 + 1)),
      wake(),
    ],
  },
});

/** §4, the payment itself. */
export const payments = scenarios({
  'awaiting-qris': {
    title: 'Waiting for a QRIS payment',
    section: 'Payment',
    sees: 'the QR code, ten minutes, the amount to copy; Simulasi pembayaran opens the payer’s bank app.',
    words: ['Periksa Status Pembayaran', 'Total pembayaran', 'Real-time monitoring aktif'],
    as: ratna,
    steps: paying(concert),
    path: paymentPath(concert),
  },
  'awaiting-wallet': {
    title: 'Waiting for an e-wallet payment',
    section: 'Payment',
    sees: 'the payment by GoPay with its fee and the link to the app.',
    words: ['Periksa Status Pembayaran', 'GoPay'],
    as: ratna,
    steps: paying(concert, 'gopay'),
    path: paymentPath(concert),
  },
  'awaiting-va': {
    title: 'Waiting for a bank transfer',
    section: 'Payment',
    sees: 'the number of a BCA virtual account with its copy button.',
    words: ['Periksa Status Pembayaran', 'Nomor Virtual Account'],
    as: ratna,
    steps: paying(concert, 'bca'),
    path: paymentPath(concert),
  },
  'payment-settled': {
    title: 'Payment settled',
    section: 'Payment',
    sees: 'the QR code, then the success dialog: the bank paid while the page was open.',
    words: ['Pembayaran berhasil!', 'Download Ticket'],
    as: ratna,
    steps: paying(concert),
    path: paymentPath(concert),
    acts: [see('Real-time monitoring aktif'), connected(), meanwhile(bankSays('settlement'))],
  },
  'payment-expired': {
    title: 'Payment expired',
    section: 'Payment',
    sees: 'the QR code, then the expired payment, and after three seconds the event page.',
    words: ['Pembayaran telah kedaluwarsa.'],
    as: ratna,
    steps: paying(concert),
    path: paymentPath(concert),
    acts: [see('Real-time monitoring aktif'), connected(), meanwhile(ranOut)],
  },
  'payment-denied': {
    title: 'Payment denied',
    section: 'Payment',
    sees: 'the QR code, then the message that the bank refused it, took no money and that you keep the seats, with a button to change the method.',
    words: ['Pembayaran ditolak', 'Pilih metode lain'],
    as: ratna,
    steps: paying(concert),
    path: paymentPath(concert),
    acts: [see('Real-time monitoring aktif'), connected(), meanwhile(bankSays('deny'))],
  },
  'payment-time-up': {
    title: 'The deadline of the server passes on the payment page',
    section: 'Payment',
    sees: 'the QR code, then the expired payment: eleven minutes passed without money.',
    words: ['Pembayaran telah kedaluwarsa.'],
    as: ratna,
    steps: paying(concert),
    path: paymentPath(concert),
    acts: [see('Real-time monitoring aktif'), connected(), meanwhile(overdue), wake()],
  },
  'late-settlement': {
    title: 'Late settlement overrides the expiry',
    section: 'Payment',
    sees: 'the expired payment and, when the money arrives, the success dialog in its place; the page does not go on to the event page.',
    words: ['Pembayaran berhasil!'],
    as: ratna,
    steps: paying(concert),
    path: paymentPath(concert),
    acts: [
      see('Real-time monitoring aktif'),
      connected(),
      meanwhile(ranOut),
      see('Pembayaran telah kedaluwarsa.'),
      meanwhile(bankSays('settlement')),
    ],
  },
  'late-settlement-after': {
    title: 'Late settlement after the session ended',
    section: 'Payment',
    sees: 'the completed transaction: the deadline had passed, but the seats were free, so the late money paid for them.',
    words: ['Riwayat Transaksi', 'Completed', 'Konser Senja Jakarta'],
    as: ratna,
    steps: [...paying(concert), overdue, bankSays('settlement')],
    path: '/transaction-history',
  },
  'late-settlement-refund': {
    title: 'Late settlement, the seats are resold',
    section: 'Payment',
    sees: 'the refunded transaction, with its reference: another buyer holds the seats, so the server refunded the late money; the e-mail is in /dev/mail.',
    words: ['Dana dikembalikan', 'Referensi pengembalian'],
    as: ratna,
    steps: [
      ...paying(concert),
      overdue,
      join(bagas, concert),
      takeSeatsOf(bagas, ratna, concert),
      bankSays('settlement'),
    ],
    path: '/transaction-history',
  },
  'payment-offline': {
    title: 'Paying without real-time',
    section: 'Payment',
    sees: 'Monitoring offline and the notice that the page polls the payment.',
    words: ['Monitoring offline', 'Pembayaran tetap dipantau secara berkala.'],
    as: ratna,
    steps: [...paying(concert), broker(false)],
    path: paymentPath(concert),
  },
  'free-order': {
    title: 'A free order',
    section: 'Payment',
    sees: 'the seminar for Rp0: no method is asked for, the payment completes by itself.',
    words: ['Pembayaran berhasil!'],
    as: ratna,
    steps: ordered(seminar, 1),
    path: methodPath(seminar),
  },
});
