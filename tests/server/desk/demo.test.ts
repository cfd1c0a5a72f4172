import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { calls } from '../../../contract/call/calls.ts';
import { demoEmailsPath, demoPaymentsPath } from '../../../contract/settings.ts';
import { productionEnv } from '../../../lab/shared/production-env.ts';
import { createApp } from '../../../server/app.ts';
import { labelled } from '../../../server/demo/labelled-mail.ts';
import { accounts } from '../../../server/seed/accounts.ts';
import { sampleDataProblem, seedOfMode } from '../../../server/seed/by-mode.ts';
import { seed } from '../../../server/seed/insert.ts';
import { openMigrated } from '../../support/database/open-migrated.ts';
import { openShop } from '../support/open-shop.ts';
import { beginPayment, expectSound, paymentOf, theatre } from '../support/purchase.ts';
import { createTestApp, type TestApp, type TestClient, testConfig } from '../support/test-app.ts';

const label = 'DEMO: uang simulasi, tiket tidak berlaku.';
const visitorEmail = 'tamu@demo.contoh.id';
const form = { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost:80' };

const app = await openShop(
  { env: { ROETIX_MODE: 'demo' }, events: [theatre], accounts: false },
  null,
);

async function registered(email: string): Promise<TestClient> {
  const visitor = app.anonymous();
  const person = { firstName: 'Tamu', lastName: 'Demo', phoneNumber: '+6281234567890' };
  const body = { ...person, email, password: 'senja-di-pantai-7' };
  expect((await visitor.call(calls.register, { body })).status).toBe(200);
  return visitor;
}

describe('a public demo (§16.3)', () => {
  let visitor: TestClient;

  test('inserts events, but no account with a public password', async () => {
    expect(seedOfMode).toEqual({ development: {}, demo: { accounts: false }, production: false });
    const { db } = app.services;
    expect(await db.query('select 1 from events')).toHaveLength(1);
    expect(await db.query('select 1 from accounts')).toEqual([]);
    for (const { email, password } of accounts) {
      const answer = await app.anonymous().call(calls.login, { body: { email, password } });
      expect(answer.status).toBe(401);
    }
  });

  test('lets a visitor register, read the code on a page, and verify the address', async () => {
    visitor = await registered(visitorEmail);
    await visitor.call(calls.generateOtp);
    const page = await visitor.ask('GET', demoEmailsPath);
    expect(page.status).toBe(200);
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.text).toContain(label);
    const [, code = ''] = /\[DEMO\] (\d{6}) adalah kode/.exec(page.text) ?? [];
    expect((await visitor.call(calls.validateOtp, { body: { otp: code } })).status).toBe(200);
  });

  test('shows the e-mails to no other account', async () => {
    expect((await app.anonymous().ask('GET', demoEmailsPath)).headers.location).toBe('/login');
    const stranger = await registered('orang.lain@demo.contoh.id');
    const page = await stranger.ask('GET', demoEmailsPath);
    expect(page.status).toBe(200);
    expect(page.text).not.toContain(visitorEmail);
    expect(page.text).not.toMatch(/\d{6} adalah kode/);
  });

  test('takes a payment that only its owner can simulate, and issues the tickets', async () => {
    const path = `${demoPaymentsPath}/${(await beginPayment(app, visitor, theatre)).id}`;
    const stranger = await registered('orang.ketiga@demo.contoh.id');
    const body = 'outcome=settlement';
    expect((await stranger.ask('GET', path)).status).toBe(404);
    expect((await stranger.ask('POST', path, { body, headers: form })).status).toBe(404);
    expect((await app.anonymous().ask('POST', path, { body, headers: form })).status).toBe(401);
    expect((await app.anonymous().ask('GET', path)).headers.location).toBe('/login');
    const foreign = { ...form, 'sec-fetch-site': 'cross-site' };
    expect((await visitor.ask('POST', path, { body, headers: foreign })).status).toBe(403);
    expect((await paymentOf(visitor, theatre)).status).toBe('pending');

    const page = await visitor.ask('GET', path);
    expect(page.text).toContain('tidak ada uang yang berpindah');
    expect(page.text).not.toContain('/dev');
    const played = await visitor.ask('POST', path, { body, headers: form });
    expect(played.status).toBe(303);
    expect(played.headers.location).toBe(path);
    await app.drain();
    const paid = await paymentOf(visitor, theatre);
    expect(paid.status).toBe('completed');
    expect(paid.ticket_ids).toHaveLength(2);
    const refund = { body: 'outcome=refund', headers: form };
    expect((await visitor.ask('POST', path, refund)).status).toBe(422);
    expect((await visitor.ask('GET', `${demoPaymentsPath}/x`)).status).toBe(404);
    const printed = await visitor.ask('GET', `/api/e-ticket/${paid.ticket_ids[0]}/html`);
    expect(printed.text).toContain('(SIMULASI)');
    await expectSound(app.services.db);
  });

  test('says in every e-mail that it is a demo (§2.29)', async () => {
    const rows = await app.services.db.query<{
      subject: string;
      body_text: string;
      body_html: string | null;
    }>('select subject, body_text, body_html from mails');
    expect(rows.length).toBeGreaterThan(1);
    for (const { subject, body_text, body_html } of rows) {
      expect(subject).toMatch(/^\[DEMO\] /);
      expect(body_text.startsWith(label)).toBe(true);
      if (body_html !== null) expect(body_html).toMatch(/<body[^>]*><p[^>]*>DEMO: uang simulasi/);
    }
    expect(labelled({ to: 'a@b.c', subject: 'S', text: 'T' })).not.toHaveProperty('html');
  });

  test('with a mail server has no page for e-mails: a person must own the registered address', async () => {
    const mailing = await createTestApp({
      env: { ROETIX_MODE: 'demo', SMTP_URL: 'smtp://127.0.0.1:1' },
      events: 'none',
    });
    const [buyer] = await mailing.makeBuyers(1);
    expect((await buyer?.ask('GET', demoEmailsPath))?.status).toBe(404);
    await mailing.close();
  });
});

