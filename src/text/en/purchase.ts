import { english, type words as indonesian } from '../id/purchase.ts';

/** English texts of the purchase layout, the queue and the seats. */
export const words: Record<keyof typeof indonesian | keyof typeof english, string> = {
  ...english,

  'steps.label': 'Purchase steps',
  'steps.seat_selection': 'Choose Category',
  'steps.ticket_selection': 'Order Details',
  'steps.payment_processing': 'Payment Method',
  'steps.payment_success': 'Payment',
  'steps.done': 'done',

  'queue.heading.waiting': 'You Are in the Queue',
  'queue.heading.online': 'You Are Online!',
  'draw.heading.gathering': 'You Are in the Waiting Room',
  'draw.heading.drawn': 'Your Number in the Draw',
  'draw.at': 'Queue numbers are drawn on {when}',
  'draw.countdown': 'Time until the draw',
  'draw.drawing': 'The numbers are being drawn. Yours will be here in a moment.',
  'draw.entrants': '{n} people in the waiting room',
  'draw.name': 'Your name in the draw',
  'draw.explained':
    'Everybody who is here at the draw gets a random number in the queue, so coming early gives no better one. People who come later queue behind. Anybody can check the result with the name above, which holds no personal data.',
  'draw.number': 'Your number',
  'draw.of': 'of {n} numbers',
  'draw.proceed': 'Go on to the queue',
  'draw.proof': 'Check the draw',
  'draw.yours': 'Your number in the draw is {n}',
  'queue.warning': 'Do not close or refresh this page while you are in the queue.',
  'queue.position': 'Position {position}',
  'queue.positionLabel': 'Queue position',
  'queue.ahead': '{n} {n|person is|people are} ahead of you',
  'queue.next': 'You are next',
  'queue.estimate': 'Estimated wait {minutes} min',
  'queue.pace': 'Now {n} people a minute, about {minutes} more min',
  'queue.seatsGone':
    'Every seat is on hold or sold. Seats open up again when an order is cancelled.',
  'queue.seatsLikelyGone':
    'Tickets may run out before your turn: {seats} {seats|seat is|seats are} left, and {ahead} {ahead|person is|people are} ahead of you.',
  'queue.seatsFew':
    '{seats} seats are left, and {ahead} {ahead|person is|people are} ahead of you. One order may hold {max} seats.',
  'queue.elsewhere': 'This queue is also open on another device',
  'queue.elsewhereWaiting':
    'One account has one place: the position is the same on both. When it is your turn, the other device goes on to the seats.',
  'queue.elsewhereOnline':
    'It is your turn, on both devices. Choose your seats on one of them only.',
  'queue.takeOver': 'Continue here',
  'queue.passedOver': 'Your turn came while you were not on this page; you are let in next.',
  'queue.awake': 'While this page is in view, the screen is kept on.',
  'queue.kept':
    'Your number is kept while you are away. If your turn comes while nobody is here, the number is kept for {minutes} more minutes, and once you are back you are let in next.',
  'queue.sound': 'Sound when it is my turn',
  'queue.soundHelp':
    'You hear a test tone when you switch it on. Leave this page open: a closed page cannot sound.',
  'queue.soundBlocked': 'Touch this page once so that the browser allows sound.',
  'queue.turnTitle': 'It is your turn!',
  'queue.notices': 'Notices',
  'queue.realtimeOn': 'Real-time on',
  'queue.realtimeOff': 'Real-time off; the queue is checked regularly',
  'queue.realtimeLost': 'Real-time connection lost',
  'queue.realtimeContinues': 'The queue keeps running.',
  'queue.refresh': 'Refresh Queue',
  'queue.exit': 'Leave the Queue',
  'queue.remaining': 'Time left',
  'queue.unknown': 'The queue status is not known yet.',
  'queue.kicked': 'You have been removed from the queue: {reason}',
  'queue.kickedDefault': 'Session expired',
  'queue.promoted': 'It is your turn! Taking you to seat selection...',
  'queue.left': 'You have left the queue',

  'queue.moveFailed': 'Could not take you to seat selection. Please refresh the page.',
  'queue.eventMissing': 'Event not found. Please go back to the home page.',

  'queue.realtimeBack': 'The real-time connection is back.',
  'queue.paused': 'The organiser has paused the queue.',
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

  'queue.leaveTitle': 'Leave the queue page?',
  'queue.leaveText':
    'Your number is kept. Come back through the active session before your turn comes.',
  'queue.leaveStay': 'Stay in the queue',
  'queue.leaveGo': 'Leave the page',

  'exit.title': 'Give up your place?',
  'exit.costRoom': 'Your name leaves the waiting room and takes no part in the draw.',
  'exit.costQueue': 'You lose your queue number. If you join again, you start at the back.',
  'exit.costTurn': 'Your turn ends. To buy, you queue again from the back.',
  'exit.costSeats': 'Your turn ends, and your seats go back on sale.',
  'exit.costPayment': 'The pending payment is cancelled, and your seats go back on sale.',
  'exit.stay': 'Keep my place',
  'exit.go': 'Give up my place',

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
  'purchase.timeUpTitle': 'Time is up',

  'seats.clear': 'Remove all',
  'seats.best': 'Best seats',

  'voucher.apply': 'Apply',
  'voucher.remove': 'Remove voucher {code}',

  'refusal.placesTaken': 'There are not enough standing places left.',
  'refusal.seatsPromised': 'The free seats are being offered to people on the waiting list.',
  'refusal.offerExceeded': 'Your offer from the waiting list does not cover that many tickets.',
  'refusal.shareFull':
    'You have reached the ticket limit for one person at this event. Choose fewer seats.',
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
  'refusal.shareSpent': 'You have reached the ticket limit for one person at this event.',
  'refusal.holdsPaused':
    'You have held seats several times without paying. Please try again later.',
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
