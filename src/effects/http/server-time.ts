/** How far the server's clock is ahead of the device's, in milliseconds, by the last answer; 0 before the first. */
let ahead = 0;

/** Takes the Date header of an answer; one that is absent or odd changes nothing. */
export function noteServerDate(header: string | null): void {
  const at = header === null ? Number.NaN : Date.parse(header);
  if (!Number.isNaN(at)) ahead = at - Date.now();
}

/** What time it is by the clock of the server, in epoch milliseconds, to about a second (ruling R17). */
export function serverNow(): number {
  return Date.now() + ahead;
}
