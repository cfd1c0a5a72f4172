/** Most characters of a response that are shown to a reader (ruling 1.3-G). */
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
 * The sentence of a response: the first of `errors`, else `message`, else `error` (§7); empty if it has none. Accepts any value and returns at
 * most 200 characters, to be rendered as text.
 */
export function refusalWords(body: unknown): string {
  const answer = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const text =
    firstText(answer.errors) ?? firstText(answer.message) ?? firstText(answer.error) ?? '';
  return text.slice(0, shownLength);
}

/** The last resort if neither the response nor the page has a sentence (§7, ruling 1.7-L). */
export function statusText(status: number): string {
  return `HTTP error! status: ${status}`;
}
