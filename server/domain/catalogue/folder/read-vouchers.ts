import { csvLines } from '../../../../contract/csv.ts';
import type { EventFile } from '../../../../contract/event-folder/event-file.ts';
import {
  type FolderVoucher,
  voucherSchema,
} from '../../../../contract/event-folder/price-fields.ts';
import { checkVouchers } from './check-prices.ts';
import type { Mistake } from './mistakes.ts';

/** Most vouchers of one event. */
const maxVouchers = 20_000;

const numbers = ['percent', 'amount', 'maxDiscount', 'minPurchase', 'quota', 'perPerson'];
const lists = ['categories', 'shows'];
const columns = ['code', ...numbers, ...lists, 'startsAt', 'endsAt', 'description'];

/**
 * Reads vouchers from CSV with a header in any order, named as the fields of a voucher; several categories or shows of a line are separated by
 * `|`, and an empty field says nothing. Returns the vouchers, or every mistake with its line.
 */
export function readVouchers(
  file: string,
  text: string,
  document: EventFile,
): { readonly vouchers: readonly FolderVoucher[] } | readonly Mistake[] {
  const [header, ...rows] = csvLines(text);
  const mistakes: Mistake[] = [];
  const mistake = (line: number, what: string, mend: string) =>
    mistakes.push({ file, at: `${line}:1`, what, mend });
  const names = (header?.fields ?? []).map((name) => name.trim());
  if (!names.includes('code')) {
    mistake(1, 'There is no column "code".', `Begin with a line such as ${columns.join(',')}.`);
  }
  for (const [at, name] of names.entries()) {
    if (names.indexOf(name) !== at) mistake(1, `The column "${name}" stands twice.`, 'Remove one.');
    else if (!columns.includes(name)) {
      mistake(1, `There is no column "${name}" in vouchers.`, `Use only ${columns.join(', ')}.`);
    }
  }
  if (rows.length > maxVouchers) {
    mistake(1, `The table has ${rows.length} vouchers.`, `Give at most ${maxVouchers}.`);
  }
  if (mistakes.length > 0) return mistakes;
  const vouchers: FolderVoucher[] = [];
  const places: number[] = [];
  for (const { at, fields } of rows) {
    if (fields.length !== names.length) {
      const what = `The line has ${fields.length} fields in place of ${names.length}.`;
      mistake(at, what, 'Put text with a comma between quotes.');
      continue;
    }
    const read = voucherSchema.safeParse(fieldsOf(names, fields));
    if (read.success) {
      vouchers.push(read.data);
      places.push(at);
      continue;
    }
    for (const { path, message } of read.error.issues) {
      mistake(at, `${path.join('.')}: the value is wrong.`, `${message}.`);
    }
  }
  checkVouchers(vouchers, document, ([at], what, mend) =>
    mistake(places[Number(at)] ?? 1, what, mend),
  );
  return mistakes.length > 0 ? mistakes : { vouchers };
}

function fieldsOf(names: readonly string[], fields: readonly string[]): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const [at, name] of names.entries()) {
    const text = (fields[at] ?? '').trim();
    if (text === '') continue;
    if (numbers.includes(name)) given[name] = Number(text);
    else if (lists.includes(name)) given[name] = text.split('|').map((part) => part.trim());
    else given[name] = text;
  }
  return given;
}
