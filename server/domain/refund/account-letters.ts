import type { Tx } from '../../db/db.ts';
import type { Services } from '../../services.ts';
import { enqueuePaymentEmail } from '../email/payment-emails.ts';
import { lockPayment, type PaymentRow } from '../payment/payments-view.ts';
import { accountUrl } from './account-link.ts';

/** Days after the question for an account on which its e-mail is sent again. */
const reminderDays = [3, 7, 14] as const;
/** E-mails of one run of the ticker. */
const batch = 50;

/** A process of a version before the column did not record when it asked. */
const dueSql = (number: string) =>
  `coalesce(account_asked_at, due_at) + make_interval(days => ${number})`;

type LetterServices = Pick<Services, 'clock' | 'config' | 'db' | 'keys' | 'mailer'>;

/** Writes the e-mail with the link to the page for the account of a refund, in the transaction that asks for it. */
export async function enqueueAccountLetter(
  tx: Tx,
  services: LetterServices,
  payment: Pick<PaymentRow, 'id' | 'order_id'>,
  { id, ask }: { readonly id: string; readonly ask: number },
): Promise<void> {
  await enqueuePaymentEmail(tx, services, payment, 'refund_account', {
    refundId: id,
    accountUrl: accountUrl({ refundId: id, ask }, services),
  });
}

/** Sends the e-mail again, with the same link, while a refund waits for its account; after a silence of the server once for all days that passed. */
export async function remindOfAccounts(services: LetterServices): Promise<void> {
  const { clock, db } = services;
  const now = clock.now();
  const due = await db.query<{ id: string; payment_id: string }>(
    `select id, payment_id from refunds where state = 'accountAsked'
       and ${dueSql('($2::int[])[account_reminders + 1]')} <= $1 limit ${batch}`,
    [now, reminderDays],
  );
  for (const { id, payment_id } of due) {
    await db.tx(async (tx) => {
      const payment = await lockPayment(tx, payment_id);
      const [reminded] = await tx.query<{ ask: number }>(
        `update refunds set account_reminders = (
           select count(*) from unnest($3::int[]) days where ${dueSql('days')} <= $2)
         where id = $1 and state = 'accountAsked' and ${dueSql('($3::int[])[account_reminders + 1]')} <= $2
         returning account_asks as ask`,
        [id, now, reminderDays],
      );
      if (payment === null || reminded === undefined) return;
      await enqueueAccountLetter(tx, services, payment, { id, ask: reminded.ask });
    });
  }
}
