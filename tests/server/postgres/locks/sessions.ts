import { remindOfLaterForms } from '../../../../server/domain/later/reminders.ts';
import { createDraft } from '../../../../server/domain/order/drafts.ts';
import { createContacts } from '../../../../server/domain/session/contacts.ts';
import { joinQueue } from '../../../../server/domain/session/join.ts';
import { steerQueue } from '../../../../server/domain/session/queue.ts';
import { noteConnected, sweepAbsent } from '../../../../server/domain/session/queue-presence.ts';
import { exitSession } from '../../../../server/domain/session/sessions.ts';
import { sweepClosed, sweepDeadlines } from '../../../../server/domain/session/sessions-sweep.ts';
import { emailTurns } from '../../../../server/domain/session/turn-emails.ts';
import type { Services } from '../../../../server/services.ts';
import { oneBuyer } from '../../support/open-shop.ts';
import {
  beginPayment,
  freeSeats,
  join,
  party,
  payerDoes,
  theatre,
} from '../../support/purchase.ts';
import type { TestApp } from '../../support/test-app.ts';
import { actorOf, both, type LockControl, twice, unwaited } from './control.ts';

/** A buyer queued for a full event, whose last contact was a minute ago. */
async function waitingBuyer(app: TestApp) {
  await emptyParty(app);
  await steerQueue(app.services, party, { capacity: 0 });
  const one = await oneBuyer(app);
  await join(one, party);
  await app.services.db.query(
    `update purchase_sessions set last_contact_at = last_contact_at - interval '1 minute' where account_id = $1`,
    [one.accountId],
  );
  return one;
}

async function emptyParty(app: TestApp): Promise<void> {
  await app.services.db.query(
    `update purchase_sessions s set state = 'cancelled', ended_at = $2 from events e
     where e.id = s.event_id and e.slug = $1 and s.ended_at is null`,
    [party, app.services.clock.now()],
  );
}

/** The statement that moves many sessions to another state. */
const statesWritten = /update purchase_sessions s set state = t\.after/;

