import { type CsvLine, csvLines } from '../../tables/csv.ts';

/** A part of a line of a gateway's settlement file; amounts in whole rupiah. */
export interface SettledLine {
  /** Line of the file, from 1. */
  readonly at: number;
  /** What the line names its payment by, the best name first. */
  readonly references: readonly string[];
  /** `other` is money that may be of no payment: a withdrawal, a payout. */
  readonly kind: 'paid' | 'refunded' | 'fee' | 'other';
  /** What was received, sent back or kept; below zero where such money was taken back. A fee may have decimals. */
  readonly amount: number;
}

/** A settlement file as it was understood. */
export interface SettlementFile {
  readonly lines: readonly SettledLine[];
  /** Sentences about lines that moved no rupiah; each names them. */
  readonly leftOut: readonly string[];
}

/** Headings under which gateways write a column, as letters alone; the first that the file has counts, of references and fees all. */
const headings = {
  references: [
    ...['orderid', 'merchantorderid', 'referenceid', 'merchantreferenceid', 'externalid'],
    ...['reference', 'merchantreference', 'paymentid', 'ordercode', 'ordernumber', 'invoicenumber'],
  ],
  ids: ['transactionid', 'productid', 'refundid', 'paymentrequestid', 'chargeid', 'id'],
  amount: ['grossamount', 'transactionamount', 'paymentamount', 'amount', 'gross', 'nominal'],
  debit: ['debit', 'debitamount', 'debet'],
  credit: ['credit', 'creditamount', 'kredit'],
  refund: ['refundamount', 'refundedamount', 'amountrefunded'],
  fee: ['totalfee'],
  fees: [
    ...['feeamount', 'fee', 'transactionfee', 'xenditfee', 'mdr', 'vat', 'vatamount', 'tax', 'ppn'],
    ...['withholdingtax', 'thirdpartywithholdingtax', 'valueaddedtax'],
  ],
  sign: ['debitorcredit', 'debitcredit', 'creditdebit', 'creditordebit', 'drcr', 'dc', 'sign'],
  line: ['linetype'],
  type: ['transactiontype', 'type', 'kind'],
  status: ['transactionstatus', 'paymentstatus', 'status'],
  currency: ['currency', 'currencycode'],
} as const;
type Heading = keyof typeof headings;

/** Money that went back to a payer. */
const returned = /refund|chargeback|reversal/i;
/** What a gateway keeps of money, and the taxes on that. */
const kept = /(?:^|[^a-z])(?:fees?|mdr|commission|vat|ppn|pph|tax(?:es)?|withholding)(?:$|[^a-z])/i;
const aside = /withdraw|top[ _-]?up|disburs|payout|remittance/i;
/** Words for no money: looked for before those for money, which they may contain. */
const moveless =
  /fail|expir|cancel|void|den(?:y|ied)|reject|declin|pending|process(?:ing)?$|waiting|unpaid|authori[sz]|reversed|gagal|batal/i;
const moved =
  /succe|complet|settle|paid|captur|refund|chargeback|reversal|processed|approved|berhasil|sukses|lunas|^(?:ok|done|00)$/i;
const signs = { in: /^(?:c|cr|credit|kredit|in|\+)$/i, out: /^(?:d|db|dr|debit|debet|out|-)$/i };
/** Lines before the header with the title and the period of a report. */
const mostTitleLines = 30;

type Field = (heading: Heading) => string;

/**
 * Reads a settlement file in CSV: columns by their headings in any order, several lines a payment, refunds, parts of them, fees. A line that failed,
 * that is in another currency or that repeats one with the same id is left out. Throws an Error that names the line or the missing column.
 */
export function readSettlementFile(text: string): SettlementFile {
  const all = csvLines(text);
  const top = all.slice(0, mostTitleLines).findIndex(({ fields }) => {
    const has = (heading: Heading) => columnsOf(fields, heading).length > 0;
    return has('references') && (has('amount') || (has('debit') && has('credit')));
  });
  const header = all[top]?.fields;
  if (header === undefined) {
    throw new Error(
      'No line names a column for the payment ("Order ID" or "Reference") and one for its money ("Amount", or "Debit" and "Credit"). Save the report as CSV.',
    );
  }
  const seen = new Map<string, number>();
  const leftOut = new Map<string, string[]>();
  const lines = all.slice(top + 1).flatMap((line): SettledLine[] => {
    const field: Field = (heading) =>
      columnsOf(header, heading)
        .map((column) => line.fields[column]?.trim() ?? '')
        .find((value) => value !== '') ?? '';
    // A charge is paid once, but parts of a refund may be as large as one another.
    const isUnique =
      field('ids') !== '' || !returned.test(`${field('type')} ${field('line')} ${field('status')}`);
    const before = isUnique ? seen.get(line.fields.join('\0')) : undefined;
    seen.set(line.fields.join('\0'), line.at);
    const reason = before === undefined ? reasonToLeaveOut(line, field) : 'that repeat another';
    if (reason === null) return partsOf(line, header, field);
    const numbers = leftOut.get(reason) ?? [];
    leftOut.set(reason, numbers);
    numbers.push(before === undefined ? `${line.at}` : `${line.at} as ${before}`);
    return [];
  });
  return {
    lines,
    leftOut: [...leftOut].map(([reason, at]) => `Lines ${reason}: ${at.join(', ')}.`),
  };
}

