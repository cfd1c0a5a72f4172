/** An object with unknown content. */
export type Loose = Record<string, unknown>;

/** True for an object that is not a list. */
export function isLoose(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text or a number as text; null for anything else. Never throws, as String does on an object with a toString of its own. */
export function looseText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : null;
}

/** A number, or a text that contains one, as a number; NaN for any other value, which every schema refuses. */
export function looseNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}
