/** How far the server's clock is ahead of the device's, in milliseconds, by the last response; 0 before the first. */
let ahead = 0;

/** Reads the Date header of a response; a missing or malformed one changes nothing. */
export function noteServerDate(header: string | null): void {
  const at = header === null ? Number.NaN : Date.parse(header);
  if (!Number.isNaN(at)) ahead = at - Date.now();
}

/** Current time of the server's clock in epoch milliseconds, accurate to about a second (§1.28). */
export function serverNow(): number {
  return Date.now() + ahead;
}
