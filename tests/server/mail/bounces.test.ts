import { describe, expect, it } from 'vitest';
import { createClock } from '../../../server/clock.ts';
import type { Db } from '../../../server/db/db.ts';
import { insertEmails } from '../../../server/mail/outbox.ts';
import { runMailTask } from '../../../server/operator/mail.ts';
import { openShop } from '../support/open-shop.ts';

const clock = createClock();
const { db }: { db: Db } = (await openShop({ events: ['konser-senja-jakarta'] }, null)).services;

/** Inserts an e-mail that was sent; returns its id and token. */
async function insertSentEmail() {
  const mail = { to: 'a@contoh.id', subject: 'Tiket', text: 'isi' };
  await insertEmails(db, [mail], clock.now(), false);
  const [row] = await db.query<{ id: number; token: string }>(
    'select id, token from mails order by id desc limit 1',
  );
  return row!;
}
const bounceOf = async (id: number) =>
  (await db.query('select bounced_at, bounce_status from mails where id = $1', [id]))[0];
const recordReport = (message: string) =>
  runMailTask(db, { task: 'mail', verb: 'bounce', message }, clock.now());

type ReportFields = Partial<Record<'to' | 'action' | 'status' | 'messageId', string>>;

/** A report as Postfix sends it, with its line ends. */
const postfix = ({
  to = 'pantulan@contoh.id',
  action = 'failed',
  status = '5.1.1',
  messageId = '',
}: ReportFields) =>
  `From MAILER-DAEMON Sun Mar  1 10:00:00 2026
Return-Path: <>
X-Original-To: ${to}
From: MAILER-DAEMON@surat.contoh.id (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: ${to}
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="4F1.1772334000/surat.contoh.id"
Content-Transfer-Encoding: 8bit

This is a MIME-encapsulated message.

--4F1.1772334000/surat.contoh.id
Content-Type: text/plain; charset=us-ascii

I'm sorry to have to inform you that your message could not be delivered.

--4F1.1772334000/surat.contoh.id
Content-Type: message/delivery-status

Reporting-MTA: dns; surat.contoh.id

Final-Recipient: rfc822; a@contoh.id
Original-Recipient: rfc822;a@contoh.id
Action: ${action}
Status: ${status}
Remote-MTA: dns; mx.contoh.id
Diagnostic-Code: smtp; 550 5.1.1 <a@contoh.id>: Recipient address
    rejected: User unknown

--4F1.1772334000/surat.contoh.id
Content-Type: text/rfc822-headers

Return-Path: <${to}>
Message-ID: ${messageId}
Subject: Tiket

--4F1.1772334000/surat.contoh.id--
`;

/** A report as Exchange sends it: CRLF, an unquoted boundary, the report in base64, the whole e-mail. */
const exchange = ({ to = '', messageId = '' }: ReportFields) =>
  `From: <postmaster@kantor.contoh.id>
To: <${to}>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary=_000_NDR_
Subject: Undeliverable: Tiket

--_000_NDR_
Content-Type: multipart/alternative; boundary="_001_NDR_"

--_001_NDR_
Content-Type: text/plain

Delivery has failed to these recipients or groups.

--_001_NDR_--

--_000_NDR_
Content-Type: message/delivery-status
Content-Transfer-Encoding: base64

${Buffer.from('Reporting-MTA: dns;mx\r\n\r\nFinal-Recipient: rfc822;a@contoh.id\r\nAction: Failed\r\nStatus: 5.2.2 (mailbox full)\r\n').toString('base64')}

--_000_NDR_
Content-Type: message/rfc822

From: Tiket <tiket@contoh.id>
Message-ID: ${messageId}

isi

--_000_NDR_--
`.replaceAll('\n', '\r\n');

