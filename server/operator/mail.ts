import type { Db } from '../db/db.ts';
import { audit } from '../domain/audit.ts';
import { Refusal } from '../http/refusal.ts';
import { parseDeliveryStatus } from '../mail/delivery-status.ts';

const listed = 200;

/** Tasks of an operator with e-mails. */
export interface MailTask {
  readonly task: 'mail';
  readonly verb: 'list' | 'inbox' | 'retry' | 'bounce';
  readonly id?: number | undefined;
  readonly message?: string | undefined;
}

/** Lists waiting and failed e-mails, retries an e-mail, or processes a bounce. Returns the lines to print. Throws Refusal. */
export async function runMailTask(db: Db, task: MailTask, now: Date): Promise<string[]> {
  switch (task.verb) {
    case 'list':
      return list(db, now);
    case 'inbox':
      return inbox(db);
    case 'retry':
      return retry(db, task.id ?? 0, now);
    case 'bounce':
      return takeBounce(db, task.message ?? '', now);
  }
}

async function list(db: Db, now: Date): Promise<string[]> {
  const waiting = await db.query<{ lane: string; count: number; oldest: Date; failure: string }>(
    `select lane, count(*)::int as count, min(created_at) as oldest, max(failure) as failure from mails
     where next_try_at is not null group by lane order by array_position(array['codes', 'tickets', 'news'], lane)`,
  );
  const wrong = await db.query<{
    id: number;
    created_at: Date;
    lane: string;
    failure: string | null;
    bounce_status: string | null;
    bounced_at: Date | null;
  }>(
    `select id, created_at, lane, failure, bounce_status, bounced_at from mails
     where (bounced_at is not null or gave_up_at is not null) and failure is distinct from 'code ended'
       and failure is distinct from 'erased' order by id desc limit ${listed}`,
  );
  return [
    ...(waiting.length === 0 ? ['No e-mail waits.'] : []),
    ...waiting.map(({ lane, count, oldest, failure }) => {
      const minutes = Math.round((now.getTime() - oldest.getTime()) / 60_000);
      const why = failure === null ? '' : `, refused before as ${failure}`;
      return `${lane}: ${count} wait, the oldest for ${minutes} min${why}`;
    }),
    ...wrong.map(({ id, created_at, lane, failure, bounce_status, bounced_at }) =>
      [
        String(id).padStart(6),
        created_at.toISOString(),
        lane,
        bounced_at === null ? 'given up' : `bounced ${bounce_status}`,
        failure ?? 'after it was sent',
      ].join('  '),
    ),
  ];
}

/** The latest messages to the support, oldest first. */
async function inbox(db: Db): Promise<string[]> {
  const rows = await db.query<{
    id: number;
    created_at: Date;
    name: string;
    email: string;
    subject: string;
    message: string;
  }>(
    `select id, created_at, name, email, subject, message from support_messages order by id desc limit 50`,
  );
  if (rows.length === 0) return ['No message.'];
  // Text from strangers must not control the terminal.
  const plain = (text: string) => text.replace(/[^\P{Cc}\n]/gu, ' ');
  return rows
    .reverse()
    .map((row) =>
      plain(
        `#${row.id}  ${row.created_at.toISOString()}  ${row.subject}  ${row.name} <${row.email}>\n${row.message}\n`,
      ),
    );
}

async function retry(db: Db, id: number, now: Date): Promise<string[]> {
  const [row] = await db.query(
    `update mails set next_try_at = $2, created_at = $2, attempts = 0, gave_up_at = null, bounced_at = null, bounce_status = null
     where id = $1 and sent_at is null and gave_up_at is not null and blanked_at is null and code_ends_at is null returning id`,
    [id, now],
  );
  if (row === undefined) {
    throw new Refusal(
      409,
      `There is no e-mail ${id} that failed and can still be sent; e-mails with a code are not sent again`,
    );
  }
  return [`E-mail ${id} is retried at once, and for two days from now.`];
}

async function takeBounce(db: Db, message: string, now: Date): Promise<string[]> {
  const told = parseDeliveryStatus(message);
  if ('problem' in told) throw new Refusal(422, told.problem);
  const { action, status, token } = told;
  return db.tx(async (tx) => {
    const [mail] = await tx.query<{ id: number; bounced_at: Date | null }>(
      'select id, bounced_at from mails where token = $1 for update',
      [token],
    );
    if (mail === undefined) {
      throw new Refusal(
        404,
        'It is about an e-mail that is not in this outbox. Nothing was recorded.',
      );
    }
    if (action !== 'failed') {
      return [
        `E-mail ${mail.id} is ${action} (${status}), which is no bounce. Nothing was recorded.`,
      ];
    }
    if (mail.bounced_at !== null) return [`E-mail ${mail.id} had bounced already.`];
    await tx.query('update mails set bounced_at = $2, bounce_status = $3 where id = $1', [
      mail.id,
      now,
      status,
    ]);
    await audit(tx, {
      at: now,
      accountId: null,
      action: 'mail.bounce',
      object: `mail:${mail.id}`,
      detail: { status },
    });
    return [`E-mail ${mail.id} bounced (${status}).`];
  });
}
