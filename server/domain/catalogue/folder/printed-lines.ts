/** Names that a line lists. */
export const namedInLine = 12;

/** `1 seat`, `2 seats`. */
export function counted(count: number, one: string, more = `${one}s`): string {
  return `${count} ${count === 1 ? one : more}`;
}

/** A line for the operator such as `+ 2 seats: A-1, A-2`, with the first names; none without names. */
export function namedLine(sign: string, noun: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const more = names.length - namedInLine;
  const listed = names.slice(0, namedInLine).join(', ');
  return [
    `${sign} ${counted(names.length, noun)}: ${listed}${more > 0 ? ` and ${more} more` : ''}`,
  ];
}
