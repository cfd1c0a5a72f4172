/** Maximum number of cells; a stadium has a tenth of it, and a broken response must not exhaust a phone's memory. */
export const maxCells = 4_000_000;
/** Value of a cell without a seat. */
export const emptyCell = -1;
/** Value of a cell of the stage. */
export const stageCell = -2;
/** Category index of a seat without a category. */
export const noCategory = 255;

/** Values of `SeatMapData.access`. */
export const wheelchairPlace = 1;
export const companionPlace = 2;

/** Statuses with their own text and symbol; seats with any other status cannot be chosen and are shown as 'unknown'. */
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
/** A status as displayed. */
export type ShownStatus = (typeof shownStatuses)[number];
