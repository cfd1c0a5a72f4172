import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '../../../contract/call/calls.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

interface ShownMail {
  to: string;
  subject: string;
  text: string;
  sent_at: string;
}
interface ClockState {
  now: string;
  offset_seconds: number;
}

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ events: ['seminar-gratis-yogya'] });
});
afterAll(() => app.close());

const bare = (method: 'GET' | 'POST', url: string, payload?: object, headers = {}) =>
  app.fastify.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });

describe('/dev/mail', () => {
  test('lists the e-mails to one address, newest first, as an array', async () => {
    const { mailer } = app.services;
    await mailer.send({ to: 'Satu@contoh.id', subject: 'pertama', text: 'a' });
    await mailer.send({ to: 'dua@contoh.id', subject: 'lain', text: 'b' });
    await mailer.send({ to: 'satu@contoh.id', subject: 'kedua', text: 'c' });
    const mails = (await bare('GET', '/dev/mail?to=satu@contoh.id')).json<ShownMail[]>();
    expect(mails.map(({ subject }) => subject)).toEqual(['kedua', 'pertama']);
    expect(Object.keys(mails[0]!).sort()).toEqual(['sent_at', 'subject', 'text', 'to']);
    expect(new Date(mails[0]!.sent_at).toISOString()).toBe(mails[0]!.sent_at);
    expect((await bare('GET', '/dev/mail')).json<ShownMail[]>()).toHaveLength(3);
  });

  test('is a page in a browser, with all content of an e-mail escaped', async () => {
    await app.services.mailer.send({
      to: 'x@contoh.id',
      subject: '<img src=x>',
      text: '<script>1</script>',
    });
    const page = await bare('GET', '/dev/mail', undefined, { accept: 'text/html,*/*' });
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.body).toContain('&lt;img src=x&gt;');
    expect(page.body).not.toContain('<script>');
  });
});

describe('/dev/clock', () => {
  test('moves the time ahead and stores it for the next start', async () => {
    const before = (await bare('GET', '/dev/clock')).json<ClockState>();
    const after = (await bare('POST', '/dev/clock', { advance_seconds: 3_600 })).json<ClockState>();
    expect(after.offset_seconds).toBe(before.offset_seconds + 3_600);
    expect(Date.parse(after.now) - Date.parse(before.now)).toBeGreaterThanOrEqual(3_600_000);
    const facts = await app.services.db.query('select value from server_facts where name = $1', [
      'clock.offset',
    ]);
    expect(facts).toEqual([{ value: String(after.offset_seconds) }]);
  });

  test('due work is done before the response', async () => {
    const buyer = await app.as('pembeli@contoh.id');
    const params = { slug: 'seminar-gratis-yogya' };
    expect((await buyer.call(calls.joinQueue, { params })).body.data.session?.state).toBe('online');
    await bare('POST', '/dev/clock', { advance_seconds: 16 * 60 });
    const [row] = await app.services.db.query('select state from purchase_sessions');
    expect(row).toEqual({ state: 'expired' });
  });

  test.each([
    {},
    { advance_seconds: -1 },
    { advance_seconds: 1.5 },
    { advance_seconds: '5' },
    { x: 1 },
  ])('%j is refused', async (body) => {
    expect((await bare('POST', '/dev/clock', body)).statusCode).toBe(422);
  });
});

describe('/dev/reset', () => {
  test('inserts the seed again, sets the clock back and signs everybody out', async () => {
    const client = await app.as('pembeli@contoh.id');
    await bare('POST', '/dev/clock', { advance_seconds: 86_400 });
    const mails = await app.services.db.query('select 1 from mails');
    expect(mails.length).toBeGreaterThan(0);
    expect((await bare('POST', '/dev/reset')).json()).toMatchObject({ reset: true });
    expect((await bare('GET', '/dev/clock')).json<ClockState>().offset_seconds).toBe(0);
    expect((await client.call(calls.me)).status).toBe(401);
    expect((await bare('GET', '/dev/mail')).json()).toEqual([]);
    const event = await client.call(calls.eventDetail, {
      params: { slug: 'seminar-gratis-yogya' },
    });
    expect(event.status).toBe(200);
    const again = { email: 'pembeli@contoh.id', password: 'tiket1234' };
    expect((await app.anonymous().call(calls.login, { body: again })).status).toBe(200);
  });
});

describe('who may use the tools', () => {
  test.each([
    [{}, 200],
    [{ 'sec-fetch-site': 'none' }, 200],
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ origin: 'https://evil.test' }, 403],
  ])('a request with %j gets %i', async (headers, status) => {
    expect((await bare('POST', '/dev/clock', { advance_seconds: 0 }, headers)).statusCode).toBe(
      status,
    );
  });

  test('the start page names every tool', async () => {
    const page = (await bare('GET', '/dev')).body;
    for (const tool of ['mail', 'gateway', 'queue', 'broker', 'clock', 'reset']) {
      expect(page).toContain(`/dev/${tool}`);
    }
  });

  test('without DEV_TOOLS none of them exists', async () => {
    const closed = await createTestApp({ env: { DEV_TOOLS: '0' }, events: 'none' });
    for (const url of ['/dev', '/dev/mail', '/dev/clock', '/dev/gateway/x']) {
      expect((await closed.fastify.inject({ method: 'GET', url })).statusCode).toBe(404);
    }
    for (const url of [
      '/dev/clock',
      '/dev/reset',
      '/dev/queue/x',
      '/dev/broker',
      '/dev/gateway/x',
    ]) {
      expect((await closed.fastify.inject({ method: 'POST', url, payload: {} })).statusCode).toBe(
        404,
      );
    }
    await closed.close();
  });
});
