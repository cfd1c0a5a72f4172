import { describeMoment, instantOf } from '../../contract/event-folder/moment.ts';
import type { TimeZone } from '../../contract/place/time-zone.ts';
import type { Db } from '../db/db.ts';
import { audit } from '../domain/audit.ts';
import { printedMoment } from '../domain/jakarta.ts';
import { Refusal } from '../http/refusal.ts';
import { parseDeliveryStatus } from '../mail/delivery-status.ts';

const listed = 200;

/** Tasks of an operator with e-mails. */
export interface MailTask {
  readonly task: 'mail';
  readonly verb: 'list' | 'inbox' | 'retry' | 'bounce';
  readonly id?: number | undefined;
  /** Which failed e-mails a retry means, beside or without an id: of an event by its address, of a kind, refused since a local time. */
  readonly event?: string | undefined;
  readonly kind?: string | undefined;
  readonly since?: string | undefined;
  readonly message?: string | undefined;
}

/** Lists waiting and failed e-mails, retries e-mails, or processes a bounce. Returns the lines to print. Throws Refusal. */
export async function runMailTask(db: Db, task: MailTask, now: Date): Promise<string[]> {
  switch (task.verb) {
    case 'list':
      return list(db, now);
    case 'inbox':
      return inbox(db);
    case 'retry':
      return retry(db, task, now);
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
    kind: string | null;
    failure: string | null;
    bounce_status: string | null;
    bounced_at: Date | null;
  }>(
    `select id, created_at, lane, kind, failure, bounce_status, bounced_at from mails
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
    ...wrong.map(({ id, created_at, lane, kind, failure, bounce_status, bounced_at }) =>
      [
        String(id).padStart(6),
        created_at.toISOString(),
        kind ?? lane,
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

/** Sends failed e-mails again. Throws Refusal if none of those that are meant can be sent. */
async function retry(db: Db, { id, event, kind, since }: MailTask, now: Date): Promise<string[]> {
  const [of] = await db.query<{ id: string; time_zone: TimeZone }>(
    'select id, time_zone from events where slug = $1',
    [event ?? null],
  );
  if (event !== undefined && of === undefined) throw new Refusal(404, `There is no event ${event}`);
  const zone = of?.time_zone ?? 'Asia/Jakarta';
  const from = since === undefined ? null : instantOf(since, zone, now);
  if (from === null && since !== undefined) {
    throw new Refusal(422, `${since} is no time. Write ${describeMoment}.`);
  }
  const rows = await db.query<{ id: number }>(
    `update mails set next_try_at = $1, created_at = $1, attempts = 0, gave_up_at = null, bounced_at = null, bounce_status = null
     where ($2::bigint is null or id = $2) and ($3::text is null or event_id = $3) and ($4::text is null or kind = $4)
       and ($5::timestamptz is null or gave_up_at >= $5)
       and sent_at is null and gave_up_at is not null and blanked_at is null and code_ends_at is null returning id`,
    [now, id ?? null, of?.id ?? null, kind ?? null, from],
  );
  if (rows.length === 0) {
    throw new Refusal(
      409,
      'No such e-mail failed and can still be sent; e-mails with a code are not sent again',
    );
  }
  const when = from === null ? '' : ` refused since ${printedMoment(from, zone).en}`;
  const what =
    rows.length === 1 ? `E-mail ${rows[0]?.id}${when} is` : `${rows.length} e-mails${when} are`;
  return [`${what} retried at once, and for two days from now.`];
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
