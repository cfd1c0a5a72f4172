import ICAL from 'ical.js';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { calls } from '../../../contract/call/calls.ts';
import { calendarUidOf } from '../../../contract/ticket/calendar-file.ts';
import { voidTicket } from '../../../server/domain/ticket/ticket-void.ts';
import { runSaleTask } from '../../../server/operator/sale-desk.ts';
import { headerOf, mimeParts, startMailServer } from '../support/mail-server.ts';
import { openShop } from '../support/open-shop.ts';
import { beginPayment, concert, payerDoes, seminar, theatre } from '../support/purchase.ts';
import type { TestClient } from '../support/test-app.ts';

/** Without PUBLIC_URL, links lead to the configured port. */
const site = 'http://localhost:0';
const mailServer = await startMailServer();
afterAll(() => mailServer.close());
const env = {
  SMTP_URL: mailServer.url,
  MAIL_FROM: 'Tiket <tiket@contoh.id>',
  PRODUCT_NAME: 'Karcis & Kawan',
};
const app = await openShop({ events: [concert, theatre, seminar], env }, null);
beforeEach(() => {
  mailServer.received.length = 0;
});

/** Waits for `count` e-mails to a buyer and parses the newest that the mail server received. */
async function emailTo(buyer: TestClient, count = 1) {
  const receivedEmails = () => mailServer.received.filter(({ to }) => to === buyer.email);
  await expect.poll(() => receivedEmails().length, { timeout: 30_000 }).toBe(count);
  const { data } = receivedEmails().at(-1)!;
  const [text, html, ...files] = mimeParts(data);
  expect([text!.type, html!.type]).toEqual(['text/plain', 'text/html']);
  return { subject: headerOf(data, 'subject'), text: text!.text, html: html!.text, files, data };
}

/** Signs up a buyer who pays for seats of an event. */
async function buyTickets(
  slug: string,
  seats: number,
  voucher: string | null = null,
  method = 'qris',
) {
  const [buyer] = await app.makeBuyers(1);
  const payment = await beginPayment(app, buyer!, slug, seats, voucher, method);
  if (payment.status !== 'completed') await payerDoes(app, payment.id, 'settlement');
  return { buyer: buyer!, payment };
}
const ticketsOf = (buyer: TestClient) =>
  app.services.db.query<{ id: string; ticket_code: string; seat: string; order_code: string }>(
    `select t.id, t.ticket_code, s.seat_number as seat, o.order_code from tickets t
     join seats s on s.id = t.seat_id join orders o on o.id = t.order_id where t.account_id = $1
     order by s.row_number, s.column_number`,
    [buyer.accountId],
  );

