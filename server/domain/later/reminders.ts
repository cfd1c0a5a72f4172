import type { Services } from '../../services.ts';
import { eventColumns } from '../email/email-event.ts';
import { type ReminderFacts, reminderEmail } from '../email/reminder-email.ts';
import { lackOf, readOrderForms } from './order-forms.ts';

/** Orders that one transaction judges. */
const batch = 200;
/** Days before the start of an event; an order that is paid later has the reminder in the e-mail with its tickets. */
export const reminderDays = 3;

type ReminderServices = Pick<Services, 'config' | 'clock' | 'db' | 'mailer'>;

/**
 * Writes an e-mail to each buyer whose event begins within `reminderDays` and whose later forms lack a required answer, once an order (decision
 * 098). The order is marked in the transaction that writes the e-mail, so a crash loses none and repeats none.
 */
export async function remindOfLaterForms(services: ReminderServices): Promise<void> {
  while ((await remindBatch(services)) === batch);
}

async function remindBatch({ config, clock, db, mailer }: ReminderServices): Promise<number> {
  const now = clock.now();
  return db.tx(async (tx) => {
    const orders = await tx.query<ReminderFacts & { id: string; is_late: boolean }>(
      `with due as (
         select o.id from orders o join events e on e.id = o.event_id
         where o.status = 'completed' and o.later_judged_at is null
           and e.id in (select f.event_id from forms f where f.later)
           and e.status not in ('cancelled', 'postponed')
           and e.starts_at > $1 and e.starts_at <= $1::timestamptz + make_interval(days => $2::int)
         limit ${batch} for no key update of o skip locked
       ), marked as (
         update orders o set later_judged_at = $1 from due where o.id = due.id
         returning o.id, o.account_id, o.event_id, o.order_code
       )
       select o.id, o.order_code, a.email, a.first_name, ${eventColumns},
         a.erased_at is not null or coalesce((select min(t.issued_at) from tickets t where t.order_id = o.id), $1)
           > e.starts_at - make_interval(days => $2::int) as is_late
       from marked o join accounts a on a.id = o.account_id join events e on e.id = o.event_id`,
      [now, reminderDays],
    );
    const reached = orders.filter(({ is_late }) => !is_late);
    const held = await readOrderForms(tx, reached);
    const lacking = reached.filter(({ id }) => {
      const forms = held.get(id);
      return forms !== undefined && lackOf(forms) === 'required';
    });
    if (lacking.length > 0) {
      await mailer.enqueue(tx, ...lacking.map((order) => reminderEmail(order, config)));
    }
    return orders.length;
  });
}
