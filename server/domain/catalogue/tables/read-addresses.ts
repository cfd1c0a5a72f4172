import { emailSchema } from '../../../../contract/fields.ts';
import { readTable } from '../../../tables/csv.ts';
import type { Mistake } from '../folder/mistakes.ts';

/** Most mistakes that are named; more would hide the first. */
const namedMistakes = 20;

/** Reads a table with a column "email", or one that a registration form names so; returns its addresses, or every mistake. */
export function readAddresses(
  file: string,
  text: string,
): { readonly addresses: readonly string[] } | readonly Mistake[] {
  const { columns, rows, mistakes: unread } = readTable(text);
  const exact = columns.filter((name) => /^e-?mail$/i.test(name));
  const named = exact.length > 0 ? exact : columns.filter((name) => /e-?mail|surel/i.test(name));
  const mistakes: Mistake[] = unread
    .slice(0, namedMistakes)
    .map(({ at, what, mend }) => ({ file, at: `${at}:1`, what, mend }));
  if (named.length !== 1 && columns.length > 0) {
    const what =
      named.length === 0
        ? 'The first line has no column "email".'
        : `Several columns hold addresses: ${named.join(', ')}.`;
    return [{ file, at: '1:1', what, mend: 'Name one column "email" in the first line.' }];
  }
  const column = columns.indexOf(named[0] ?? '');
  const addresses: string[] = [];
  for (const { at, fields } of rows) {
    const read = emailSchema.safeParse(fields[column]);
    if (read.success) addresses.push(read.data);
    else if (mistakes.length < namedMistakes) {
      const mend = 'Correct it, or remove the line.';
      const what = 'This is no e-mail address.';
      mistakes.push({ file, at: `${at}:${column + 1}`, what, mend });
    }
  }
  return mistakes.length > 0 ? mistakes : { addresses };
}
