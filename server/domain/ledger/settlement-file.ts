import { type CsvLine, csvLines } from '../../../contract/csv.ts';
import type { GatewayMoney } from './statement.ts';

/** A line of a gateway's settlement file; amounts in whole rupiah. */
export interface SettledLine {
  /** Line of the file, from 1. */
  readonly at: number;
  /** Our payment id or order code, as the gateway got it with the charge. */
  readonly reference: string;
  /** Negative for money that went back. */
  readonly amount: number;
  /** What the gateway kept; 0 where the file does not say. */
  readonly fee: number;
}

/** Headings under which gateways write a column, in lower case, with spaces for underscores. */
const headings = {
  reference: ['order id', 'reference id', 'external id', 'reference', 'payment id', 'order code'],
  amount: ['gross amount', 'transaction amount', 'amount', 'gross'],
  fee: ['total fee', 'fee amount', 'fee', 'mdr'],
  kind: ['transaction type', 'transaction status', 'type', 'status'],
} as const;

const returned = /refund|chargeback|reversal/i;

/** Reads a settlement file in CSV. Throws an Error that names the line or the missing column. */
export function readSettlementFile(text: string): SettledLine[] {
  const [header, ...lines] = csvLines(text);
  const names = (header?.fields ?? []).map((name) =>
    name.trim().toLowerCase().replaceAll('_', ' '),
  );
  const columnOf = (known: readonly string[]) =>
    names.indexOf(known.find((name) => names.includes(name)) ?? '');
  const columns = {
    reference: columnOf(headings.reference),
    amount: columnOf(headings.amount),
    fee: columnOf(headings.fee),
    kind: columnOf(headings.kind),
  };
  for (const needed of ['reference', 'amount'] as const) {
    if (columns[needed] >= 0) continue;
    throw new Error(`The first line has no column "${headings[needed].join('" or "')}".`);
  }
  return lines.map((line) => settledLine(line, columns));
}

function settledLine(
  { at, fields }: CsvLine,
  columns: Readonly<Record<keyof typeof headings, number>>,
): SettledLine {
  const field = (name: keyof typeof headings) => fields[columns[name]]?.trim() ?? '';
  const amount = rupiahOf(field('amount'), at);
  const isReturn = returned.test(field('kind'));
  return {
    at,
    reference: field('reference'),
    amount: isReturn ? -Math.abs(amount) : amount,
    fee: field('fee') === '' ? 0 : rupiahOf(field('fee'), at),
  };
}

/** Whole rupiah of `145000`, `145000.00`, `-145,000` or `Rp145.000`. Throws an Error for anything else. */
function rupiahOf(text: string, at: number): number {
  const plain = text.replace(/^(-?)\s*(?:rp|idr)\s*/i, '$1').replace(/[.,]00$/, '');
  if (/^-?(\d+|\d{1,3}([.,]\d{3})+)$/.test(plain)) return Number(plain.replace(/[.,]/g, ''));
  throw new Error(`Line ${at}: "${text}" is no amount in whole rupiah.`);
}

/** Where a settlement file and the ledger disagree about a payment. */
export interface Difference {
  readonly payment: string;
  readonly order: string;
  /** Null where the ledger has no money of it. */
  readonly ledger: number | null;
  /** Null where the file does not have it. */
  readonly file: number | null;
}

/** Compares the lines of a settlement file, in sum for each payment, with what the ledger says of the same period. */
export function differencesOf(
  lines: readonly SettledLine[],
  money: readonly GatewayMoney[],
): Difference[] {
  const byName = new Map(
    money.flatMap((row) =>
      [row.payment, row.order, row.charge ?? row.payment].map((name) => [name, row] as const),
    ),
  );
  const inFile = new Map<string, number>();
  for (const { reference, amount } of lines) {
    const key = byName.get(reference)?.payment ?? reference;
    inFile.set(key, (inFile.get(key) ?? 0) + amount);
  }
  const missing = money.filter(({ payment, amount }) => amount !== 0 && !inFile.has(payment));
  return [
    ...[...inFile].flatMap(([key, file]): Difference[] => {
      const row = byName.get(key);
      if (row?.amount === file) return [];
      return [
        {
          payment: row?.payment ?? key,
          order: row?.order ?? '-',
          ledger: row?.amount ?? null,
          file,
        },
      ];
    }),
    ...missing.map(({ payment, order, amount }) => ({
      payment,
      order,
      ledger: amount,
      file: null,
    })),
  ];
}
