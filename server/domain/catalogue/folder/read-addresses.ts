import { emailSchema } from '../../../../contract/fields.ts';
import type { Mistake } from './mistakes.ts';

/** Most mistakes that are named; more would hide the first. */
const namedMistakes = 20;

/** Reads a CSV file with a column "email"; returns its addresses, or every mistake. */
export function readAddresses(
  file: string,
  text: string,
): { readonly addresses: readonly string[] } | readonly Mistake[] {
  const lines = text.split(/\r?\n/);
  const cellsOf = (line: string) =>
    line.split(/[,;]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
  const column = cellsOf(lines[0] ?? '').findIndex((name) => /^e-?mail$/i.test(name));
  if (column < 0) {
    const what = 'The first line has no column "email".';
    return [{ file, at: '1:1', what, mend: 'Begin the file with a line that names the columns.' }];
  }
  const addresses: string[] = [];
  const mistakes: Mistake[] = [];
  for (const [index, line] of lines.entries()) {
    if (index === 0 || line.trim() === '') continue;
    const address = cellsOf(line)[column] ?? '';
    const read = emailSchema.safeParse(address);
    if (read.success) addresses.push(read.data);
    else if (mistakes.length < namedMistakes) {
      const mend = 'Correct it, or remove the line.';
      mistakes.push({ file, at: `${index + 1}:1`, what: 'This is no e-mail address.', mend });
    }
  }
  return mistakes.length > 0 ? mistakes : { addresses };
}
