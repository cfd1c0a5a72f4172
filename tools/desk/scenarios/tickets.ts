import { ordered, paying } from './ordered.ts';
import { concert, party, ratna, seminar } from './people.ts';
import { press, scenarios, see } from './scenario.ts';
import { advanceClock, bankSays, fault, findTicket, pay, signIn, signInAgain } from './steps.ts';

const bought = (slug: string, seats = 2) => [
  ...paying(slug, 'qris', seats),
  bankSays('settlement' as const),
];

/** §4, My tickets, and the lists of the account pages. */
export const tickets = scenarios({
  'e-ticket': {
    title: 'The e-ticket',
    section: 'Tickets and history',
    sees: 'the ticket with its QR code, the attendee from the form, seat and category; Print PDF and Download work below Simpan tiket.',
    words: ['Tamu 1', 'Simpan tiket'],
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
    sees: 'no order under Active; the seminar of last week under Inactive.',
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
    sees: 'the text of an empty list.',
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
      advanceClock(12 * 60),
      ...paying(concert, 'bca', 1),
    ],
    path: '/transaction-history',
  },
  'history-empty': {
    title: 'No transactions',
    section: 'Tickets and history',
    sees: 'the text of an empty history.',
    words: ['Riwayat Transaksi', 'No Purchase History'],
    as: ratna,
    steps: [signIn(ratna)],
    path: '/transaction-history',
  },
});

/** §4, Lists and search. */
export const lists = scenarios({
  'search-province': {
    title: 'A search in one province',
    section: 'Lists and search',
    sees: 'the search page with Jawa Barat chosen: the events of that province only.',
    words: ['Pesta Rakyat Bandung', 'Menampilkan'],
    as: null,
    steps: [],
    path: '/search?province_id=12',
  },
  'search-empty': {
    title: 'A search that finds nothing',
    section: 'Lists and search',
    sees: 'the empty search page with its button to reset the filters.',
    words: ['Tidak Ada Event Ditemukan', 'Reset Filter'],
    as: null,
    steps: [],
    path: '/search?q=tidakadayangbegini',
  },
  'lists-empty': {
    title: 'No events at all',
    section: 'Lists and search',
    sees: 'the empty lists of the home page: each call returns an empty page.',
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
    sees: 'the error of each list of the home page, with a retry button.',
    words: ['Daftar acara belum dapat dimuat.', 'Coba lagi'],
    as: null,
    steps: ['featured-events', 'promo-events', 'event-list'].map((list) =>
      fault({ path: `/api/${list}`, status: 500 }),
    ),
    path: '/',
  },
});
