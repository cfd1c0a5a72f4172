/** Milliseconds of the Retry-After header (RFC 9110: seconds, or a date); null without one. */
export function retryAfterOf(answer: Response): number | null {
  const header = answer.headers.get('retry-after');
  if (header === null) return null;
  const seconds = Number(header);
  const wait = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000;
  return wait > 0 ? wait : null;
}
