import { provinceKey } from '../../../contract/storage.ts';
import { bagas, concert, party, ratna, seminar } from './people.ts';
import { connected, meanwhile, press, scenarios, see, wake } from './scenario.ts';
import {
  advanceClock,
  bankSays,
  broker,
  fault,
  findTicket,
  holdSeats,
  join,
  pay,
  remember,
  signIn,
  signInAgain,
  submitForms,
  takeSeatsOf,
} from './steps.ts';

const methodPath = (slug: string) => `/event/${slug}/payment-method`;
const paymentPath = (slug: string) => `/event/${slug}/payment`;
const methodsCall = '/api/event/*/payment-methods';
const createCall = '/api/event/*/create-payment';

const ordered = (slug: string, seats = 2, who = ratna) => [
  join(who, slug),
  holdSeats(who, slug, seats),
  submitForms(who, slug),
];
const paying = (slug: string, method = 'qris', seats = 2) => [
  ...ordered(slug, seats),
  pay(ratna, slug, method),
];
/** The charge and our own deadline are over; both sweeps have run. */
const overdue = advanceClock(12 * 60);

/** §4, choosing how to pay. */
export const methods = scenarios({
  'payment-method': {
    title: 'Choosing a payment method',
    section: 'Payment method',
    sees: 'the methods, none chosen, and five minutes; Bayar Sekarang waits for a choice, Back stays here.',
    words: ['Complete payment method selection in:', 'QRIS'],
    as: ratna,
    steps: ordered(concert),
    path: methodPath(concert),
  },
  'methods-none': {
    title: 'No payment method offered',
    section: 'Payment method',
    sees: 'an empty grid with a way to load it again: the call answers an empty list.',
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
    sees: 'the empty grid with its words: the call answers 500.',
    words: ['Failed to get payment methods', 'Muat ulang metode'],
    as: ratna,
    steps: [...ordered(concert), fault({ path: methodsCall, status: 500 })],
    path: methodPath(concert),
  },
  'payment-create-fails': {
    title: 'The payment cannot be made',
    section: 'Payment method',
    sees: 'QRIS chosen and paid, and the words of a payment that could not be made; the choice stays.',
    words: ['An error occurred while creating the payment. Please try again.'],
    as: ratna,
    steps: [...ordered(concert), fault({ path: createCall, status: 500 })],
    path: methodPath(concert),
    acts: [press('QRIS'), press('Bayar Sekarang')],
  },
  'payment-create-refused': {
    title: 'The payment is refused',
    section: 'Payment method',
    sees: 'the words of a payment the server refuses: the call answers 422.',
    words: ['Failed to create payment. Please try again.'],
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
    title: 'The payment is made, its answer is lost',
    section: 'Payment method',
    sees: 'the payment page: the first answer was lost, the repetition under the same key found the one payment.',
    words: ['Periksa Status Pembayaran'],
    as: ratna,
    steps: [...ordered(concert), fault({ path: createCall, status: 502, when: 'after', times: 1 })],
    path: methodPath(concert),
    acts: [press('QRIS'), press('Bayar Sekarang')],
  },
  'method-no-draft': {
    title: 'Payment method without an order',
    section: 'Payment method',
    sees: 'the seats: without an order there is nothing to pay.',
    words: ['Choose Your Seats'],
    as: ratna,
    steps: [join(ratna, concert)],
    path: methodPath(concert),
  },
  'method-time-up': {
    title: 'Time up while choosing how to pay',
    section: 'Payment method',
    sees: 'the words of the time up, then the seats; Back does not lead here again.',
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
    sees: 'the payment by GoPay with its fee and the way to the app.',
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
    sees: 'the QR code, then that the payment ran out, and after three seconds the event page.',
    words: ['Pembayaran telah kedaluwarsa.'],
    as: ratna,
    steps: paying(concert),
    path: paymentPath(concert),
    acts: [see('Real-time monitoring aktif'), connected(), meanwhile(bankSays('expire'))],
  },
  'payment-denied': {
    title: 'Payment denied',
    section: 'Payment',
    sees: 'the QR code, then that the payment failed; the seats are free again.',
    words: ['Pembayaran gagal. Silakan pesan kembali.'],
    as: ratna,
    steps: paying(concert),
    path: paymentPath(concert),
    acts: [see('Real-time monitoring aktif'), connected(), meanwhile(bankSays('deny'))],
  },
  'payment-time-up': {
    title: 'Our own deadline passes on the payment page',
    section: 'Payment',
    sees: 'the QR code, then the end of the payment: eleven minutes passed and nobody paid.',
    words: ['Pembayaran telah kedaluwarsa.'],
    as: ratna,
    steps: paying(concert),
    path: paymentPath(concert),
    acts: [see('Real-time monitoring aktif'), connected(), meanwhile(overdue), wake()],
  },
  'late-settlement': {
    title: 'Late settlement: money beats the clock',
    section: 'Payment',
    sees: 'the payment run out and, while the page still says so, the money arrive: the success dialog, and no way out to the event page.',
    words: ['Pembayaran berhasil!'],
    as: ratna,
    steps: paying(concert),
    path: paymentPath(concert),
    acts: [
      see('Real-time monitoring aktif'),
      connected(),
      meanwhile(bankSays('expire')),
      see('Pembayaran telah kedaluwarsa.'),
      meanwhile(bankSays('settlement')),
    ],
  },
  'late-settlement-after': {
    title: 'Late settlement after the session ended',
    section: 'Payment',
    sees: 'the transaction completed: the deadline had passed and the seats were free, so the late money bought them all the same.',
    words: ['Riwayat Transaksi', 'Completed', 'Konser Senja Jakarta'],
    as: ratna,
    steps: [...paying(concert), overdue, bankSays('settlement')],
    path: '/transaction-history',
  },
  'late-settlement-refund': {
    title: 'Late settlement, the seats are resold',
    section: 'Payment',
    sees: 'the transaction failed under All: another buyer holds the seats, so the late money was sent back; the letter stands in /dev/mail.',
    words: ['Riwayat Transaksi', 'Failed', 'Konser Senja Jakarta'],
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
    title: 'Paying while real-time is away',
    section: 'Payment',
    sees: 'Monitoring offline and the notice that the payment is still watched by polling.',
    words: ['Monitoring offline', 'Pembayaran tetap dipantau secara berkala.'],
    as: ratna,
    steps: [...paying(concert), broker(false)],
    path: paymentPath(concert),
  },
  'free-order': {
    title: 'A free order',
    section: 'Payment',
    sees: 'the seminar for Rp0: a method is chosen, the payment is complete at once.',
    words: ['Pembayaran berhasil!'],
    as: ratna,
    steps: ordered(seminar, 1),
    path: methodPath(seminar),
    acts: [press('QRIS'), press('Bayar Sekarang')],
  },
});

