import { orderFormKey, selectedSeatsKey } from '../../../contract/stored/storage.ts';
import type { StoredKey } from '../../../contract/stored/stored-key.ts';
import { concert, ratna, seminar, theatre } from './people.ts';
import { connected, meanwhile, press, scenarios, see, wake } from './scenario.ts';
import { advanceClock, fault, holdSeats, join, remember, submitForms } from './steps.ts';

const formOf = (slug: string) => `/event/${slug}/order-form`;

const answers = {
  dynamicFields: {},
  ticketHolderForms: [{ nama_lengkap: 'Sekar Ayu', email: 'sekar@contoh.id' }, {}],
  additionalBuyers: [],
};
const other: StoredKey = selectedSeatsKey;

/** §4, Order form. */
export const orderForm = scenarios({
  'order-form': {
    title: 'The order form',
    section: 'Order form',
    sees: 'a form for each of two tickets and one for the order, with every kind of field.',
    words: ['Ticket 1', 'Ticket 2', 'Copy from Ticket 1', 'Informasi umum'],
    as: ratna,
    steps: [join(ratna, concert), holdSeats(ratna, concert, 2)],
    path: formOf(concert),
  },
  'order-form-typed': {
    title: 'Form answers typed before a refresh',
    section: 'Order form',
    sees: 'the typed name and address of the first ticket; Copy from Ticket 1 fills the second.',
    words: ['Ticket 1', 'Copy from Ticket 1'],
    as: ratna,
    steps: [
      join(ratna, concert),
      holdSeats(ratna, concert, 2),
      remember(ratna, orderFormKey, answers, concert),
    ],
    path: formOf(concert),
  },
  'order-form-other-seats': {
    title: 'The draft holds other seats than the browser chose',
    section: 'Order form',
    sees: 'the seats of the draft, named above the form: the server decides, not the browser.',
    words: ['Kursi yang dipegang pesanan ini:'],
    as: ratna,
    steps: [
      join(ratna, concert),
      holdSeats(ratna, concert, 2),
      remember(ratna, other, ['Z-99'], concert),
    ],
    path: formOf(concert),
  },
  'no-forms': {
    title: 'An event without forms',
    section: 'Order form',
    sees: 'No Forms Required with Proceed to Payment: the seminar has no forms, and is free.',
    words: ['No Forms Required', 'Proceed to Payment'],
    as: ratna,
    steps: [join(ratna, seminar), holdSeats(ratna, seminar, 1)],
    path: formOf(seminar),
  },
  'forms-inactive': {
    title: 'All forms inactive',
    section: 'Order form',
    sees: 'Forms Currently Unavailable with Proceed to Payment: the theatre has disabled its forms.',
    words: ['Forms Currently Unavailable', 'Proceed to Payment'],
    as: ratna,
    steps: [join(ratna, theatre), holdSeats(ratna, theatre, 2)],
    path: formOf(theatre),
  },
  'forms-load-fails': {
    title: 'The forms do not load',
    section: 'Order form',
    sees: 'the error of forms that did not load, with a retry button; the seats stay held.',
    words: ['Formulir belum dapat dimuat.'],
    as: ratna,
    steps: [
      join(ratna, concert),
      holdSeats(ratna, concert, 2),
      fault({ path: '/api/event/*/forms', status: 500 }),
    ],
    path: formOf(concert),
  },
  'forms-submit-fails': {
    title: 'Sending the forms fails',
    section: 'Order form',
    sees: 'the error of the submission, with the form unlocked again: form-submission responds with 500.',
    words: ['Failed to submit form data. Please try again.'],
    as: ratna,
    steps: [
      join(ratna, theatre),
      holdSeats(ratna, theatre, 2),
      fault({ path: '/api/event/*/order-draft/form-submission', status: 500 }),
    ],
    path: formOf(theatre),
    acts: [press('Proceed to Payment')],
  },
  'forms-answer-lost': {
    title: 'The forms arrive, the response is lost',
    section: 'Order form',
    sees: 'the error of the submission, and after a second press the payment methods: the server had accepted the forms, and the same key made no second submission.',
    words: ['Complete payment method selection in:'],
    as: ratna,
    steps: [
      join(ratna, theatre),
      holdSeats(ratna, theatre, 2),
      fault({
        path: '/api/event/*/order-draft/form-submission',
        status: 502,
        when: 'after',
        times: 1,
      }),
    ],
    path: formOf(theatre),
    acts: [
      press('Proceed to Payment'),
      see('Failed to submit form data. Please try again.'),
      press('Proceed to Payment'),
    ],
  },
  'order-form-locked': {
    title: 'A locked order form',
    section: 'Order form',
    sees: 'the payment methods: the forms are accepted, so the order form leads there.',
    words: ['Complete payment method selection in:'],
    as: ratna,
    steps: [join(ratna, concert), holdSeats(ratna, concert, 2), submitForms(ratna, concert)],
    path: formOf(concert),
  },
  'order-form-no-draft': {
    title: 'The order form without a draft',
    section: 'Order form',
    sees: 'the seats: the order form needs a draft.',
    words: ['Choose Your Seats'],
    as: ratna,
    steps: [join(ratna, concert)],
    path: formOf(concert),
  },
  'order-form-expired': {
    title: 'Time up on the order form',
    section: 'Order form',
    sees: 'the time-up message over the form, then the seats.',
    words: ['Time is up! Your session has expired. Please select your seats again.'],
    as: ratna,
    steps: [join(ratna, concert), holdSeats(ratna, concert, 2)],
    path: formOf(concert),
    acts: [see('Ticket 1'), connected(), meanwhile(advanceClock(15 * 60 + 1)), wake()],
  },
});
