/** A bank cuts names off, none of those that are paid out to before this many letters. */
const shortestCut = 15;

/** The words of a name in capitals without accents and signs, in order of the alphabet. */
function wordsOf(name: string): string[] {
  return name
    .normalize('NFKD')
    .toUpperCase()
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .sort();
}

/**
 * True if a typed name is that of the bank's records: the same words in any order, whatever their case and accents, or its beginning where the bank
 * cut it off. Part of a name does not fit, so that guesses learn nothing word by word. Pure.
 */
export function fitsHolder(typed: string, known: string): boolean {
  if (wordsOf(typed).join(' ') === wordsOf(known).join(' ')) return wordsOf(known).length > 0;
  const letters = (name: string) =>
    name
      .normalize('NFKD')
      .toUpperCase()
      .replace(/[^\p{L}\p{N}]/gu, '');
  const cut = letters(known);
  return cut.length >= shortestCut && letters(typed).startsWith(cut);
}
