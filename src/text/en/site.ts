import { english, type words as indonesian } from '../id/site.ts';

/** English texts of the static pages. */
export const words: Record<keyof typeof indonesian | keyof typeof english, string> = {
  ...english,

  'notFound.code': '404',
  'notFound.title': 'Page Not Found',
  'notFound.text': 'The page you are looking for does not exist or has moved.',
  'notFound.home': 'Back to Home',
  'notFound.back': 'Back',
  'notFound.help': 'Need help?',
  'notFound.contact': 'Contact us',

  'title.contact': 'Contact Us',
  'title.createEvent': 'Create an Event',
  'title.notFound': 'Page Not Found',

  'contact.intro': 'Trouble with a ticket, or keen to work with us? Our team is glad to help.',
  'contact.phone': 'Phone',
  'contact.email': 'Email',
  'contact.address': 'Address',
  'contact.addressText': 'Yogyakarta, Indonesia',
  'contact.sent': 'Thank you. We have received your message and will answer to your email address.',
  'contact.failed':
    'Your message was not sent. What you typed is still here: try again in a moment, or write to {email}.',
  'contact.tooMany':
    'Too many messages today. What you typed is still here: please write to {email}.',
  'contact.write': 'Write an email',
  'contact.nameRequired': 'Name is required',
  'contact.subjectRequired': 'Choose a subject',

  'legal.sample':
    'This is a sample text. The operator of this shop has not put their own text here yet, so it does not bind you.',
  'legal.loading': 'Loading the text...',
  'legal.failed': 'The text could not be loaded.',

  'create.title': 'Create an event with {product}',
  'create.text':
    'Tell us what you are planning, from a small stage to a stadium. We help with the seat map, the attendee forms and the queue.',
  'create.action': 'Contact us',
};
