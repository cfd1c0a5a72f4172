import { ratna } from './people.ts';
import { holdSeats, join, pay, submitForms } from './steps.ts';

/** Seats held and forms sent: the buyer must choose a payment method. */
export const ordered = (slug: string, seats = 2, who = ratna) => [
  join(who, slug),
  holdSeats(who, slug, seats),
  submitForms(who, slug),
];
/** The payment is pending. */
export const paying = (slug: string, method = 'qris', seats = 2) => [
  ...ordered(slug, seats),
  pay(ratna, slug, method),
];
