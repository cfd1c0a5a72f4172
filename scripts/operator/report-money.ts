import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { instantOf } from '../../contract/event-folder/moment.ts';
import { readCommandConfig } from '../../server/config.ts';
import { differencesOf } from '../../server/domain/ledger/differences.ts';
import {
  readSettlementFile,
  type SettledLine,
} from '../../server/domain/ledger/settlement-file.ts';
import type { GatewayMoney } from '../../server/domain/ledger/statement.ts';
import type { ReportRow } from '../../server/domain/report/report.ts';
import { performTask } from '../../server/operator/perform.ts';
import { StartError } from '../../server/start-error.ts';
import { tableText } from '../../server/tables/csv.ts';
import { columnsOf, csvOf, writeWorkbook } from './report-files.ts';

/** Usage lines of the reports about money. */
export const moneyUsage = `npm run admin -- report money [--event <slug>] [--from <day>] [--until <day>] [--csv]
npm run admin -- report settlement <file.csv> --gateway <name> [--from <day>] [--until <day>]

money writes the organisers' statement to an XLSX file here, or prints it as CSV with --csv: paid, refunded and owed for each show, and whose the rest is. settlement compares a gateway's
settlement file with the ledger and prints each difference; it ends with 1 if there is one. Days such as 2027-02-13 begin at midnight in
Jakarta; --until is not included.`;

/** An understood command line about money. */
export type MoneyCommand =
  | {
      readonly verb: 'money';
      readonly slug: string | null;
      readonly isCsv: boolean;
      readonly period: GivenPeriod;
    }
  | {
      readonly verb: 'settlement';
      readonly file: string;
      readonly gateway: string;
      readonly period: GivenPeriod;
    };

interface GivenPeriod {
  readonly from: string | null;
  readonly until: string | null;
}

/** The command of a command line; null if it is not understood. */
export function moneyCommandOf(args: readonly string[]): MoneyCommand | null {
  const read = readArgs(args);
  if (read === null) return null;
  const { values, positionals } = read;
  const from = instant(values.from);
  const until = instant(values.until);
  if (from === undefined || until === undefined) return null;
  const period = { from, until };
  const [verb, file, ...rest] = positionals;
  const { event, gateway, csv = false } = values;
  if (verb === 'money' && file === undefined && gateway === undefined) {
    return { verb, slug: event ?? null, isCsv: csv, period };
  }
  const isWhole = file !== undefined && gateway !== undefined && event === undefined && !csv;
  if (verb !== 'settlement' || !isWhole || rest.length > 0) return null;
  return { verb, file, gateway, period };
}

function readArgs(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        event: { type: 'string' },
        csv: { type: 'boolean' },
        gateway: { type: 'string' },
        from: { type: 'string' },
        until: { type: 'string' },
      },
    });
  } catch {
    return null;
  }
}

/** The start of a day in Jakarta; null without one, undefined for what is no day. */
function instant(day: string | undefined): string | null | undefined {
  if (day === undefined) return null;
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return undefined;
  return instantOf(`${day} 00:00`, 'Asia/Jakarta', new Date(0))?.toISOString();
}

/** Prints a statement or the differences; the exit code is 1 if there are differences. Throws Refusal and StartError. */
export async function reportMoney(command: MoneyCommand): Promise<void> {
  const config = readCommandConfig(process.env);
  const { period } = command;
  if (command.verb === 'money') {
    const { slug } = command;
    const [line = ''] = await performTask(config, { task: 'money', slug, ...period });
    const rows = JSON.parse(line) as ReportRow[];
    if (command.isCsv) {
      console.log(csvOf(columnsOf(rows), rows).trim());
      return;
    }
    const path = `statement-${new Date().toISOString().slice(0, 16).replace(':', '.')}.xlsx`;
    await writeWorkbook(path, [{ name: 'statement', rows }]);
    console.log(path);
    return;
  }
  const { file, gateway } = command;
  const { lines, leftOut } = fileOf(file);
  const money: GatewayMoney[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const task = { task: 'gateway-money', gateway, after, ...period } as const;
    const [line = ''] = await performTask(config, task);
    const page = JSON.parse(line) as { rows: GatewayMoney[]; next: string | null };
    money.push(...page.rows);
    after = page.next;
  }
  const differences = differencesOf(lines, money);
  for (const { payment, order, kind, at, ...side } of differences) {
    const where = at.length === 0 ? '' : `  (line ${at.join(', ')})`;
    console.log(`${payment}  ${order}  ${kind}  ledger ${side.ledger}  file ${side.file}${where}`);
  }
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const sumOf = (kind: SettledLine['kind']) =>
    Math.round(sum(lines.map((line) => (line.kind === kind ? line.amount : 0))));
  for (const sentence of leftOut) console.log(sentence);
  console.log(
    `File: Rp${sumOf('paid')} paid, Rp${sumOf('refunded')} refunded, Rp${sumOf('fee')} of fees, Rp${sumOf('other')} of other withdrawals and payouts.`,
  );
  console.log(
    `Ledger: Rp${sum(money.map(({ paid }) => paid))} paid, Rp${sum(money.map(({ refunded }) => refunded))} refunded, in ${money.length} payments.`,
  );
  console.log(differences.length === 0 ? 'They agree.' : `Differences: ${differences.length}.`);
  process.exitCode = differences.length === 0 ? 0 : 1;
}

function fileOf(file: string) {
  const text = tableText(readFileSync(file));
  try {
    return readSettlementFile(text);
  } catch (error) {
    throw new StartError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
