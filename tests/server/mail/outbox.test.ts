import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../../server/clock.ts';
import type { DeliveryOptions } from '../../../server/mail/delivery-worker.ts';
import type { Email, Mailer, MailLane } from '../../../server/mail/mailer.ts';
import { createOutbox, insertEmails } from '../../../server/mail/outbox.ts';
import { createSmtpSender } from '../../../server/mail/smtp.ts';
import { stillClock } from '../support/clocks.ts';
import {
  type Answers,
  headerOf,
  startMailServer,
  type TestMailServer,
} from '../support/mail-server.ts';
import { openDb } from '../support/open-shop.ts';

/** Replies as providers give them, each with the step that it answers and what becomes of the e-mail. */
const repliesOfProviders: readonly {
  reply: string;
  at: 'MAIL' | 'RCPT' | 'DATA';
  is: 'paused' | 'final' | 'repeated' | 'final in the end';
}[] = JSON.parse(readFileSync(new URL('provider-replies.json', import.meta.url), 'utf8'));
const lines: string[] = [];
const { log } = Fastify({
  logger: { level: 'trace', stream: { write: (line) => lines.push(line) } },
});
const db = await openDb();
let clock: Clock;
let answers: Answers = () => null;
const server: TestMailServer = await startMailServer((verb, to) => answers(verb, to));
afterAll(() => server.close());
beforeEach(async () => {
  await db.query('delete from mails');
  server.received.length = 0;
  server.started.count = 0;
  lines.length = 0;
  answers = () => null;
  clock = stillClock();
});

function outbox(
  options: DeliveryOptions = {},
  url = server.url,
  bounce: string | null = null,
): Mailer {
  const config = { smtpUrl: url, mailFrom: 'Tiket <tiket@contoh.id>', mailBounceAddress: bounce };
  return createOutbox(db, clock, log, createSmtpSender(config), options);
}

/** Advances the clock by `seconds`, in steps of `step`, delivering due e-mails after each step. */
async function run(mailer: Mailer, seconds: number, step: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += step) {
    clock.advance(step);
    await mailer.deliverDue();
  }
}

const inAQuarter = () => new Date(clock.now().getTime() + 15 * 60_000);
const mail = (lane: MailLane, index: number): Email => ({
  to: `${lane}-${index}@contoh.id`,
  subject: `${lane} ${index}`,
  text: 'isi',
  lane,
  ...(lane === 'codes'
    ? { code: { value: '123456', subject: `uji:${index}`, endsAt: inAQuarter() } }
    : {}),
});
const plain: Email = { to: 'a@contoh.id', subject: 'halo', text: 'isi' };
const newest = async () => (await db.query('select * from mails order by id desc limit 1'))[0];
const newestAct = async () =>
  (await db.query('select action, object, detail from audit_log order by id desc limit 1'))[0];
const never = new Promise<void>(() => {});
const lanesReceived = () => server.received.map(({ to }) => to.split('-', 1)[0]);
const rowOf = async (to: string) =>
  (await db.query('select * from mails where recipient = $1', [to]))[0];

/** 3 codes, 10 `tickets` and 70 `news`, in mixed order. */
async function fill(): Promise<void> {
  const lanes: MailLane[] = Array.from({ length: 83 }, (_, index) =>
    index % 27 === 14 ? 'codes' : index % 8 === 5 ? 'tickets' : 'news',
  );
  const counts = { codes: 0, tickets: 0, news: 0 };
  for (const lane of lanes) counts[lane] += 1;
  expect(counts).toEqual({ codes: 3, tickets: 10, news: 70 });
  await insertEmails(db, lanes.map(mail), clock.now(), true);
}

