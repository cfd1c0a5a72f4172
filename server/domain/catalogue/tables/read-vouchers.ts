import type { EventFile } from '../../../../contract/event-folder/event-file.ts';
import {
  type FolderVoucher,
  voucherSchema,
} from '../../../../contract/event-folder/price-fields.ts';
import { readTable, wholeOf } from '../../../tables/csv.ts';
import { checkVouchers } from '../folder/check-prices.ts';
import type { Mistake } from '../folder/mistakes.ts';

/** Most vouchers of one event. */
const maxVouchers = 20_000;

const numbers = ['percent', 'amount', 'maxDiscount', 'minPurchase', 'quota', 'perPerson'];
const lists = ['categories', 'shows'];
const columns = ['code', ...numbers, ...lists, 'startsAt', 'endsAt', 'description'];

/** A name as people write it: `Min Purchase` is minPurchase. */
const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '');
const columnOf = (name: string) => columns.find((one) => plain(one) === plain(name)) ?? name;

/**
 * Reads vouchers from a table with a header in any order, named as the fields of a voucher; several categories or shows of a line are separated by
 * `|`, and an empty field says nothing. Returns the vouchers, or every mistake with its line and column.
 */
export function readVouchers(
  file: string,
  text: string,
  document: EventFile,
): { readonly vouchers: readonly FolderVoucher[] } | readonly Mistake[] {
  const { columns: header, rows, mistakes: unread } = readTable(text);
  const names = header.map(columnOf);
  const mistakes: Mistake[] = [];
  const mistake = (line: number, what: string, mend: string, column = '') =>
    mistakes.push({ file, at: `${line}:${names.indexOf(column) + 1 || 1}`, what, mend });
  for (const { at, what, mend } of unread) mistake(at, what, mend);
  if (names.length === 0 && mistakes.length > 0) return mistakes;
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
    const read = voucherSchema.safeParse(valuesOf(names, fields));
    if (read.success) {
      vouchers.push(read.data);
      places.push(at);
      continue;
    }
    for (const { path, message } of read.error.issues) {
      const column = String(path[0] ?? '');
      const given = fields[names.indexOf(column)] ?? '';
      mistake(at, `${path.join('.')} is ${JSON.stringify(given)}.`, `${message}.`, column);
    }
  }
  checkVouchers(vouchers, document, ([at], what, mend) =>
    mistake(places[Number(at)] ?? 1, what, mend),
  );
  return mistakes.length > 0 ? mistakes : { vouchers };
}

function valuesOf(names: readonly string[], fields: readonly string[]): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const [at, name] of names.entries()) {
    const text = fields[at] ?? '';
    if (text === '') continue;
    if (numbers.includes(name)) given[name] = wholeOf(text.replace(/%$/, '')) ?? text;
    else if (lists.includes(name)) given[name] = text.split('|').map((part) => part.trim());
    else given[name] = text;
  }
  return given;
}
