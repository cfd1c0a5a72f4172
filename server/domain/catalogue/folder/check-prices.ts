import type { EventFile } from '../../../../contract/event-folder/event-file.ts';
import type { FolderVoucher } from '../../../../contract/event-folder/price-fields.ts';
import { provinceFacts } from '../../../../contract/place/provinces.ts';
import { checkMoment } from './check-moment.ts';
import type { Path, Report } from './mistakes.ts';

/** Names of the payment method's fee on pages and in e-mails. */
const paymentFeeNames = ['biaya layanan', 'service fee'];

/** Reports the mistakes of fees and of early prices. */
export function checkPrices({ fees, categories, shows }: EventFile, report: Report): void {
  for (const [at, { name, percent, fixed, regions, included, beside }] of (fees ?? []).entries()) {
    if (paymentFeeNames.includes(name.trim().toLowerCase())) {
      const what = `${name} is the line of the payment method's fee, so buyers would read it twice.`;
      report(['fees', at, 'name'], what, 'Use another name, such as "Biaya penyelenggara".');
    }
    if ((percent === undefined) === (fixed === undefined)) {
      const what = percent === undefined ? 'The fee has no amount.' : 'The fee has two amounts.';
      report(['fees', at], what, 'Give it either "percent" or "fixed".');
    }
    if (included && beside) {
      const what = 'The fee is a part of the price and beside it.';
      report(['fees', at], what, 'Remove "included" or "beside".');
    }
    for (const [place, code] of (regions ?? []).entries()) {
      if (provinceFacts.some((province) => province.code === code)) continue;
      const mend = 'Use the two letters of a province, such as JK.';
      report(['fees', at, 'regions', place], `There is no province ${code}.`, mend);
    }
  }
  for (const [at, category] of categories.entries()) {
    const usual = [
      category.price,
      ...(shows ?? []).flatMap(({ prices }) => prices?.[category.name] ?? []),
    ];
    const ends = new Set<number>();
    for (const [place, { price, until }] of (category.prices ?? []).entries()) {
      const path: Path = ['categories', at, 'prices', place];
      if (price >= Math.min(...usual)) {
        const mend = `Make it lower than ${Math.min(...usual)}, the usual price.`;
        report([...path, 'price'], `The early price is ${price}.`, mend);
      }
      const end = checkMoment(until, [...path, 'until'], report)?.getTime();
      if (end === undefined) continue;
      if (ends.has(end)) {
        report([...path, 'until'], 'Two early prices end together.', 'Keep one of them.');
      }
      ends.add(end);
    }
  }
}

/** Reports the mistakes of vouchers; a path begins with the number of the voucher. */
export function checkVouchers(
  vouchers: readonly FolderVoucher[],
  { categories, shows }: EventFile,
  report: Report,
): void {
  const names = categories.map(({ name }) => name);
  const ids = (shows ?? []).map(({ id }) => id);
  const codes = new Set<string>();
  for (const [at, voucher] of vouchers.entries()) {
    const { code, percent, amount, startsAt, endsAt } = voucher;
    if (codes.has(code))
      report([at, 'code'], `The code ${code} stands twice.`, 'Remove one of them.');
    codes.add(code);
    if ((percent === undefined) === (amount === undefined)) {
      const what =
        percent === undefined ? 'The voucher has no value.' : 'The voucher has two values.';
      report([at], what, 'Give it either "percent" or "amount".');
    }
    const known = (field: 'categories' | 'shows', all: readonly string[], noun: string) => {
      for (const name of voucher[field] ?? []) {
        if (all.includes(name)) continue;
        const mend = all.length === 0 ? 'Remove it.' : `Use one of ${all.join(', ')}.`;
        report([at, field], `There is no ${noun} ${JSON.stringify(name)}.`, mend);
      }
    };
    known('categories', names, 'category');
    known('shows', ids, 'show');
    checkMoment(startsAt, [at, 'startsAt'], report);
    checkMoment(endsAt, [at, 'endsAt'], report);
  }
}