describe('a mail server that refuses everything for ten minutes (§16.51)', () => {
  const refusals: readonly [string, Answers][] = [
    ...repliesOfProviders
      .filter(({ is }) => is === 'paused')
      .map(({ at, reply }): [string, Answers] => [reply, (verb) => (verb === at ? reply : null)]),
    ['451 to the recipient', (verb) => (verb === 'RCPT' ? '451 4.7.1 Later' : null)],
    ['451 to the letter', (verb) => (verb === 'DATA' ? '451 4.3.0 Later' : null)],
    ['421 to the sender', (verb) => (verb === 'MAIL' ? '421 4.3.2 Going down' : null)],
  ];
  it.each(refusals)(
    '%s: every e-mail arrives once: codes, then tickets, then news',
    async (_, refuse) => {
      const mailer = outbox({ connections: 1 });
      await fill();
      answers = refuse;
      await mailer.deliverDue();
      await run(mailer, 600, 10);
      expect(server.received).toEqual([]);
      // The mail server is probed at intervals, not once for each e-mail.
      expect(server.started.count).toBeGreaterThan(5);
      expect(server.started.count).toBeLessThan(40);
      answers = () => null;
      await run(mailer, 90, 10);
      expect(lanesReceived()).toEqual([
        ...Array(3).fill('codes'),
        ...Array(10).fill('tickets'),
        ...Array(70).fill('news'),
      ]);
      expect(new Set(server.received.map(({ to }) => to)).size).toBe(83);
      expect(
        await db.query('select 1 from mails where sent_at is null or next_try_at is not null'),
      ).toEqual([]);
    },
  );

  it('several processes with several connections send every e-mail once', async () => {
    const mailers = [outbox(), outbox()];
    await fill();
    answers = (verb) => (verb === 'DATA' ? '451 4.3.0 Later' : null);
    const deliverFor = async (seconds: number) => {
      for (let passed = 0; passed < seconds; passed += 20) {
        clock.advance(20);
        await Promise.all(mailers.map((each) => each.deliverDue()));
        // The clock stands still while an e-mail is being sent, otherwise its lease would run out and the other process would send it.
        await expect
          .poll(() => db.query('select id from mails where taken_at is not null'))
          .toEqual([]);
      }
    };
    await deliverFor(120);
    answers = () => null;
    await deliverFor(600);
    // An e-mail that one process still sends is not due for the other.
    await expect.poll(() => server.received.length).toBe(83);
    expect(new Set(server.received.map(({ data }) => headerOf(data, 'message-id'))).size).toBe(83);
  });
});

