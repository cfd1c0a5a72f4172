import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { readCommandConfig } from '../../server/config.ts';
import { type ReportPage, type ReportRow, reportNames } from '../../server/domain/report/report.ts';
import { performTask } from '../../server/operator/perform.ts';
import { StartError } from '../../server/start-error.ts';
import { explained, runCommand } from './operator-command.ts';
import { columnsOf, csvOf, writeWorkbook } from './report-files.ts';
import { moneyCommandOf, moneyUsage, reportMoney } from './report-money.ts';

const usage = `npm run admin -- report <event folder or slug> [--to <folder>] [--csv]

Writes the orders, attendees, scans and vouchers of all shows of an event, and the tickets sold by day and category to report.xlsx; with --csv
to one CSV file each instead, where spreadsheet programs guess the types. Without --to they go to a new folder "reports/<date and time>" in the event folder, or here for a slug. The files
contain names, addresses and form answers: only you can read them; delete them when you no longer need them.

${moneyUsage}`;

const args = process.argv.slice(2);
const isCsv = args.includes('--csv');
const [given = '', flag, to, ...rest] = args.filter((word) => word !== '--csv');
const isAsked = given !== '' && !given.startsWith('-') && rest.length === 0;

const money = moneyCommandOf(args);

if (money !== null) {
  await explained(() => reportMoney(money));
} else if (
  isAsked &&
  !['money', 'settlement'].includes(given) &&
  (flag === undefined || (flag === '--to' && to !== undefined))
) {
  await explained(() => report(given, to ?? null));
} else {
  await runCommand(null, usage);
}

async function report(event: string, target: string | null): Promise<void> {
  const isFolder = existsSync(join(event, 'event.json'));
  const slug = isFolder ? basename(resolve(event)) : event;
  const stamp = new Date().toISOString().slice(0, 16).replace(':', '.');
  const folder = target ?? join(isFolder ? event : '.', 'reports', stamp);
  const config = readCommandConfig(process.env);
  const sheets: { name: string; rows: readonly ReportRow[] }[] = [];
  for (const table of reportNames) {
    const rows: ReportRow[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const [line = ''] = await performTask(config, { task: 'report', slug, table, after });
      const page = JSON.parse(line) as ReportPage;
      rows.push(...page.rows);
      after = page.next;
      if (after !== null) console.error(`${table}: ${rows.length} rows so far`);
    }
    sheets.push({ name: table, rows });
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const { name, rows } of isCsv ? sheets : []) {
    const path = join(folder, `${name}.csv`);
    refuseExisting(path);
    writeFileSync(path, csvOf(columnsOf(rows), rows), { mode: 0o600, flag: 'wx' });
    console.log(`${path}: ${rows.length} ${rows.length === 1 ? 'row' : 'rows'}`);
  }
  if (isCsv) return;
  const book = join(folder, 'report.xlsx');
  refuseExisting(book);
  await writeWorkbook(book, sheets);
  console.log(book);
}

function refuseExisting(path: string): void {
  if (existsSync(path)) throw new StartError(`${path} exists. Choose another folder with --to.`);
}