it('the e-mail with tickets loads only its poster and has date, venue, seats with links, receipt, PDF and calendar (§14.15)', async () => {
  const { buyer, payment } = await buyTickets(concert, 3, 'HEMAT10', 'bca');
  const email = await emailTo(buyer);
  const tickets = await ticketsOf(buyer);
  expect(tickets).toHaveLength(3);
  const [event] = await app.services.db.query<{
    name: string;
    venue_name: string;
    starts_at: Date;
  }>('select name, venue_name, starts_at from events where slug = $1', [concert]);
  const time = event!.starts_at.toLocaleTimeString('en-GB', {
    timeStyle: 'short',
    timeZone: 'Asia/Jakarta',
  });
  expect(email.html).not.toMatch(/<script|<link|<iframe|javascript:|\son\w+=|url\(/i);
  const loaded = [...email.html.matchAll(/\ssrc="([^"]*)"/g)].map(([, address]) => address);
  expect(loaded).toEqual([`${site}/media/share/${concert}.jpg`]);
  for (const [, address] of email.html.matchAll(/\shref="([^"]*)"/g)) {
    expect(address!.startsWith(`${site}/`)).toBe(true);
  }
  expect(email.html).toContain('prefers-color-scheme:dark');
  for (const part of [email.html, email.text]) {
    expect(part).toContain(event!.name);
    expect(part).toContain(event!.venue_name);
    expect(part).toContain(`${time} WIB`);
    for (const { id, seat } of tickets) {
      expect(part).toContain(`${site}/e-ticket/${id}`);
      expect(part).toContain(seat);
    }
    expect(part).toContain('(HE…)');
    expect(part).toContain('Biaya layanan / Service fee');
    expect(part).toContain(`Rp${new Intl.NumberFormat('id-ID').format(payment.amount)}`);
    expect(part).toContain(tickets[0]!.order_code);
    expect(part.includes('Karcis & Kawan') || part.includes('Karcis &amp; Kawan')).toBe(true);
  }
  expect(email.files.map(({ type }) => type)).toEqual(['application/pdf', 'text/calendar']);
  const [pdf, calendar] = email.files;
  expect(pdf!.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pdf!.bytes.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(3);
  expect(pdf!.head).toContain(`tickets-${tickets[0]!.order_code}.pdf`);
  expect(ICAL.parse(calendar!.text)[1]).toContainEqual(['method', {}, 'text', 'PUBLISH']);
});

it('a free order is reported as complete, without an amount', async () => {
  const { buyer } = await buyTickets(seminar, 2);
  const { text, files } = await emailTo(buyer);
  expect(text).toContain('sudah selesai');
  expect(text).not.toContain('Pembayaran Rp0');
  expect(files).toHaveLength(2);
});

it('each of several orders gets an e-mail with its own tickets', async () => {
  const orders = [await buyTickets(theatre, 1), await buyTickets(theatre, 2)];
  for (const { buyer } of orders) {
    const { html, files } = await emailTo(buyer);
    const ids = (await ticketsOf(buyer)).map(({ id }) => id);
    const linked = [...html.matchAll(/\/e-ticket\/([\w-]+)"/g)].map(([, id]) => id);
    expect(linked).toEqual(ids);
    expect(files[0]!.bytes.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(ids.length);
  }
});

it('names of events, venues and people are escaped and do not break the e-mail', async () => {
  const { db } = app.services;
  const [was] = await db.query<{ name: string; venue_name: string; banner: string }>(
    'select name, venue_name, banner from events where slug = $1',
    [theatre],
  );
  const name = `<script>alert("x")</script> & 'Malam' 🎭 ${'Panjang '.repeat(30)}`.slice(0, 200);
  await db.query(`update events set name = $2, venue_name = $3, banner = null where slug = $1`, [
    theatre,
    name,
    'Gedung "A"; <b>Ruang</b>\r\nBcc: korban@contoh.id',
  ]);
  try {
    const [buyer] = await app.makeBuyers(1);
    await db.query('update accounts set first_name = $2, last_name = $3 where id = $1', [
      buyer!.accountId,
      '<img src=x onerror=alert(1)>',
      '🦊\r\nX-Jahat: ya',
    ]);
    const payment = await beginPayment(app, buyer!, theatre, 1);
    await payerDoes(app, payment.id, 'settlement');
    const { data, files, html, subject, text } = await emailTo(buyer!);
    expect(headerOf(data, 'to')).toBe(buyer!.email);
    expect(html).not.toMatch(/<script|<img|<b>/);
    expect(html).toContain(
      '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;Malam&#39; 🎭',
    );
    expect(html).toContain('Halo &lt;img src=x onerror=alert(1)&gt;,');
    expect(text).toContain('Halo <img src=x onerror=alert(1)>,');
    expect(subject).toContain('🎭');
    expect([...subject].length).toBeLessThanOrEqual(160);
    expect(headerOf(data, 'bcc')).toBe('');
    expect(headerOf(data, 'x-jahat')).toBe('');
    const calendar = files[1]!.text;
    const parsed = new ICAL.Component(ICAL.parse(calendar)).getFirstSubcomponent('vevent');
    expect(parsed?.getFirstPropertyValue('summary')).toBe(name);
    expect(parsed?.getFirstProperty('attendee')).toBeNull();
    expect(parsed?.getFirstPropertyValue('location')).toMatch(
      /^Gedung "A"; <b>Ruang<\/b>\nBcc: korban@contoh.id, /,
    );
  } finally {
    await db.query('update events set name = $2, venue_name = $3, banner = $4 where slug = $1', [
      theatre,
      was!.name,
      was!.venue_name,
      was!.banner,
    ]);
  }
});

it('the e-mail about an expired payment says that no money was taken and links to the event', async () => {
  const [buyer] = await app.makeBuyers(1);
  await beginPayment(app, buyer!, theatre, 1);
  await app.advance(12 * 60);
  const { subject, text, html, files } = await emailTo(buyer!);
  expect(subject).toContain('habis');
  expect(text).toContain('tidak ada uang yang kami ambil');
  expect(text).toContain('we took no money');
  expect(html).toContain(`href="${site}/event/${theatre}"`);
  expect(files).toEqual([]);
});

it.each(['refund', 'chargeback'])('a %s names its reference, seats and amount', async (kind) => {
  const { buyer, payment } = await buyTickets(theatre, 2);
  await emailTo(buyer);
  await payerDoes(app, payment.id, kind);
  const { text, html, files } = await emailTo(buyer, 2);
  const [back] = await app.services.db.query<{ reference: string }>(
    'select reference from refunds where payment_id = $1',
    [payment.id],
  );
  for (const part of [text, html]) {
    expect(part).toContain(back!.reference);
    for (const { seat } of await ticketsOf(buyer)) expect(part).toContain(seat);
    expect(part).not.toContain('/e-ticket/');
  }
  expect(files).toEqual([]);
});

it('the e-mail about a voided ticket names it and the tickets that remain valid', async () => {
  const { buyer } = await buyTickets(theatre, 2);
  await emailTo(buyer);
  const [gone, good] = await ticketsOf(buyer);
  const { services } = app;
  await voidTicket(services.db, services, gone!.ticket_code, services.clock.now(), {
    seat: 'kept',
  });
  const { text } = await emailTo(buyer, 2);
  expect(text).toContain(`Tiket ${gone!.ticket_code} untuk kursi ${gone!.seat}`);
  expect(text).toContain(good!.id);
  expect(text).not.toContain(gone!.id);
});

it('an e-mail is sent without attachments that cannot be generated, with its links', async () => {
  const { documents } = app.services;
  const { make } = documents;
  let attempts = 0;
  Object.assign(documents, {
    make: () => {
      attempts += 1;
      return Promise.reject(new Error('no worker'));
    },
  });
  try {
    const { buyer } = await buyTickets(theatre, 1);
    await expect.poll(() => attempts).toBe(1);
    for (let step = 0; step < 30; step += 1) await app.advance(20);
    const { files, html } = await emailTo(buyer);
    expect(files).toEqual([]);
    expect(html).toContain('/e-ticket/');
    expect(attempts).toBe(5);
  } finally {
    Object.assign(documents, { make });
  }
});

it('a code for a new password arrives as text and as HTML, Indonesian first, then English (§16.81)', async () => {
  const email = 'pembeli@contoh.id';
  const answer = await app.anonymous().call(calls.forgotPassword, { body: { email } });
  expect(answer.status).toBe(200);
  const find = () => mailServer.received.find(({ to }) => to === email);
  await expect.poll(find, { timeout: 20_000 }).toBeDefined();
  const { from, data } = find()!;
  expect([from, headerOf(data, 'to')]).toEqual(['tiket@contoh.id', email]);
  expect(headerOf(data, 'from')).toBe('Tiket <tiket@contoh.id>');
  expect(headerOf(data, 'content-type')).toContain('multipart/alternative');
  const [code = ''] = /^\d{6}/.exec(headerOf(data, 'subject')) ?? [];
  const parts = mimeParts(data);
  // Mail programs show the last alternative that they support, so HTML comes last.
  expect(parts.map(({ type }) => type)).toEqual(['text/plain', 'text/html']);
  for (const { text } of parts) {
    expect(text).toContain(code);
    expect(text).toMatch(/kata sandi baru.*new password/s);
  }
  expect(parts[0]?.text).not.toMatch(/<\w+/);
  const body = { email, otp: code, password: 'kuda-laut-9' };
  expect((await app.anonymous().call(calls.resetPassword, { body })).status).toBe(200);
});

it('an order is one entry of a calendar on pages and in letters, which moves and ends with its event', async () => {
  const { db, clock } = app.services;
  const { buyer } = await buyTickets(seminar, 1);
  const [ticket] = await ticketsOf(buyer);
  const entryOf = ({ files }: Awaited<ReturnType<typeof emailTo>>) => {
    const { text, head } = files.at(-1)!;
    const calendar = new ICAL.Component(ICAL.parse(text));
    const { uid, sequence } = new ICAL.Event(calendar.getFirstSubcomponent('vevent')!);
    const method = calendar.getFirstPropertyValue('method');
    expect(head).toContain(`method=${method}`);
    return { uid, sequence, method, files: files.length };
  };
  const postpone = (given: object) =>
    runSaleTask(
      { db, clock, live: app.services },
      { task: 'sale', verb: 'postpone', slug: seminar, yes: seminar, ...given },
    );
  const uid = calendarUidOf(ticket!.order_code);
  expect(entryOf(await emailTo(buyer))).toEqual({ uid, sequence: 0, method: 'PUBLISH', files: 2 });
  await postpone({});
  await app.tick();
  expect(entryOf(await emailTo(buyer, 2))).toEqual({
    uid,
    sequence: 1,
    method: 'CANCEL',
    files: 1,
  });
  await postpone({ to: '2031-03-01 19:30' });
  await app.tick();
  const moved = entryOf(await emailTo(buyer, 3));
  expect(moved).toMatchObject({ uid, method: 'PUBLISH', files: 2 });
  expect(moved.sequence).toBeGreaterThan(1);
  const page = await buyer.call(calls.eTicket, { params: { id: ticket!.id } });
  const { order_id, calendar_sequence } = page.body.data.ticket;
  expect([calendarUidOf(order_id), calendar_sequence]).toEqual([uid, moved.sequence]);
  const detail = await buyer.call(calls.eventDetail, { params: { slug: seminar } });
  expect(detail.body.data.calendar_sequence).toBe(moved.sequence);
});