describe('a notification of a mail server', () => {
  it('is recorded once, at the e-mail that its address names', async () => {
    const { id, token } = await insertSentEmail();
    const message = postfix({ to: `pantulan+${token}@contoh.id` });
    expect(await recordReport(message)).toEqual([`E-mail ${id} bounced (5.1.1).`]);
    expect(await bounceOf(id)).toEqual({ bounced_at: expect.any(Date), bounce_status: '5.1.1' });
    expect(await recordReport(message)).toEqual([`E-mail ${id} had bounced already.`]);
    const told = await db.query(
      `select action, detail from audit_log where object = $1 order by id`,
      [`mail:${id}`],
    );
    expect(told).toEqual([{ action: 'mail.bounce', detail: { status: '5.1.1' } }]);
  });

  it('is recorded by the Message-ID of the returned e-mail in every form', async () => {
    const { id, token } = await insertSentEmail();
    const given = { to: 'tiket@contoh.id', messageId: `<${token}@contoh.id>` };
    expect(await recordReport(exchange(given))).toEqual([`E-mail ${id} bounced (5.2.2).`]);
    const other = await insertSentEmail();
    await recordReport(postfix({ ...given, messageId: `<${other.token}@contoh.id>` }));
    expect(await bounceOf(other.id)).toMatchObject({ bounce_status: '5.1.1' });
  });

  it('about a delay records nothing', async () => {
    const { id, token } = await insertSentEmail();
    const to = `pantulan+${token}@contoh.id`;
    const [line] = await recordReport(postfix({ to, action: 'delayed', status: '4.4.1' }));
    expect(line).toContain('no bounce');
    expect(await bounceOf(id)).toEqual({ bounced_at: null, bounce_status: null });
  });

  it.each([
    ['nothing', '', 'no From header'],
    ['no message', 'bukan surat', 'no From header'],
    ['an absence note', 'From: a@contoh.id\nTo: b@contoh.id\n\nSaya sedang cuti.', 'absence note'],
    ['a report without a status', postfix({ status: 'rusak' }), 'no Action and Status'],
    ['a report without an action', postfix({ action: '' }), 'no Action and Status'],
    ['a report about no e-mail of ours', postfix({}), 'no e-mail of this shop'],
    [
      'a token that nobody has',
      postfix({ to: `pantulan+${'0'.repeat(24)}@contoh.id` }),
      'not in this outbox',
    ],
    [
      'parts within parts without an end',
      `From: a@contoh.id\n${'Content-Type: multipart/mixed; boundary=x\n\n--x\n'.repeat(2_000)}`,
      'no part of the type',
    ],
  ])('that is %s is refused with the reason', async (_, message, words) => {
    await expect(recordReport(message)).rejects.toThrow(words);
  });
});

describe('an undeliverable e-mail', () => {
  it('is listed without addresses, and sent again on request', async () => {
    await db.query('delete from mails');
    const mail = { to: 'a@contoh.id', subject: 'Tiket', text: 'isi' };
    await insertEmails(db, [mail], clock.now(), true);
    await insertEmails(db, [{ ...mail, lane: 'news' }], clock.now(), true);
    const [wrong] = await db.query<{ id: number }>(
      `update mails set next_try_at = null, gave_up_at = $1, bounced_at = $1, bounce_status = '5.7.1',
         failure = 'EENVELOPE 550' where lane = 'tickets' returning id`,
      [clock.now()],
    );
    const list = () => runMailTask(db, { task: 'mail', verb: 'list' }, clock.now());
    const lines = (await list()).join('\n');
    expect(lines).toContain('news: 1 wait');
    expect(lines).toContain('bounced 5.7.1');
    expect(lines).not.toContain('@');
    const retry = (which: object) =>
      runMailTask(db, { task: 'mail', verb: 'retry', ...which }, clock.now());
    await retry({ id: wrong!.id });
    expect((await list()).join('\n')).toContain('tickets: 1 wait');
    await expect(retry({ id: wrong!.id })).rejects.toThrow('No such e-mail');
  });

  it('is sent again with all of its event, of its kind, refused since then', async () => {
    await db.query('delete from mails');
    const [event] = await db.query<{ id: string }>(
      `update events set time_zone = 'Asia/Makassar' where slug = 'konser-senja-jakarta' returning id`,
    );
    const mail = { to: 'a@contoh.id', subject: 'Tiket', text: 'isi' };
    const about = (eventId: string, kind: string) => ({ ...mail, eventId, kind });
    const mails = ['completed', 'completed', 'refund'].map((kind) => about(event!.id, kind));
    await insertEmails(db, [...mails, about('other', 'completed'), mail], clock.now(), true);
    await db.query(
      `update mails set next_try_at = null, gave_up_at = '2027-02-13T12:00:00Z', failure = 'EENVELOPE 550'`,
    );
    const retry = (which: object) =>
      runMailTask(db, { task: 'mail', verb: 'retry', ...which }, clock.now());
    const konser = { event: 'konser-senja-jakarta', kind: 'completed' };
    // Eight at the evening in Makassar is the instant at which they were refused.
    await expect(retry({ ...konser, since: '2027-02-13 20:01' })).rejects.toThrow('No such');
    const [line] = await retry({ ...konser, since: '2027-02-13 20:00' });
    expect(line).toMatch(/^2 e-mails refused since Saturday, 13 February 2027.* 20:00 WITA are/);
    await expect(retry({ event: 'konsre' })).rejects.toThrow('no event konsre');
    await expect(retry({ since: 'kemarin' })).rejects.toThrow('is no time');
    expect(await retry({})).toEqual(['3 e-mails are retried at once, and for two days from now.']);
  });
});
