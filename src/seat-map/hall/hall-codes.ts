/** What stands in a cell without a seat. */
export const emptyCell = -1;
/** A cell of the stage. */
export const stageCell = -2;
/** Place in `Hall.category` of a seat without one. */
export const noCategory = 255;

/** States that have words and a sign of their own; any other cannot be chosen and reads 'unknown'. */
export const shownStatuses = [
  'available',
  'booked',
  'sold',
  'in_transaction',
  'reserved',
  'almost',
  'unknown',
  'selected',
] as const;
/** A state as it is shown. */
export type ShownStatus = (typeof shownStatuses)[number];