describe('an e-mail (§16.50)', () => {
  it('refused temporarily by one mailbox is retried at growing intervals, without delaying others', async () => {
    const mailer = outbox({ connections: 1, random: () => 0.5 });
    answers = (verb, to) =>
      verb === 'RCPT' && to.startsWith('tickets-1@') ? '450 4.2.0 Greylisted' : null;
    await mailer.send(mail('tickets', 1));
    await mailer.send(mail('news', 2));
    await expect.poll(() => lanesReceived()).toEqual(['news']);
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      await expect.poll(async () => (await rowOf('tickets-1@contoh.id'))?.attempts).toBe(attempt);
      const row = await rowOf('tickets-1@contoh.id');
      const next = row?.next_try_at as Date;
      waits.push(Math.round((next.getTime() - clock.now().getTime()) / 1000));
      expect(row?.failure).toBe('EENVELOPE 450');
      clock.advance((waits.at(-1) ?? 0) + 1);
      // An accepted e-mail in between shows that the server itself works.
      await mailer.send(mail('news', 10 + attempt));
      await mailer.deliverDue();
    }
    expect(waits).toEqual([5, 15, 45, 120, 300, 900, 900, 900]);
    answers = () => null;
    await run(mailer, 1000, 500);
    expect(lanesReceived().filter((lane) => lane === 'tickets')).toHaveLength(1);
  });

  it('that cannot be delivered is given up after two days and listed', async () => {
    const mailer = outbox({ connections: 1 });
    answers = (verb) => (verb === 'DATA' ? '451 4.3.0 Later' : null);
    await mailer.send(mail('tickets', 1));
    await run(mailer, 49 * 3_600, 1_200);
    expect(await rowOf('tickets-1@contoh.id')).toMatchObject({
      sent_at: null,
      next_try_at: null,
      bounced_at: null,
      gave_up_at: expect.any(Date),
      failure: 'EMESSAGE 451',
    });
    expect(await newestAct()).toMatchObject({ action: 'mail.give-up' });
  });

  it('with an expired code is not sent, and the code is blanked', async () => {
    const mailer = outbox({ connections: 1 });
    answers = (verb) => (verb === 'DATA' ? '451 4.3.0 Later' : null);
    await mailer.send(mail('codes', 1));
    await run(mailer, 14 * 60, 30);
    answers = () => null;
    clock.advance(120);
    await mailer.deliverDue();
    expect(server.received).toEqual([]);
    expect(await rowOf('codes-1@contoh.id')).toMatchObject({
      code: null,
      sent_at: null,
      next_try_at: null,
      failure: 'code ended',
    });
  });

  it('with a code is sent at once while thousands of news are being sent', async () => {
    const mailer = outbox({ connections: 3 });
    const news = Array.from({ length: 2_000 }, (_, index) => mail('news', index));
    await insertEmails(db, news, clock.now(), true);
    let codeAfter = -1;
    let sentCount = 0;
    answers = (verb, to) => {
      if (verb !== 'DATA') return null;
      sentCount += 1;
      if (sentCount === 50) void mailer.send(mail('codes', 1));
      if (to.startsWith('codes-')) codeAfter = sentCount - 50;
      return null;
    };
    const delivery = mailer.deliverDue();
    await expect.poll(() => codeAfter).toBeGreaterThan(-1);
    expect(codeAfter).toBeLessThan(500);
    await mailer.stop();
    await delivery;
  });

  it.each([
    ['user and password', (verb: string) => (verb === 'AUTH' ? '535 5.7.8 Bad credentials' : null)],
    ['sender', (verb: string) => (verb === 'MAIL' ? '550 5.7.1 Sender not yours' : null)],
  ] as const)(
    'waits for the operator while the server does not take the %s',
    async (what, refuse) => {
      const url = server.url.replace('://', '://tiket:rahasia@');
      const mailer = outbox({ connections: 1 }, url);
      answers = refuse;
      await mailer.send(mail('tickets', 1));
      await run(mailer, 3_600, 60);
      expect(server.received).toEqual([]);
      expect(await rowOf('tickets-1@contoh.id')).toMatchObject({
        bounced_at: null,
        gave_up_at: null,
      });
      expect(lines.some((line) => line.includes('SMTP_URL'))).toBe(what === 'user and password');
      answers = () => null;
      await run(mailer, 1_200, 60);
      expect(server.received).toHaveLength(1);
    },
  );

  it('is kept while the mail server is unreachable', async () => {
    const other = await startMailServer();
    other.close();
    const mailer = outbox({ connections: 2 }, other.url);
    await mailer.send(mail('tickets', 1));
    await expect
      .poll(async () => (await rowOf('tickets-1@contoh.id'))?.failure)
      .toContain('ESOCKET');
    const working = outbox({ connections: 2 });
    await run(working, 60, 20);
    expect(lanesReceived()).toEqual(['tickets']);
  });

  it.each(repliesOfProviders.filter(({ is }) => is !== 'paused'))(
    'answered with $reply is $is',
    async ({ at, reply, is }) => {
      const mailer = outbox({ connections: 1 });
      answers = (verb, to) => (verb === at && to.startsWith('tickets-1@') ? reply : null);
      await mailer.send(mail('tickets', 1));
      await expect.poll(async () => (await rowOf('tickets-1@contoh.id'))?.failure).toBeTruthy();
      // Others are accepted in between: the server itself works.
      for (let others = 0; others < 12; others += 1) {
        await mailer.send(mail('news', others));
        await run(mailer, 120, 120);
      }
      const isRefused = (await rowOf('tickets-1@contoh.id'))?.bounced_at !== null;
      expect([isRefused, server.received.length]).toEqual([is !== 'repeated', 12]);
    },
  );

  it('refused for good is not retried, and is recorded and logged without its recipient', async () => {
    const mailer = outbox({ connections: 1 });
    answers = (verb, to) => (verb === 'RCPT' ? `550 5.1.1 <${to}> no such user` : null);
    await mailer.send(mail('tickets', 1));
    await expect.poll(async () => (await newest())?.failure).toBe('EENVELOPE 550');
    const row = await newest();
    expect(row).toMatchObject({
      sent_at: null,
      next_try_at: null,
      attempts: 1,
      gave_up_at: expect.any(Date),
      bounced_at: expect.any(Date),
      bounce_status: '5.1.1',
    });
    expect(await newestAct()).toEqual({
      action: 'mail.refused',
      object: `mail:${row?.id}`,
      detail: { failure: 'EENVELOPE 550', status: '5.1.1' },
    });
    await expect.poll(() => lines.some((line) => line.includes('5.1.1'))).toBe(true);
    expect(lines.join('\n')).not.toContain('@contoh.id');
  });

  it('bounces to its own address where one is configured', async () => {
    await outbox({}, server.url, 'pantulan@contoh.id').send(mail('tickets', 1));
    await expect.poll(() => server.received).toHaveLength(1);
    const { token } = (await rowOf('tickets-1@contoh.id')) as { token: string };
    const [{ from, data } = { from: '', data: '' }] = server.received;
    expect(from).toBe(`pantulan+${token}@contoh.id`);
    expect(headerOf(data, 'message-id')).toBe(`<${token}@contoh.id>`);
    expect(headerOf(data, 'from')).toBe('Tiket <tiket@contoh.id>');
    expect(headerOf(data, 'auto-submitted')).toBe('auto-generated');
  });
});

