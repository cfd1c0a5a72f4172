import { writeFileSync } from 'node:fs';
import writeExcelFile from 'write-excel-file/node';
import type { ReportCell, ReportRow } from '../../server/domain/report/report.ts';

/** All columns of the rows, in the order of their first appearance. */
export function columnsOf(rows: readonly ReportRow[]): readonly string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}

/** Spreadsheet programs run a text that starts so as a formula; an apostrophe makes them show it. */
const startsFormula = /^[=+\-@\t\r]/;

function csvCell(cell: ReportCell | undefined): string {
  if (cell === undefined || cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = startsFormula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows as CSV (RFC 4180) in UTF-8 with a byte order mark, by which spreadsheet programs recognise the encoding. */
export function csvOf(columns: readonly string[], rows: readonly ReportRow[]): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column]))];
  return `\uFEFF${lines.map((line) => `${line.map(csvCell).join(',')}\r\n`).join('')}`;
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
