import { english, type words as indonesian } from '../id/account.ts';

/** Orders, e-ticket, history and profile, in English. */
export const words: Record<keyof typeof indonesian | keyof typeof english, string> = {
  ...english,

  'title.tickets': 'My orders',
  'title.eTicket': 'E-ticket',
  'title.history': 'Transaction history',

  'history.title': 'Transaction history',
  'history.tabs': 'Transaction status',
  'history.loadFailed': 'The transaction history could not be loaded.',
  'history.id': 'Transaction ID',
  'history.pages': 'Pages of the transaction history',

  'profile.firstName': 'First name',
  'profile.lastName': 'Last name',
  'profile.phone': 'Phone number',
  'profile.email': 'E-mail',
  'profile.emailFixed': 'The e-mail address cannot be changed',
  'profile.save': 'Save changes',
  'profile.saving': 'Saving...',
  'profile.saved': 'Changes saved.',
  'profile.saveFailed': 'The changes are not saved yet. Try again.',

  'tickets.back': 'Back to my orders',
  'tickets.downloadFailed': 'The ticket could not be downloaded. Try again.',
  'tickets.pages': 'Pages of orders',
  'tickets.paidTotal': 'Total paid',

  'eticket.seat': 'Seat',
  'eticket.show': 'Show this code at the entrance.',

  'tickets.title': 'My Orders',
  'tickets.tabs': 'Ticket status',
  'tickets.amount': '{n} tickets',
  'tickets.loading': 'Loading tickets',
  'tickets.loadFailed': 'The tickets could not be loaded.',
  'tickets.open': 'Open e-ticket',
  'tickets.seat': 'Seat {seat}',
  'tickets.code': 'Ticket code',
  'tickets.qr': 'QR code of ticket {code}',
  'tickets.sideMenu': 'Account menu',
  'tickets.paid': 'Paid',
  'tickets.free': 'Free',

  'eticket.title': 'E-Ticket',
  'eticket.holder': 'Holder name',
  'eticket.order': 'Order number',
  'eticket.category': 'Category',
  'eticket.venue': 'Venue',
  'eticket.date': 'Date',
  'eticket.time': 'Time',
  'eticket.organizer': 'Organizer',
  'eticket.qr': 'Ticket QR code',
  'eticket.terms': 'Terms and Conditions',
  'eticket.term.id': 'The name on the ticket must match a valid ID.',
  'eticket.term.tax': 'Prices exclude 10% government tax and platform fees.',
  'eticket.term.limit': 'At most 6 tickets per transaction per category.',
  'eticket.term.letter': 'An authorization letter needs a Rp10,000 duty stamp.',
};
