import { english, type words as indonesian } from '../id/account.ts';

/** Orders, e-ticket, history and profile, in English. */
export const words: Record<keyof typeof indonesian | keyof typeof english, string> = {
  ...english,

  'title.tickets': 'My Orders',
  'title.eTicket': 'E-Ticket',
  'title.history': 'Transaction History',

  'history.title': 'Transaction History',
  'history.tabs': 'Transaction status',
  'history.loadFailed': 'The transaction history could not be loaded.',
  'history.id': 'Transaction ID',
  'history.pages': 'Pages of the transaction history',

  'profile.firstName': 'First Name',
  'profile.lastName': 'Last Name',
  'profile.phone': 'Phone Number',
  'profile.email': 'Email',
  'profile.emailFixed': 'The email address cannot be changed',
  'profile.save': 'Save Changes',
  'profile.saving': 'Saving...',
  'profile.saved': 'Your changes have been saved.',
  'profile.saveFailed': 'Your changes have not been saved yet. Try again.',

  'tickets.back': 'Back to My Orders',
  'tickets.downloadFailed': 'The ticket could not be downloaded. Try again.',
  'tickets.pages': 'Pages of orders',
  'tickets.paidTotal': 'Total paid',

  'eticket.seat': 'Seat',
  'eticket.show': 'Show this code at the entrance.',

  'tickets.tabs': 'Ticket status',
  'tickets.amount': '{n} {n|ticket|tickets}',
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
  'eticket.organizer': 'Organiser',
  'eticket.qr': 'Ticket QR code',
  'eticket.terms': 'Terms and Conditions',
  'eticket.term.id': 'The name on the ticket must match a valid ID.',
  'eticket.term.tax': 'Prices exclude 10% government tax and platform fees.',
  'eticket.term.limit': 'No more than 6 tickets per category in one transaction.',
  'eticket.term.letter': 'A letter of authorisation needs a Rp10.000 duty stamp.',
};
