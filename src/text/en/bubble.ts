import type { words as indonesian } from '../id/bubble.ts';

/** English texts of the reminder of a live session. */
export const words: Record<keyof typeof indonesian, string> = {
  'bubble.title': 'Active Session',
  'bubble.remaining': 'Time left',
  'bubble.continue': 'Continue',
  'bubble.expand': 'Open Active Session',
  'bubble.collapse': 'Collapse Active Session',
  'bubble.status': 'Status',
  'bubble.waiting': 'Waiting',
  'bubble.waitingAt': 'Waiting, position {position}',
  'bubble.online': 'Online',
  'bubble.queue': 'You are in the queue',
  'bubble.seats': 'You are choosing seats',
  'bubble.orderForm': 'You are filling in the order form',
  'bubble.paymentMethod': 'You are choosing a payment method',
  'bubble.payment': 'You have a payment in progress',
};
