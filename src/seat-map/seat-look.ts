import type { SeatStatus } from '../../contract/seatmap.ts';
import { type ShownStatus, shownStatuses } from './data/codes.ts';
import { mapStatuses, type SeatMapData } from './data/seat-map-data.ts';

/** Returns the displayed status of a seat; selection takes precedence (§2.202). */
export function shownStatus(status: SeatStatus, isSelected: boolean): ShownStatus {
  if (isSelected) return 'selected';
  switch (status) {
    case 'hampir_habis':
      return 'almost';
    case 'block':
      return 'unknown';
    default:
      return status;
  }
}

const shownCodes = Uint8Array.from(mapStatuses, (status) =>
  shownStatuses.indexOf(shownStatus(status, false)),
);
const selectedCode = shownStatuses.indexOf('selected');

/** Returns each seat's displayed status as an index into `shownStatuses`. */
export function shownCodesOf(seatMap: SeatMapData, selected: ReadonlySet<number>): Uint8Array {
  const shown = seatMap.status.map((code) => shownCodes[code] ?? 0);
  for (const index of selected) shown[index] = selectedCode;
  return shown;
}

/** Returns a valid colour from the server, else the default. */
export function safeColour(colour: string | undefined): string {
  return colour !== undefined && /^#[0-9a-f]{3,8}$/i.test(colour)
    ? colour
    : 'var(--color-line-strong)';
}
