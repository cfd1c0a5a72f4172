import type { words as indonesian } from '../id/waiting.ts';

/** English texts of the waiting list of a sold-out event. */
export const words: Record<keyof typeof indonesian, string> = {
  'waiting.title': 'Waiting list',
  'waiting.intro':
    'When tickets become free, we offer them by e-mail in the order in which people joined.',
  'waiting.signIn': 'Sign in to wait, or to see your turn.',
  'waiting.show': 'Show',
  'waiting.count': 'Number of tickets',
  'waiting.fewer': 'One ticket fewer',
  'waiting.more': 'One ticket more',
  'waiting.join': 'Join the waiting list',
  'waiting.lapsed': 'The time of your offer is over. You can join again.',
  'waiting.first': 'You are next, for {count} {count|ticket|tickets}.',
  'waiting.ahead':
    '{n} {n|person is|people are} ahead of you. You are waiting for {count} {count|ticket|tickets}.',
  'waiting.mail': 'We will e-mail you when it is your turn.',
  'waiting.leave': 'Leave the list',
  'waiting.turn': 'Your turn: {n} {n|ticket|tickets}',
  'waiting.until': 'Choose tickets before {when}.',
  'waiting.left': 'Time left of the offer',
  'waiting.buy': 'Buy now',
  'waiting.giveUp': 'Give up my turn',
  'waiting.failed': 'That did not work. Please try again.',
  'refusal.notSoldOut':
    'The waiting list is open once tickets are sold out, until the event begins.',
};