const bought = (slug: string, seats = 2) => [
  ...paying(slug, 'qris', seats),
  bankSays('settlement' as const),
];

/** §4, My tickets, and what the account pages list. */
export const tickets = scenarios({
  'e-ticket': {
    title: 'The e-ticket',
    section: 'Tickets and history',
    sees: 'the ticket with its QR code, the holder of the form, seat and category; Print PDF and Download work.',
    words: ['Tamu 1', 'Print PDF', 'Download'],
    as: ratna,
    steps: [...bought(concert), findTicket(ratna, concert)],
    path: (stage) => `/e-ticket/${stage.facts.ticketId}`,
  },
  'my-tickets': {
    title: 'My tickets: active, paid and free',
    section: 'Tickets and history',
    sees: 'two orders under Active, the concert paid and the seminar free.',
    words: ['Pesanan Saya', 'Konser Senja Jakarta', 'Seminar Gratis Yogya'],
    as: ratna,
    steps: [...bought(concert), ...ordered(seminar, 1), pay(ratna, seminar)],
    path: '/my-tickets',
  },
  'my-tickets-inactive': {
    title: 'My tickets: an event that is over',
    section: 'Tickets and history',
    sees: 'nothing under Active; the seminar of last week stands under Inactive.',
    words: ['Pesanan Saya', 'Seminar Gratis Yogya'],
    as: ratna,
    steps: [
      ...ordered(seminar, 1),
      pay(ratna, seminar),
      advanceClock(14 * 24 * 3_600),
      signInAgain(ratna),
    ],
    path: '/my-tickets',
    acts: [see('No tickets found'), press('Inactive')],
  },
  'my-tickets-empty': {
    title: 'My tickets: none',
    section: 'Tickets and history',
    sees: 'the words of an empty list.',
    words: ['Pesanan Saya', 'No tickets found'],
    as: ratna,
    steps: [signIn(ratna)],
    path: '/my-tickets',
  },
  history: {
    title: 'Transactions of every kind',
    section: 'Tickets and history',
    sees: 'one completed, one cancelled and one pending transaction; the tabs tell them apart.',
    words: ['Riwayat Transaksi', 'Completed', 'Cancelled', 'Pending'],
    as: ratna,
    steps: [
      ...bought(concert, 1),
      ...paying(party, 'qris', 1),
      bankSays('expire'),
      ...paying(concert, 'bca', 1),
    ],
    path: '/transaction-history',
  },
  'history-empty': {
    title: 'No transactions',
    section: 'Tickets and history',
    sees: 'the words of an empty history.',
    words: ['Riwayat Transaksi', 'No transactions found'],
    as: ratna,
    steps: [signIn(ratna)],
    path: '/transaction-history',
  },
});

/** §4, Lists and search. */
export const lists = scenarios({
  'province-chosen': {
    title: 'A province chosen',
    section: 'Lists and search',
    sees: 'the home page with Jawa Barat chosen: every list holds its events only.',
    words: ['Every Great Event', 'Pesta Rakyat Bandung'],
    as: ratna,
    steps: [remember(ratna, provinceKey, { id: 12, name: 'Jawa Barat', code: 'JB' })],
    path: '/',
  },
  'search-empty': {
    title: 'A search that finds nothing',
    section: 'Lists and search',
    sees: 'the empty search page with its way to reset the filters.',
    words: ['Tidak Ada Event Ditemukan', 'Reset Filter'],
    as: null,
    steps: [],
    path: '/search?q=tidakadayangbegini',
  },
  'lists-empty': {
    title: 'No events at all',
    section: 'Lists and search',
    sees: 'the empty lists of the home page: each call answers an empty page.',
    words: ['No Featured Events Yet', 'No Upcoming Events'],
    as: null,
    steps: ['featured-events', 'promo-events', 'event-list'].map((list) =>
      fault({ path: `/api/${list}`, status: 200, message: 'OK', data: [] }),
    ),
    path: '/',
  },
  'lists-fail': {
    title: 'The lists do not load',
    section: 'Lists and search',
    sees: 'each list of the home page say that it could not be loaded, with a way to try again.',
    words: ['Daftar event belum dapat dimuat.', 'Coba lagi'],
    as: null,
    steps: ['featured-events', 'promo-events', 'event-list'].map((list) =>
      fault({ path: `/api/${list}`, status: 500 }),
    ),
    path: '/',
  },
});