/** Columns of a heading, the best first. */
function columnsOf(header: readonly string[], heading: Heading): number[] {
  const names = header.map((name) =>
    name
      .replaceAll(/\(.*?\)/g, '')
      .replaceAll(/[^a-z]/gi, '')
      .toLowerCase(),
  );
  return headings[heading].map((name) => names.indexOf(name)).filter((column) => column >= 0);
}

function reasonToLeaveOut({ at, fields }: CsvLine, field: Field): string | null {
  const status = field('status');
  if (moveless.test(status)) return 'without success';
  if (status !== '' && !moved.test(status)) {
    throw new Error(
      `Line ${at}: the status "${status}" is not known. Write "success" where the money moved, or "failed".`,
    );
  }
  const currency = field('currency');
  if (!/^(?:idr|rp|rupiah|)$/i.test(currency)) return `in ${currency.toUpperCase()}`;
  const isTotal = field('references') === '' && /total|saldo/i.test(fields.join(' '));
  return isTotal ? 'of totals' : null;
}

function partsOf(line: CsvLine, header: readonly string[], field: Field): SettledLine[] {
  const { at } = line;
  const type = `${field('type')} ${field('line')}`;
  // A payment that was refunded since is still a payment, where the file tells the two apart.
  const isReturn = returned.test(type.trim() === '' ? field('status') : type);
  const isTransaction = /^transaction$/i.test(field('line'));
  const isFee = !isTransaction && kept.test(field('line') || field('type'));
  const { amount, isSigned } = moneyOf(line, field, isFee);
  const valuesOf = (heading: Heading) =>
    columnsOf(header, heading).flatMap((column) => line.fields[column]?.trim() || []);
  const named = [...valuesOf('references'), ...valuesOf('ids')];
  const references = named.length > 0 ? named : [`line ${at}`];
  const part = (kind: SettledLine['kind'], value: number): SettledLine[] =>
    value === 0 ? [] : [{ at, references, kind, amount: value }];
  if (isFee) return part('fee', isSigned ? -amount : Math.abs(amount));
  const columns = field('fee') === '' ? valuesOf('fees') : [field('fee')];
  const amounts = columns.filter((value) => !value.endsWith('%'));
  const fees = amounts.reduce((sum, value) => sum + numberOf(value, at, true), 0);
  if (isReturn || aside.test(type)) {
    const back = isSigned ? -amount : Math.abs(amount);
    return [...part(isReturn ? 'refunded' : 'other', back), ...part('fee', fees)];
  }
  const refunded = field('refund') === '' ? 0 : Math.abs(numberOf(field('refund'), at));
  return [
    ...(amount < 0 ? part('refunded', -amount) : part('paid', amount)),
    ...part('refunded', refunded),
    ...part('fee', fees),
  ];
}

/** The money of a line, received above zero; `isSigned` says that the file states the direction. */
function moneyOf({ at }: CsvLine, field: Field, isFee: boolean) {
  const [debit, credit] = [field('debit'), field('credit')];
  if (debit !== '' || credit !== '') {
    const value = (text: string) => (text === '' ? 0 : Math.abs(numberOf(text, at, isFee)));
    return { amount: value(credit) - value(debit), isSigned: true };
  }
  const amount = numberOf(field('amount'), at, isFee);
  const sign = field('sign');
  if (sign === '') return { amount, isSigned: false };
  if (signs.in.test(sign)) return { amount: Math.abs(amount), isSigned: true };
  if (signs.out.test(sign)) return { amount: -Math.abs(amount), isSigned: true };
  throw new Error(`Line ${at}: "${sign}" is neither debit nor credit.`);
}

/**
 * The number of `145000`, `145000.00`, `-145,000`, `(145.000,00)`, `145 000-` or `Rp145.000`. Throws an Error for anything else, and for parts
 * of a rupiah unless `isFine`.
 */
function numberOf(text: string, at: number, isFine = false): number {
  const bare = text.replaceAll(/[\s'"]|rp\.?|idr|,-(?=\)?$)/gi, '').replaceAll('−', '-');
  const [, open = '', digits = '', close = ''] = /^([-+(]*)([\d.,]+)([-)]*)$/.exec(bare) ?? [];
  const [, whole, fraction = ''] =
    /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(digits) ??
    /^(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/.exec(digits) ??
    /^(\d{4,})[.,](0+)$/.exec(digits) ??
    [];
  const isWhole = /^0*$/.test(fraction);
  if (whole === undefined || !(isWhole || isFine)) {
    throw new Error(`Line ${at}: "${text}" is no amount in whole rupiah.`);
  }
  const value = Number(`${whole.replaceAll(/[.,]/g, '')}.${fraction}`);
  return /[-(]/.test(open + close) ? -value : value;
}