/** The locks of sessions and capacity. */
export const sessionLocks: readonly LockControl[] = [
  {
    prevents: 'two people come into the last place of a room',
    file: 'server/domain/session/queue.ts',
    lock: /from queue_rooms r join events e[\s\S]*for update of r/,
    stopAfter: /select count\(\*\) as taken from purchase_sessions/,
    set: async (app) => {
      await emptyParty(app);
      await steerQueue(app.services, party, { capacity: 1 });
      const [one, other] = await app.makeBuyers(2);
      return {
        first: (services) => joinQueue(services, actorOf(one), party),
        second: (services) => joinQueue(services, actorOf(other), party),
        isSound: async () => {
          const inside = await app.services.db.query(
            `select 1 from purchase_sessions where account_id = any($1::uuid[]) and state = 'online'`,
            [[one.accountId, other.accountId]],
          );
          return inside.length === 1;
        },
      };
    },
  },
  {
    prevents: 'two drafts begin in one session, and one fails',
    file: 'server/domain/session/session-rows.ts',
    lock: /where s\.account_id = \$1 and s\.state in \([^)]*\) for update of s/,
    stopAfter: /from orders o join purchase_sessions s[\s\S]*where o\.id = \(select/,
    set: async (app) => {
      const one = await oneBuyer(app);
      await join(one, theatre);
      const [a = '', b = ''] = await freeSeats(app, theatre, 2);
      const draft = (seat: string) => (services: TestApp['services']) =>
        createDraft(services, actorOf(one), theatre, { seats: [seat], voucher_code: null });
      return { first: draft(a), second: draft(b), isSound: both };
    },
  },
  {
    prevents: 'a draft begins in a session that ends, and its seats stay held',
    file: 'server/domain/session/session-rows.ts',
    lock: /where s\.id = \$1 for update of s/,
    stopAfter: /from orders\s+where session_id = \$1/,
    set: async (app) => {
      const one = await oneBuyer(app);
      await join(one, theatre);
      const seats = await freeSeats(app, theatre, 1);
      return {
        first: (services) => exitSession(services, actorOf(one)),
        second: (services) =>
          createDraft(services, actorOf(one), theatre, { seats, voucher_code: null }),
        isSound: async () => {
          const left = await app.services.db.query(
            `select 1 from orders o join purchase_sessions s on s.id = o.session_id
             where s.account_id = $1 and s.ended_at is not null and o.status = 'draft'`,
            [one.accountId],
          );
          return left.length === 0;
        },
      };
    },
  },
  {
    prevents: 'writing contacts waits for the transaction that holds one of the sessions',
    file: 'server/domain/session/contacts.ts',
    lock: /join given g on g\.id = s\.id for no key update of s skip locked/,
    set: async (app) => {
      const buyer = await waitingBuyer(app);
      const [session] = await app.services.db.query<{ id: string }>(
        'select id from purchase_sessions where account_id = $1',
        [buyer.accountId],
      );
      const write = async ({ clock, db, log }: Services) => {
        const contacts = createContacts(db, log);
        contacts.ofSession(session?.id ?? '', clock.now(), null);
        await contacts.flush();
      };
      return twice(write, unwaited);
    },
  },
  {
    prevents: 'noting who is connected waits for the transaction that holds one of the rows',
    file: 'server/domain/session/queue-presence.ts',
    lock: /s\.account_id = any\(\$1::uuid\[\]\) and s\.state = 'queued'[\s\S]*?skip locked/,
    set: async (app) => {
      const buyer = await waitingBuyer(app);
      const broker = { ...app.services.broker, accounts: () => [buyer.accountId] };
      return {
        first: (services) => noteConnected({ ...services, broker }),
        second: (services) => noteConnected({ ...services, broker }),
        isSound: unwaited,
      };
    },
  },
  {
    prevents: 'two processes sweep the same absent people, one waiting for the other',
    file: 'server/domain/session/queue-presence.ts',
    lock: /where s\.state = 'queued' and s\.passed_at < \$1[\s\S]*skip locked/,
    stopAfter: statesWritten,
    set: async (app) => {
      const buyer = await waitingBuyer(app);
      await app.services.db.query(
        `update purchase_sessions set passed_at = $2::timestamptz - interval '1 day' where account_id = $1`,
        [buyer.accountId, app.services.clock.now()],
      );
      return twice(sweepAbsent, unwaited);
    },
  },
  {
    prevents: 'two processes end the same overdue sessions, one waiting for the other',
    file: 'server/domain/session/sessions-sweep.ts',
    lock: /and s\.deadline < \$3[\s\S]*?skip locked/,
    stopAfter: statesWritten,
    set: async (app) => {
      await emptyParty(app);
      await steerQueue(app.services, party, { capacity: 2 });
      const one = await oneBuyer(app);
      await join(one, party);
      await app.services.db.query(
        `update purchase_sessions set deadline = deadline - interval '1 day' where account_id = $1`,
        [one.accountId],
      );
      return twice(sweepDeadlines, unwaited);
    },
  },
  {
    prevents: 'two processes judge the same turns, one waiting for the other',
    file: 'server/domain/session/turn-emails.ts',
    lock: /turn_emailed_at is null and online_at <= \$2[\s\S]*skip locked/,
    set: async (app) => {
      const buyer = await waitingBuyer(app);
      const { clock, db } = app.services;
      await db.query(
        `update purchase_sessions set state = 'online', deadline = $2, online_at = $2::timestamptz - interval '1 day'
         where account_id = $1`,
        [buyer.accountId, clock.now()],
      );
      return twice(emailTurns, unwaited);
    },
  },
  {
    prevents: 'two processes judge the same orders for a reminder, one waiting for the other',
    file: 'server/domain/later/reminders.ts',
    lock: /later_judged_at is null[\s\S]*skip locked/,
    set: async (app) => {
      const one = await oneBuyer(app);
      const { clock, db } = app.services;
      const payment = await beginPayment(app, one, theatre, 1);
      await payerDoes(app, payment.id, 'settlement');
      await db.query(
        'update forms set later = true where event_id = (select id from events where slug = $1)',
        [theatre],
      );
      await db.query(
        `update events set starts_at = $2::timestamptz + interval '1 day', ends_at = $2::timestamptz + interval '2 days'
         where slug = $1`,
        [theatre, clock.now()],
      );
      return twice(remindOfLaterForms, unwaited);
    },
  },
  {
    prevents: 'two processes close the same line, one waiting for the other',
    file: 'server/domain/session/sessions-sweep.ts',
    lock: /where s\.state = 'queued' and \(e\.status[\s\S]*skip locked/,
    stopAfter: statesWritten,
    set: async (app) => {
      await waitingBuyer(app);
      const setStatus = (status: string) =>
        app.services.db.query('update events set status = $2 where slug = $1', [party, status]);
      await setStatus('closed');
      return twice(sweepClosed, async ({ secondWaited }) => {
        await setStatus('active');
        return !secondWaited;
      });
    },
  },
];