describe('the row of an e-mail', () => {
  it('counts as sent without SMTP, and fails no caller whose database is closed', async () => {
    await createOutbox(db, clock, log, null).send(plain);
    expect(await newest()).toMatchObject({ sent_at: expect.any(Date), failure: null });
    const gone = { ...db, query: () => Promise.reject(new Error('PGlite is closed')) };
    await expect(createOutbox(gone, clock, log, null).send(plain)).resolves.toBeUndefined();
  });

  it('records the time of sending, for which the caller does not wait', async () => {
    let finish = () => {};
    const sent: string[] = [];
    const mailer = createOutbox(db, clock, log, async ({ recipient }) => {
      sent.push(recipient);
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
    });
    await mailer.send(plain);
    expect(await newest()).toMatchObject({ sent_at: null, failure: null });
    await expect.poll(() => sent).toEqual([plain.to]);
    finish();
    await expect.poll(async () => (await newest())?.sent_at).toBeInstanceOf(Date);
  });

  it('is not written by a transaction that is rolled back', async () => {
    const sent: string[] = [];
    const mailer = createOutbox(db, clock, log, async ({ recipient }) => {
      sent.push(recipient);
    });
    const undone = db.tx(async (tx) => {
      await mailer.enqueue(tx, plain);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect([await newest(), sent]).toEqual([undefined, []]);
  });

  it('of a dead process is sent by the next one, once, under the same Message-ID', async () => {
    const tokens: string[] = [];
    const died = createOutbox(db, clock, log, ({ token }) => {
      tokens.push(token);
      return never;
    });
    await died.send(plain);
    await died.send({ ...plain, html: '<p>isi</p>' });
    await expect.poll(() => tokens).toHaveLength(2);
    const sent: string[] = [];
    const next = () =>
      createOutbox(db, clock, log, async ({ token }) => {
        sent.push(token);
      });
    await next().deliverDue();
    expect(sent).toEqual([]);
    // Longer than the lease of the process that claimed it.
    clock.advance(6 * 60);
    await Promise.all([next().deliverDue(), next().deliverDue()]);
    expect(sent.toSorted()).toEqual(tokens.toSorted());
    await next().deliverDue();
    expect(sent).toHaveLength(2);
  });

  it('that its predecessor abandoned is sent at the start of the single process of a database', async () => {
    let begun = 0;
    const died = createOutbox(db, clock, log, () => {
      begun += 1;
      return never;
    });
    await died.send(plain);
    await expect.poll(() => begun).toBe(1);
    const sent: string[] = [];
    const restarted = createOutbox(db, clock, log, async ({ recipient }) => {
      sent.push(recipient);
    });
    await restarted.releaseAbandoned();
    await restarted.deliverDue();
    expect(sent).toEqual([plain.to]);
  });
});
