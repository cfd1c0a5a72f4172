import type { words as indonesian } from '../id/refund-policy.ts';

/** English texts of the refund policy of an event. */
export const words: Record<keyof typeof indonesian, string> = {
  'policy.title': 'Giving tickets back',
  'policy.none': 'Tickets cannot be given back once they are bought.',
  'policy.step':
    'Until {days} {days|day|days} before the event: {percent}% of the ticket price and its tax.',
  'policy.untilStart': 'Until the event begins: {percent}% of the ticket price and its tax.',
  'policy.fee': '{fee} is kept for each ticket. Other fees stay.',
  'policy.feesStay': 'Other fees stay.',
};
