/** Longest text taken from an answer for a reader (ruling 1.3-G). */
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
 * The sentence a refused call shows: the first of `errors`, else `message`, else `error`, else 'HTTP error! status: {code}' (§7).
 * Total: any value may be given; at most 200 characters come back, to be rendered as text.
 */
export function refusalText(body: unknown, status: number): string {
  const answer = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const text =
    firstText(answer.errors) ??
    firstText(answer.message) ??
    firstText(answer.error) ??
    `HTTP error! status: ${status}`;
  return text.slice(0, shownLength);
}
