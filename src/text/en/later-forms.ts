import type { words as indonesian } from '../id/later-forms.ts';

/** English texts of the forms that are filled in after paying. */
export const words: Record<keyof typeof indonesian, string> = {
  'title.laterForms': 'Details of ticket holders',
  'refusal.orderEnded': 'This order is no longer valid.',
  'refusal.laterFormsClosed':
    'The event has begun: the details of ticket holders can no longer be changed.',

  'later.loading': 'Loading the details of ticket holders',
  'later.loadFailed': 'The details of ticket holders cannot be loaded right now.',
  'later.for': 'Order {code}, {event}',
  'later.until': 'You can change these details until the event begins: {date}, {time}.',
  'later.untilOpen': 'You can change these details until the event begins.',
  'later.closed': 'The event has begun: the details of ticket holders can no longer be changed.',
  'later.none': 'The organiser asks no details of ticket holders for this order.',
  'later.save': 'Save details',
  'later.saved': 'The details of ticket holders are saved.',
  'later.saveFailed': 'The details are not saved yet. What you entered is still on this page.',
};
