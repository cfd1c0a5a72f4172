import { randomUUID } from 'node:crypto';
import { migrate } from '../../../../server/db/migrations/migrate.ts';
import { sweepKept } from '../../../../server/domain/accounts/retention.ts';
import { blankExpiredCodes } from '../../../../server/mail/mailed-codes.ts';
import { outboxRows } from '../../../../server/mail/outbox-rows.ts';
import { runMailTask } from '../../../../server/operator/mail.ts';
import { loadKeys, ownKeys } from '../../../../server/secrets/keys.ts';
import type { Services } from '../../../../server/services.ts';
import type { TestApp } from '../../support/test-app.ts';
import { both, type LockControl, twice, unwaited } from './control.ts';

/** Inserts a due e-mail into the outbox; returns its id. */
async function insertDueEmail(
  app: TestApp,
  columns: Record<string, unknown> = {},
): Promise<number> {
  const { db, clock } = app.services;
  const given = {
    recipient: 'surat@uji.contoh.id',
    subject: 'Uji 123456',
    body_text: 'Uji 123456',
    created_at: clock.now(),
    lane: 'news',
    next_try_at: clock.now(),
    ...columns,
  };
  const names = Object.keys(given);
  const [row] = await db.query<{ id: number }>(
    `insert into mails (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')}) returning id`,
    Object.values(given),
  );
  return Number(row?.id);
}

const bounceOf = (token: string) => `From: MAILER-DAEMON@surat.contoh.id
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; surat.contoh.id

Final-Recipient: rfc822; surat@uji.contoh.id
Action: failed
Status: 5.1.1

--b
Content-Type: text/rfc822-headers

Message-ID: <${token}@roetix.contoh.id>

--b--
`;

const old = (app: TestApp) => new Date(app.services.clock.now().getTime() - 4_000 * 86_400_000);

/** The locks of e-mails, keys and retention. */
export const upkeepLocks: readonly LockControl[] = [
  {
    prevents: 'two processes claim one e-mail, one waiting for the other',
    file: 'server/mail/outbox-rows.ts',
    lock: /from mails where lane = \$1 and next_try_at <= \$2[\s\S]*skip locked/,
    set: async (app) => {
      await insertDueEmail(app);
      const { clock } = app.services;
      const claim = (services: Services) => outboxRows(services.db).claim(['news'], clock.now());
      return twice(claim, unwaited);
    },
  },
  {
    prevents: 'two processes blank the same codes, one waiting for the other',
    file: 'server/mail/mailed-codes.ts',
    lock: /from mails where code is not null and code_ends_at <= \$1[\s\S]*skip locked/,
    set: async (app) => {
      await insertDueEmail(app, {
        code: '123456',
        code_subject: randomUUID(),
        code_ends_at: old(app),
      });
      const { clock } = app.services;
      const blank = (services: Services) =>
        services.db.tx((tx) => blankExpiredCodes(tx, clock.now(), 10));
      return twice(blank, unwaited);
    },
  },
  {
    prevents: 'one bounce is recorded twice',
    file: 'server/operator/mail.ts',
    lock: /from mails where token = \$1 for update/,
    set: async (app) => {
      const token = randomUUID().replaceAll('-', '');
      const id = await insertDueEmail(app, { token, next_try_at: null });
      const { clock, db } = app.services;
      const task = { task: 'mail', verb: 'bounce', message: bounceOf(token) } as const;
      const take = (services: Services) => runMailTask(services.db, task, clock.now());
      return twice(take, async () => {
        const told = await db.query(
          `select 1 from audit_log where action = 'mail.bounce' and object = $1`,
          [`mail:${id}`],
        );
        return told.length === 1;
      });
    },
  },
  {
    prevents: 'of two processes that list their keys one is forgotten',
    file: 'server/secrets/keys.ts',
    lock: /select value from server_facts where name = \$1 for update/,
    set: async (app) => {
      const listed: string[] = [];
      const load = async ({ db, config }: Services) => {
        const keys = await loadKeys(db, config.keys);
        listed.push(keys.ticketPublic);
      };
      return twice(load, async () => {
        const own = await ownKeys(app.services.db);
        return listed.every((key) => own.includes(key));
      });
    },
  },
  {
    prevents: 'of two processes that start at once one fails to bring the schema up to date',
    file: 'server/db/migrations/migrate.ts',
    lock: /pg_advisory_xact_lock\(\$1::bigint\)/,
    stopAfter: /create table if not exists applied_steps/,
    set: async (app) => {
      await app.services.db.query('drop table if exists applied_steps');
      const start = ({ db }: Services) => migrate(db, []);
      return twice(start, both);
    },
  },
  {
    prevents: 'two processes forget the same sign-ins, one waiting for the other',
    file: 'server/domain/accounts/retention.ts',
    lock: /select id_hash from auth_sessions where expires_at < \$1[\s\S]*skip locked/,
    set: async (app) => {
      const [buyer] = await app.makeBuyers(1);
      await app.services.db.query(
        'update auth_sessions set expires_at = $2 where account_id = $1',
        [buyer?.accountId, old(app)],
      );
      const { config, clock } = app.services;
      return twice(({ db }: Services) => sweepKept(db, config.keep, clock.now()), unwaited);
    },
  },
];
