import { writeFileSync } from 'node:fs';
import { stringify } from 'csv-stringify/sync';
import writeExcelFile from 'write-excel-file/node';
import type { ReportCell, ReportRow } from '../../server/domain/report/report.ts';

/** All columns of the rows, in the order of their first appearance. */
export function columnsOf(rows: readonly ReportRow[]): readonly string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}

/** A formula at the start of a text, or after a sign that separates cells in some country or program; an apostrophe makes it a text. */
const formula = /(^|[;,\t|\r\n])(\s*)(?=[=+\-@])/g;
/** Spreadsheet programs round numbers of more than 15 digits and drop leading zeros. */
const longNumber = /^(?:0\d+|\d{12,})$/;

function guarded(cell: ReportCell | undefined): string | number {
  if (cell === undefined || cell === null) return '';
  if (typeof cell === 'number') return cell;
  return longNumber.test(cell) ? `'${cell}` : cell.replace(formula, "$1$2'");
}

/** Rows as CSV (RFC 4180) in UTF-8 with a byte order mark; every text is quoted, and no program runs or rounds one. */
export function csvOf(columns: readonly string[], rows: readonly ReportRow[]): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => guarded(row[column])))];
  return stringify(lines, { bom: true, quoted_string: true, record_delimiter: 'windows' });
}

/** Writes a workbook with one sheet per table, which only its owner can read. */
export async function writeWorkbook(
  path: string,
  sheets: readonly { readonly name: string; readonly rows: readonly ReportRow[] }[],
): Promise<void> {
  const cell = (value: ReportCell | undefined) =>
    value === null || value === undefined
      ? null
      : typeof value === 'number'
        ? { value, type: Number }
        : { value, type: String };
  const book = sheets.map(({ name, rows }) => {
    const columns = columnsOf(rows);
    const head = columns.map((value) => ({ value, type: String, fontWeight: 'bold' as const }));
    return {
      sheet: name,
      data: [head, ...rows.map((row) => columns.map((column) => cell(row[column])))],
      stickyRowsCount: 1,
    };
  });
  writeFileSync(path, await writeExcelFile(book).toBuffer(), { mode: 0o600, flag: 'wx' });
}
