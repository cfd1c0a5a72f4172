import { english, type words as indonesian } from '../id/purchase.ts';

/** English texts of the purchase layout and of what its pages share. */
export const words: Record<keyof typeof indonesian | keyof typeof english, string> = {
  'seats.left': '{n} {n|seat|seats} left',
  ...english,

  'steps.label': 'Purchase steps',
  'steps.seat_selection': 'Choose Category',
  'steps.ticket_selection': 'Order Details',
  'steps.payment_processing': 'Payment Method',
  'steps.payment_success': 'Payment',
  'steps.done': 'done',

  'queue.position': 'Position {position}',
  'queue.notices': 'Notices',
  'queue.kicked': 'You have been removed from the queue: {reason}',
  'queue.kickedDefault': 'Session expired',
  'queue.left': 'You have left the queue',

  'queue.moveFailed': 'Could not take you to seat selection. Please refresh the page.',
  'queue.eventMissing': 'Event not found. Please go back to the home page.',

  'queue.rejoin': 'Join the queue again',
  'ended.leftElsewhere': 'You left in another tab or on another device',
  'ended.timeUp': 'Your time has run out',
  'ended.inactive':
    'Your place in the queue was released because your device was away for too long',
  'ended.absent': 'Your turn came while you were away',
  'ended.closed': 'Ticket sales for this event have closed',
  'ended.cancelled': 'The organizer has called this event off',
  'ended.paid': 'Your order for this event has been paid',
  'ended.paidElsewhere': 'Your order was paid in another tab or on another device',
  'ended.over': 'Your session has ended',
  'ended.placeFreed': 'Your place in the queue has been released. No money was taken.',
  'ended.turnFreed': 'Your turn has been released, and no seats were on hold. No money was taken.',
  'ended.seatsFreed': 'Your seats have been released. No money was taken.',
  'ended.paymentVoided':
    'Your seats have been released and the charge was cancelled. If you have already paid, you get the tickets while the seats are still free, and your money back otherwise.',
  'ended.allFreed': 'Your place, your seats and any unpaid charge have been released.',
  'ended.nextJoin': 'To buy again, join the queue and choose your seats again.',
  'ended.nextAbsent':
    'Your number was kept for a while after that turn, then let go. Join again for a new one.',
  'ended.nextEvent': 'News from the organizer is on the event page.',
  'ended.nextTickets': 'The tickets are in My Orders.',
  'ended.toTickets': 'See the tickets',
  'ended.read': 'Got it',

  'switch.title': 'You still have a place in {event}',
  'switch.show': '{event} ({date}, {time})',
  'switch.when': '{event}: {date}, {time}',
  'switch.resume': 'Continue {event}',
  'switch.release': 'Give up {event} and enter {other}',
  'switch.costQueue':
    'One account has one place. If you give it up, your position in that queue is gone.',
  'switch.costSeats':
    'One account has one place. If you give it up, your turn and your seats there go back on sale.',
  'switch.costPayment':
    'One account has one place. If you give it up, the payment that is awaited is cancelled and your seats there go back on sale.',
  'switch.paymentStays':
    'The payment there cannot be cancelled yet: the bank may have taken it already. Continue and wait for the outcome, or try again in a moment.',
  'switch.otherEvent': 'another event',
  'switch.thisEvent': 'this event',

  'purchase.remaining': 'Session time left',
  'purchase.offline': 'No internet connection.',
  'purchase.offlineText':
    'Your order and your answers are kept until the time runs out. This page goes on by itself once you are connected.',
  'purchase.offlineQueue':
    'Your number in the queue is kept. This page goes on by itself once you are connected.',
  'purchase.backOnline': 'The internet connection is back.',

  'seats.clear': 'Remove all',
  'seats.best': 'Best seats',

  'voucher.apply': 'Apply',
  'voucher.remove': 'Remove voucher {code}',

  'refusal.placesTaken': 'There are not enough standing places left.',
  'refusal.seatsPromised': 'The free seats are being offered to people on the waiting list.',
  'refusal.offerExceeded':
    'Your offer from the waiting list is for {n} {n|ticket|tickets}. Choose fewer seats.',
  'refusal.shareFull':
    'One person may have {n} {n|ticket|tickets} for this event; you have bought or are holding {m}. Choose fewer seats.',
  'refusal.phoneRequired':
    'This event limits tickets per phone number. Add your phone number to your profile.',
  'refusal.priceChanged':
    'The price has changed since you saw it. Check the new price, then continue.',
  'refusal.salePaused': 'Ticket sales for this event are paused. Please try again in a while.',
  'refusal.soldOut': 'Tickets for this event are sold out.',
  'refusal.presaleOnly': 'This event is in presale. Enter your presale code on its page.',
  'refusal.presaleCodeWrong': 'This presale code is not known.',
  'refusal.presaleCodeSpent': 'This presale code has been used as often as it may be.',
  'refusal.presaleTriesSpent': 'Too many wrong codes. Please try again later.',
  'refusal.eventPostponed': 'This event has been postponed.',
  'refusal.shareSpent':
    'One person may have {n} {n|ticket|tickets} for this event, and you have bought them.',
  'refusal.personHasPlace':
    'Your address {address} already has a place at this event. Sign in with it.',
  'refusal.deviceHasPlaces': 'Two accounts on this device already have a place at this event.',
  'refusal.holdsPaused':
    'You have held seats several times without paying. Please try again later.',
  'seats.voucherTooLittle':
    'With this voucher the total is too small for every payment method. Remove the voucher, or add tickets.',
  'refusal.noMethodCarries': 'No payment method can take this total. Choose fewer or other seats.',
  'refusal.voucherInvalid': 'The voucher code is not valid or has expired',
  'voucher.checkFailed': 'Something went wrong while checking the voucher',
  'voucher.applyFailed': 'Something went wrong while applying the voucher',
  'voucher.sessionEnded': 'Your session has ended. Please log in again.',

  'summary.title': 'Order Summary',
  'summary.subtotal': 'Subtotal',
  'summary.discount': 'Discount',
  'summary.tax': 'Tax',
  'summary.included': 'Including {name}',
  'summary.fee': 'Service fee',
  'summary.free': 'Free',
  'summary.total': 'Total',
  'summary.seats': 'Seats: {seats}',
  'summary.standing': 'Standing',
  'summary.quantity': 'Quantity: {n}',
  'summary.open': 'See summary',

  'categories.heading': 'Choose Tickets',
  'categories.add': 'Add {category}',
  'categories.remove': 'Remove {category}',
  'categories.quantity': 'Quantity of {category}',
  'categories.almostEmpty': 'Almost sold out',
  'categories.available': 'Available',
  'categories.buy': 'Buy Now',
  'categories.loading': 'Loading ticket categories',
};
