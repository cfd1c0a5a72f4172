/** Most characters of a response that are shown to a reader (§3.6). */
const shownLength = 200;

function firstText(value: unknown, depth = 0): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim();
  if (depth > 3 || typeof value !== 'object' || value === null) return null;
  const entries: unknown[] = Array.isArray(value) ? value : Object.values(value);
  for (const entry of entries) {
    const text = firstText(entry, depth + 1);
    if (text !== null) return text;
  }
  return null;
}

/**
 * The sentence of a response: the first of `errors`, else `message`, else `error` (§3.6); empty if it has none. Accepts any value and returns at
 * most 200 characters, to be rendered as text.
 */
export function refusalWords(body: unknown): string {
  const answer = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const text =
    firstText(answer.errors) ?? firstText(answer.message) ?? firstText(answer.error) ?? '';
  return text.slice(0, shownLength);
}

/** The last resort if neither the response nor the page has a sentence (§7.9). */
export function statusText(status: number): string {
  return `HTTP error! status: ${status}`;
}

const envelopeKeys = ['status', 'message', 'data', 'errors', 'code', 'meta', 'pagination'];

/**
 * True for the body of a refusal of the server itself: our envelope and nothing else, with the status of the response. A proxy, a filter of a network or a
 * page that wants a sign-in responds with a status of its own and without it, which says nothing about the call.
 */
export function isOwnRefusal(status: number, body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  const answer = body as Record<string, unknown>;
  const isEnvelope = Object.keys(answer).every((key) => envelopeKeys.includes(key));
  return isEnvelope && answer.status === status && typeof answer.message === 'string';
}
