import type { words as indonesian } from '../id/queue.ts';

/** English words of the queue page. */
export const words: Record<keyof typeof indonesian, string> = {
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
  'queue.passedOver': 'Your turn came while you were not on this page; you are let in next.',
  'queue.awake': 'While this page is in view, the screen is kept on.',
  'queue.kept':
    'Your number is kept while you are away. If your turn comes while nobody is here, the number is kept for {minutes} more minutes, and once you are back you are let in next.',
  'queue.sound': 'Sound when it is my turn',
  'queue.soundHelp':
    'You hear a test tone when you switch it on. Leave this page open: a closed page cannot sound.',
  'queue.soundBlocked': 'Touch this page once so that the browser allows sound.',
  'queue.turnTitle': 'It is your turn!',
  'queue.realtimeOn': 'Real-time on',
  'queue.realtimeOff': 'Real-time off; the queue is checked regularly',
  'queue.realtimeLost': 'Real-time connection lost',
  'queue.realtimeContinues': 'The queue keeps running.',
  'queue.exit': 'Leave the Queue',
  'queue.remaining': 'Time left',
  'queue.unknown': 'The queue status is not known yet.',
  'queue.promoted': 'It is your turn! Taking you to seat selection...',
  'queue.realtimeBack': 'The real-time connection is back.',
  'queue.paused': 'The organiser has paused the queue.',
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
  'queue.takeOver': 'Continue here',
  'queue.refresh': 'Refresh Queue',
};
