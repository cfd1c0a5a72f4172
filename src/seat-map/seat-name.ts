/** The parts of a seat number: 'U01-A-12' is seat 12 of row A in section U01. */
export interface SeatName {
  readonly section: string;
  readonly row: string;
  readonly number: string;
}

/** Parses a seat number; one in another format is its own number in the row of the map. */
export function seatName(seatNumber: string, mapRow: number | string = ''): SeatName {
  const match = /^(?:(.+)-)?([^-\d]+)-?(\d+)$/.exec(seatNumber);
  if (match?.[2] === undefined || match[3] === undefined) {
    return { section: '', row: String(mapRow), number: seatNumber };
  }
  return { section: match[1] ?? '', row: match[2], number: match[3] };
}
