import type { SettledLine } from './settlement-file.ts';
import type { GatewayMoney } from './statement.ts';

/** Kinds of money that both a settlement file and the ledger know. */
const kinds = ['paid', 'refunded'] as const;
type Kind = (typeof kinds)[number];

/** Where a settlement file and the ledger disagree about one kind of money of a payment. */
export interface Difference {
  /** The name that the file uses where the ledger has no such payment. */
  readonly payment: string;
  readonly order: string;
  readonly kind: Kind;
  /** Whole rupiah; 0 for a side that has none. */
  readonly ledger: number;
  readonly file: number;
  /** The lines of the file. */
  readonly at: readonly number[];
}

interface Sums {
  readonly paid: number;
  readonly refunded: number;
  readonly at: readonly number[];
}

/** Compares the lines of a settlement file, in sum for each payment and kind, with what the ledger says of the same period. */
export function differencesOf(
  lines: readonly SettledLine[],
  money: readonly GatewayMoney[],
): Difference[] {
  const byName = namesOf(money);
  const inFile = new Map<string, Sums>();
  for (const { at, references, kind, amount } of lines) {
    const row = references
      .map((name) => byName.get(nameOf(name)))
      .find((found) => found !== undefined);
    // A payout of ours sends back a refund; any other is no money of a payment.
    if (kind === 'fee' || (kind === 'other' && row === undefined)) continue;
    const key = row?.payment ?? references[0] ?? '';
    const sums = inFile.get(key) ?? { paid: 0, refunded: 0, at: [] };
    const sum = kind === 'paid' ? 'paid' : 'refunded';
    inFile.set(key, { ...sums, [sum]: sums[sum] + amount, at: [...sums.at, at] });
  }
  const rows = new Map(money.map((row) => [row.payment, row]));
  return [...new Set([...inFile.keys(), ...rows.keys()])].flatMap((payment) => {
    const row = rows.get(payment);
    const file = inFile.get(payment);
    return kinds.flatMap((kind): Difference[] => {
      const sides = { ledger: row?.[kind] ?? 0, file: file?.[kind] ?? 0 };
      if (sides.ledger === sides.file) return [];
      return [{ payment, order: row?.order ?? '-', kind, ...sides, at: file?.at ?? [] }];
    });
  });
}

/** Payments by all their names. One that names several, as the code of an order that was paid twice, names none. */
function namesOf(money: readonly GatewayMoney[]): ReadonlyMap<string, GatewayMoney | undefined> {
  const byName = new Map<string, GatewayMoney | undefined>();
  for (const row of money) {
    for (const name of new Set([row.payment, row.order, ...row.names].map(nameOf))) {
      byName.set(name, byName.has(name) ? undefined : row);
    }
  }
  return byName;
}

/** A name as it is compared: the id of a payout is that of its refund with a count. */
function nameOf(name: string): string {
  return name.toLowerCase().replace(/-payout-\d+$/, '');
}