describe('what belongs to one mode', () => {
  /** Whether any route starts with this prefix, in Fastify's printed tree. */
  async function hasRoot(shown: TestApp, part: string): Promise<boolean> {
    await shown.fastify.ready();
    const drawn = shown.fastify.printRoutes({ commonPrefix: false });
    return new RegExp(`(?<![a-z])${part}(?![a-z])`).test(drawn);
  }
  const devPaths = [
    ...['', '/', '/mail', '/mail?to=a@b.c', '/gateway', '/queue/teater-tanpa-form-solo', '/gate'],
    ...['/gateway/6b7c7a9e-0000-4000-8000-000000000000', '/gate-pass/teater-tanpa-form-solo'],
    ...['/void-ticket/AAAA-2222', '/clock', '/broker', '/faults', '/reset', '/state', '/go/x'],
    ...['/scenarios/x', '/panel', '/assets/play.js', '/google/authorize'],
  ].map((path) => `/dev${path}`);

  test.each([
    ['development', {}],
    ['demo', { ROETIX_MODE: 'demo' }],
    ['production', { ...productionEnv, HOST: '127.0.0.1' }],
  ])('%s mounts under /dev and /demo what is its own', async (mode, env) => {
    const overrides = mode === 'production' ? { db: await openMigrated() } : {};
    const shown = await createTestApp({ env, events: 'none', overrides });
    expect(await hasRoot(shown, 'dev')).toBe(mode === 'development');
    expect(await hasRoot(shown, 'demo')).toBe(mode === 'demo');
    if (mode === 'development') return shown.close();
    for (const url of [...devPaths, '/%64ev/mail', '/DEV/mail']) {
      for (const method of ['GET', 'POST', 'DELETE'] as const) {
        const headers = { accept: 'application/json' };
        const { statusCode } = await shown.fastify.inject({ method, url, headers });
        expect(`${method} ${url} ${statusCode}`).toBe(`${method} ${url} 404`);
      }
    }
    await shown.close();
  });

  test.each([
    ['simulated', true],
    ['', false],
  ])(
    'production without sample data and with the gateways "%s" says on pages and in e-mails that money is simulated: %s',
    async (names, isSaid) => {
      const config = {
        ...testConfig({ ...productionEnv }),
        paymentGateways: names === '' ? [] : [names],
      };
      const clientFolder = mkdtempSync(join(tmpdir(), 'client-'));
      writeFileSync(join(clientFolder, 'index.html'), '<!doctype html><head></head>');
      const shop = await createApp(
        config,
        { db: await openMigrated() },
        { ticker: false, clientFolder },
      );
      const { db, gateways, mailer } = shop.services;
      for (const table of ['events', 'accounts', 'vouchers', 'organizers', 'mails']) {
        expect(await db.query(`select 1 from ${table}`)).toEqual([]);
      }
      expect(gateways.all.map(({ name }) => name)).toEqual(config.paymentGateways);
      await mailer.send({ to: 'uji@contoh.id', subject: 'Uji', text: 'Uji' });
      const [mail] = await db.query<{ body_text: string }>('select body_text from mails');
      expect(mail?.body_text.includes('uang simulasi')).toBe(isSaid);
      const page = await shop.fastify.inject({ url: '/', headers: { accept: 'text/html' } });
      expect(page.body.includes('demo&quot;:&quot;mail&quot;')).toBe(isSaid);
      await shop.close();
      rmSync(clientFolder, { recursive: true });
    },
  );

  test('a database with sample accounts is refused in other modes, one with sample events in production', async () => {
    const db = await openMigrated();
    await seed(db, app.services.clock, { only: [], accounts: false });
    expect(await sampleDataProblem(db, 'demo')).toBeNull();
    expect(await sampleDataProblem(db, 'production')).toContain('sample events');
    await db.close();

    const own = await openMigrated();
    await seed(own, app.services.clock, { only: [] });
    // Like a database whose stamp was deleted.
    await own.query(`delete from server_facts where name = 'seed.stamp'`);
    expect(await sampleDataProblem(own, 'development')).toBeNull();
    expect(await sampleDataProblem(own, 'production')).toContain('sample accounts');
    const starting = createApp(testConfig({ ROETIX_MODE: 'demo' }), { db: own }, { ticker: false });
    await expect(starting).rejects.toThrow(/sample accounts.*Point DATABASE_URL or DATA_DIR at/);
  });
});
