/** Milliseconds after which an answer wants to be asked again (RFC 9110: seconds, or a date); null where it does not say. */
export function retryAfterOf(answer: Response): number | null {
  const header = answer.headers.get('retry-after');
  if (header === null) return null;
  const seconds = Number(header);
  const wait = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000;
  return wait > 0 ? wait : null;
}
