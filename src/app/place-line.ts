/** A place in one line, of the parts that are known. */
export function placeLine(...parts: readonly (string | null | undefined)[]): string {
  return parts.filter(Boolean).join(', ');
}
