import type { KeptWords } from './id.ts';

/** Texts of the page of stored tickets, in English. */
export const words: KeptWords = {
  lang: 'en',
  title: 'Tickets on this device',
  intro: 'Kept from your last visit, and shown without a network.',
  offline: 'No connection to Roetix',
  online: 'The network is back',
  retry: 'Try to connect',
  reopen: 'Open the latest version',
  over: 'Over',
  count: (n) => (n === 1 ? '1 ticket' : `${n} tickets`),
  seat: (seat) => `Seat ${seat}`,
  show: 'Show the code',
  showOf: (what) => `Show the code of ticket ${what}`,
  back: 'All tickets',
  of: (n, all) => `Ticket ${n} of ${all}`,
  previous: 'Previous ticket',
  next: 'Next ticket',
  qr: (code) => `QR code of ticket ${code}`,
  gate: 'Show this code to the staff at the entrance.',
  code: 'Ticket code',
  holder: 'Name',
  venue: 'Venue',
  order: 'Order',
  tba: 'TBA',
  keptAt: (when) => `Kept ${when}`,
  missing: 'This ticket has not been opened on this device yet.',
  none: 'No tickets on this device yet',
  noneText:
    'Open a ticket once while you are connected; from then on it is shown without a network.',
  home: 'Home',
};
