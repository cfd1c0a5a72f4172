import type { words as indonesian } from '../id/seats.ts';

/** English texts of the seat map and the choice of seats. */
export const words: Record<keyof typeof indonesian, string> = {
  'seats.showPart': 'Show a part',
  'seats.wholeMap': 'The whole map',
  'seats.zoomIn': 'Zoom in',
  'seats.zoomOut': 'Zoom out',
  'seats.zoom': 'Map size',
  'seats.fit': 'See the whole map',
  'seats.pan.left': 'Move the map left',
  'seats.pan.right': 'Move the map right',
  'seats.pan.up': 'Move the map up',
  'seats.pan.down': 'Move the map down',
  'seats.status.available': 'available',
  'seats.status.selected': 'selected',
  'seats.status.booked': 'booked',
  'seats.status.sold': 'sold',
  'seats.status.in_transaction': 'in a transaction',
  'seats.status.reserved': 'booked',
  'seats.status.almost': 'almost sold out',
  'seats.status.unknown': 'not available',
  'seats.lone': 'Your choice leaves one seat on its own: {seat}.',
  'seats.loneShift': 'Move to {seats}',
  'seats.accessAsk': 'Do you need a wheelchair place?',
  'seats.accessWhat':
    'Places marked for wheelchairs and companions are kept for those who need them. We choose the nearest one with its companion places.',
  'seats.accessCompanions': 'Number of companions',
  'seats.accessAlone': 'No companion',
  'seats.accessFind': 'Find a place',
  'seats.accessNone': 'No wheelchair place is left.',
  'seats.accessNoneWith': 'No wheelchair place with {n} companion {n|place|places} is left.',
  'seats.accessFull': 'An order has at most {max} seats. Remove other seats first.',
  'seats.accessNote':
    'This place is kept for a wheelchair user and their companions. Please choose it only if you need it.',
  'seats.access.wheelchair': 'Wheelchair',
  'seats.access.companion': 'Companion',
};
