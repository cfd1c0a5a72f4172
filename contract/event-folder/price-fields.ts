import * as z from 'zod/mini';
import { visible } from '../texts/visible-text.ts';
import { fileSchema, momentSchema, rupiah, says, text } from './parts.ts';

const count = (description: string) =>
  z
    .int('Must be a whole number')
    .check(z.minimum(1, 'Must be at least 1'), z.maximum(1_000_000), says(description));

const money = (description: string) => rupiah(description).check(z.positive('Must be above 0'));

/** What a ticket of a category includes. */
export const includesSchema = z
  .array(text(80, 'A thing, such as "Pintu masuk terpisah".'))
  .check(
    z.minLength(1, 'Needs an entry'),
    z.maxLength(8, 'Must have at most 8 entries'),
    says('What a ticket of the category includes, for the page of the event.'),
  );

/** Early prices of a category. */
export const earlyPricesSchema = z
  .array(
    z.strictObject({
      name: text(60, 'Name of the price, such as Early Bird.'),
      price: rupiah('Price of a ticket until then, below the usual one.'),
      until: momentSchema,
    }),
  )
  .check(
    z.maxLength(10, 'Must have at most 10 prices'),
    says('Lower prices that end; the one that ends first holds.'),
  );

/** Fees and taxes of an event. */
export const feesSchema = z
  .array(
    z.strictObject({
      name: text(60, 'Name on the order and the invoice, such as PPN.'),
      kind: z.enum(['tax', 'fee']),
      percent: z.exactOptional(
        z.number().check(
          z.positive('Must be above 0'),
          z.maximum(100, 'Must be at most 100'),
          z.refine(
            (percent: number) => Math.abs(Math.round(percent * 100) - percent * 100) < 1e-6,
            'Must have at most two decimals',
          ),
          says('Percent of the tickets; or `fixed`.'),
        ),
      ),
      fixed: z.exactOptional(rupiah('Whole rupiah; or `percent`.')),
      per: z.exactOptional(
        z.enum(['order', 'ticket']).check(says('Once for the order, the default, or per ticket.')),
      ),
      included: z.exactOptional(
        z.boolean().check(says('true: a part of the price. false, the default: added to it.')),
      ),
      beside: z.exactOptional(
        z
          .boolean()
          .check(
            says('true: left out of the shown price, added at the payment and said beside it.'),
          ),
      ),
      base: z.exactOptional(
        z
          .enum(['beforeDiscount', 'afterDiscount'])
          .check(says('Before the discount by default; after it for an included one.')),
      ),
      regions: z.exactOptional(
        z
          .array(z.string().check(z.regex(/^[A-Z]{2}$/, 'Must be a province such as JK')))
          .check(says('Applies only where the venue is in one of these provinces.')),
      ),
    }),
  )
  .check(
    z.maxLength(20, 'Must have at most 20 fees'),
    says('Fees and taxes. Without it a tax of 10 percent is added; an empty list has none.'),
  );

/** What a buyer gets who gives tickets back. */
export const refundsSchema = z
  .strictObject({
    steps: z
      .array(
        z.strictObject({
          daysBefore: z
            .int('Must be a whole number')
            .check(z.minimum(0), z.maximum(730), says('So many days or more before the show.')),
          percent: z
            .int('Must be a whole number')
            .check(
              z.minimum(1, 'Must be at least 1'),
              z.maximum(100, 'Must be at most 100'),
              says('So much of the price and its tax goes back.'),
            ),
        }),
      )
      .check(
        z.minLength(1, 'Needs a step'),
        z.maxLength(10, 'Must have at most 10 steps'),
        says('The step with the most days that are left counts.'),
      ),
    fee: z.exactOptional(rupiah('Kept of each ticket.')),
  })
  .check(
    says('Tickets that buyers may give back. Without it they may not, unless the event is moved.'),
  );

/** Limits of an event. */
export const limitsSchema = z
  .strictObject({
    perAccount: z.exactOptional(count('Most tickets of one person over all shows.')),
    perPhone: z.exactOptional(
      count('Most tickets of accounts with one phone number over all shows.'),
    ),
    perShow: z.exactOptional(count('Most tickets of one person for one show.')),
  })
  .check(says('Most tickets, bought and held; without it the setting of the server.'));

/** One voucher of an event. */
export const voucherSchema = z.strictObject({
  code: z
    .string()
    .check(
      visible(),
      z.regex(/^[A-Z0-9][A-Z0-9-]{1,39}$/, 'Must have 2 to 40 capital letters, digits and hyphens'),
      says('The code, in capital letters.'),
    ),
  percent: z.exactOptional(
    z
      .int('Must be a whole number')
      .check(
        z.minimum(1, 'Must be at least 1'),
        z.maximum(100, 'Must be at most 100'),
        says('Percent off the tickets that it is for; or `amount`.'),
      ),
  ),
  amount: z.exactOptional(money('Off, in whole rupiah; or `percent`.')),
  maxDiscount: z.exactOptional(money('Most that it takes off, in whole rupiah.')),
  minPurchase: z.exactOptional(
    money('Least price of the tickets that it is for, in whole rupiah.'),
  ),
  quota: z.exactOptional(count('Orders that may use it.')),
  perPerson: z.exactOptional(count('Orders of one person that may use it.')),
  categories: z.exactOptional(
    z.array(z.string()).check(z.minLength(1), says('Names of the categories; all by default.')),
  ),
  shows: z.exactOptional(
    z.array(z.string()).check(z.minLength(1), says('Ids of the shows; all by default.')),
  ),
  startsAt: z.exactOptional(momentSchema),
  endsAt: z.exactOptional(momentSchema),
  description: z.exactOptional(text(120, 'Sentence beside the applied voucher.')),
});
/** One voucher of an event folder. */
export type FolderVoucher = z.infer<typeof voucherSchema>;

/** Vouchers of an event: in the document, or in a table. */
export const vouchersSchema = z.union([
  z.array(voucherSchema).check(z.maxLength(1_000, 'Must have at most 1000 vouchers')),
  fileSchema('CSV file with a line for each voucher; the columns are named as the fields.'),
]);
