import { english, type words as indonesian } from '../id/event.ts';

/** English texts of the event page. */
export const words: Record<keyof typeof indonesian | keyof typeof english, string> = {
  ...english,

  'show.presaleCode': 'Presale code',
  'show.presaleHint': 'Leave it empty if your e-mail address is on the list.',
  'event.prices': 'Categories and prices',
  'event.category': 'Category',
  'event.price': 'Price and tickets left',
  'event.early': '{name} until {when}, then {price}',
  'event.left': '{n} left',
  'event.limitOrder': 'At most {n} tickets in an order.',
  'event.limitPerson': 'At most {n} tickets for one person.',
  'event.schedule': 'Dates',
  'event.enterRoom': 'Enter the waiting room',
  'event.enterList': 'Join the waiting list',
  'event.lookAgain': 'Check again',
  'event.others': 'Find other events',
  'event.remindMe': 'Remind me',
  'event.reminderTitle': 'Ticket sales open: {name}',
  'event.movedFrom': 'Moved from {when}. Tickets stay valid.',
  'event.priceUntil': 'This price holds until {when}.',
  'event.tabs': 'Event information',
  'event.previousTab': 'Previous tab',
  'event.nextTab': 'Next tab',
  'event.type': 'Type',
  'event.defaultType': 'Event',
  'event.organizer': 'Organiser',
  'event.enlargeBanner': 'Enlarge the banner',
  'event.enlargeMap': 'Enlarge the seat map',
  'event.seatMap': 'Seat map',
  'event.map': 'Venue map',
  'event.noFacilities': 'No facilities listed yet.',
  'event.noAbout': 'No description yet.',
  'event.sample':
    'This is a sample event, since the catalogue cannot be loaded right now. Its tickets cannot be bought.',
  'event.loading': 'Loading event',

  'show.free': 'Free',
  'show.seatsLeft': '{n} {n|seat|seats} left',
  'show.dates': 'Choose a date',
  'show.legend': 'Choose a show',

  'title.event': 'Event',
};
