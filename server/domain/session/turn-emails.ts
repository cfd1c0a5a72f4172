import type { Services } from '../../services.ts';
import { eventColumns } from '../email/email-event.ts';
import { type TurnFacts, turnEmail } from '../email/turn-email.ts';

/** Turns that one transaction judges. */
const turnBatch = 200;
/** Seconds after the turn: a buyer who is at the page holds seats by then, and needs no e-mail (decision 069). */
export const turnEmailSeconds = 60;
/** Seconds before the deadline, after which the e-mail would come too late. */
const tooLateSeconds = 60;

/**
 * Writes an e-mail to each buyer whose turn came `turnEmailSeconds` ago and who holds no seats (decision 069). The turn is marked in the
 * transaction that writes the e-mail, so a crash loses none and repeats none.
 */
export async function emailTurns(
  services: Pick<Services, 'config' | 'clock' | 'db' | 'mailer'>,
): Promise<void> {
  while ((await emailBatch(services)) === turnBatch);
}

async function emailBatch({
  config,
  clock,
  db,
  mailer,
}: Pick<Services, 'config' | 'clock' | 'db' | 'mailer'>): Promise<number> {
  const now = clock.now();
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  return db.tx(async (tx) => {
    const turns = await tx.query<TurnFacts & { is_absent: boolean }>(
      `with due as (
         select id from purchase_sessions
         where state = 'online' and ticket is not null and turn_emailed_at is null and online_at <= $2
         order by online_at limit ${turnBatch} for no key update skip locked
       ), marked as (
         update purchase_sessions s set turn_emailed_at = $1 from due where s.id = due.id
         returning s.id, s.account_id, s.event_id, s.deadline
       )
       select a.email, a.first_name, s.deadline, e.slug, ${eventColumns},
         s.deadline > $3 and not exists (
           select 1 from orders o where o.session_id = s.id and o.status in ('draft', 'pending')) as is_absent
       from marked s join accounts a on a.id = s.account_id join events e on e.id = s.event_id`,
      [now, before(turnEmailSeconds), before(-tooLateSeconds)],
    );
    const absent = turns.filter((turn) => turn.is_absent);
    if (absent.length > 0) {
      await mailer.enqueue(tx, ...absent.map((turn) => turnEmail(turn, config)));
    }
    return turns.length;
  });
}
