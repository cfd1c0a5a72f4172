import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { erasePerson, exportPerson } from '../../../../server/domain/accounts/person.ts';
import { writePresale } from '../../../../server/domain/session/presale.ts';
import { bundleServer } from '../../../support/browser/server-bundle.ts';
import {
  beginPayment,
  concert,
  expectSound,
  holdSeats,
  payerDoes,
  paymentOf,
} from '../../support/purchase.ts';
import { createTestApp, type TestApp, type TestClient } from '../../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ events: [concert] });
});
afterAll(() => app.close());
afterEach(() => expectSound(app.services.db));

const password = 'pelabuhan-ratu-31';
const person = {
  firstName: 'Kartikasari',
  lastName: 'Wulandhani',
  phoneNumber: '+6281287654321',
};
let people = 0;

/** A person who registered, verified the address and is signed in. */
async function newPerson(given?: string): Promise<TestClient> {
  people += 1;
  const email = given ?? `kartika${people}@uji.contoh.id`;
  const client = app.anonymous();
  const body = { ...person, email, password };
  expect((await client.call(calls.register, { body })).status).toBe(200);
  await client.call(calls.generateOtp);
  const [letter] = await app.services.db.query<{ body_text: string }>(
    'select body_text from mails where recipient = $1 order by id desc limit 1',
    [email],
  );
  const otp = /\b\d{6}\b/.exec(letter?.body_text ?? '')?.[0] ?? '';
  expect((await client.call(calls.validateOtp, { body: { otp } })).status).toBe(200);
  return app.as(email);
}

async function buys(client: TestClient, seats = 2): Promise<string> {
  const payment = await beginPayment(app, client, concert, seats);
  await payerDoes(app, payment.id, 'settlement');
  expect((await paymentOf(client, concert)).status).toBe('completed');
  return payment.id;
}

const now = () => app.services.clock.now();
const erase = (email: string, withTickets = false) =>
  erasePerson(app.services.db, email, withTickets, now());

/** Every row of every table as text, to search for data that must be gone. */
async function everything(): Promise<string> {
  const { db } = app.services;
  const tables = await db.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const [row] = await db.query<{ text: string | null }>(
      `select string_agg(t::text, ' ') as text from "${name}" t`,
    );
    texts.push(row?.text ?? '');
  }
  return texts.join('\n');
}

describe("the export of a person's data", () => {
  it('contains account, orders, tickets, form answers, e-mails, sign-ins and the audit rows, and no secret', async () => {
    const client = await newPerson();
    await buys(client);
    const told = await exportPerson(app.services.db, client.email.toUpperCase(), now());
    expect(told.account).toMatchObject({ email: client.email, first_name: 'Kartikasari' });
    for (const part of [
      'orders',
      'payments',
      'tickets',
      'answers',
      'queue',
      'letters',
      'agreed',
      'sign_ins',
      'log',
    ]) {
      expect(told[part], part).not.toEqual([]);
    }
    const text = JSON.stringify(told);
    expect(text).toContain('Tamu 1');
    expect(text).not.toMatch(/argon2|id_hash|qr_code|code_hmac/);
    await expect(exportPerson(app.services.db, 'tidak@ada.id', now())).rejects.toThrow(
      'No account',
    );
  });

  it('contains nothing about other people', async () => {
    const [one, other] = [await newPerson(), await newPerson()];
    await buys(other);
    const text = JSON.stringify(await exportPerson(app.services.db, one.email, now()));
    expect(text).not.toContain(other.email);
    expect(text).not.toContain(other.accountId);
  });
});

describe('an erased person', () => {
  it('is in no table any more; the money is, and every invariant holds', async () => {
    const client = await newPerson('sekarayu.lestari@uji.contoh.id');
    const paymentId = await buys(client);
    await client.call(calls.updateProfile, {
      body: { firstName: 'Sekarayu', lastName: 'Lestari', phoneNumber: '+6281299998888' },
    });
    const { db } = app.services;
    await db.query(`update tickets set holder_name = 'Sekarayu Lestari' where account_id = $1`, [
      client.accountId,
    ]);
    const [event] = await db.query<{ id: string }>('select id from events order by id limit 1');
    const presale = { codes: [], people: [client.email, 'orang@lain.id'] };
    await db.tx((tx) => writePresale(tx, event?.id ?? '', presale));
    const { counts, ended } = await erase('Sekarayu.Lestari@uji.contoh.id', true);
    expect(counts).toMatchObject({ voided: 2, presale: 1 });
    expect(await db.query('select event_id from presale_people')).toHaveLength(1);
    expect(ended.length).toBeGreaterThan(0);
    const left = await everything();
    for (const trace of ['ekarayu', 'Lestari', '81299998888']) {
      expect(left.includes(trace), trace).toBe(false);
    }
    const [payment] = await db.query<{ status: string; amount: number }>(
      'select status, amount from payments where id = $1',
      [paymentId],
    );
    expect(payment).toMatchObject({ status: 'completed', amount: expect.any(Number) });
    const [row] = await db.query<{ detail: object }>(
      `select detail from audit_log where action = 'person.erase' and account_id = $1`,
      [client.accountId],
    );
    expect(row?.detail).toEqual(counts);
    expect((await client.call(calls.me)).status).toBe(401);
  });

  it('cannot sign in or request a code; the address can register again, as a new person', async () => {
    const email = 'kembali@uji.contoh.id';
    const first = await newPerson(email);
    await buys(first, 1);
    await erase(email, true);
    const login = await app.anonymous().call(calls.login, { body: { email, password } });
    expect(login.status).toBe(401);
    const again = await newPerson(email);
    expect(again.accountId).not.toBe(first.accountId);
    expect((await again.call(calls.purchaseHistory)).body.data).toEqual([]);
    await expect(erase('tidak@ada.id')).rejects.toThrow('No account');
  });

  it('is refused while something is in progress, with the reason', async () => {
    const client = await newPerson();
    await holdSeats(app, client, concert, 1);
    await expect(erase(client.email)).rejects.toThrow('buying just now');
    await client.call(calls.exitSession);
    const payment = await beginPayment(app, client, concert, 1);
    await expect(erase(client.email)).rejects.toThrow('A payment of this person is under way');
    await payerDoes(app, payment.id, 'settlement');
    await expect(erase(client.email)).rejects.toThrow('1 valid tickets of events to come');
    expect((await client.call(calls.me)).status).toBe(200);
    await app.services.db.query(
      `insert into payment_notices (gateway, source, fingerprint, payment_ref, received_at, last_at, state)
       values ('simulated', 'notice', 'x', $1, $2, $2, 'mismatched')`,
      [payment.id, now()],
    );
    await expect(erase(client.email, true)).rejects.toThrow('npm run notices');
    await app.services.db.query(
      `update payment_notices set state = 'dismissed' where fingerprint = 'x'`,
    );
    await erase(client.email, true);
  });

  it('leaves the tickets of others, and tickets of past events need no option', async () => {
    const [client, other] = [await newPerson(), await newPerson()];
    await buys(client, 1);
    await buys(other, 1);
    const { db } = app.services;
    await db.query(
      `update events set starts_at = $1::timestamptz - interval '2 hours', ends_at = $1`,
      [new Date(now().getTime() - 1000)],
    );
    const { counts } = await erase(client.email);
    expect(counts.voided).toBe(0);
    const [row] = await db.query<{ n: number }>(
      `select count(*)::int as n from tickets where account_id = $1 and voided_at is null and holder_name <> ''`,
      [other.accountId],
    );
    expect(row?.n).toBe(1);
  });
});

describe('npm run person', () => {
  const folder = mkdtempSync(joinPath(tmpdir(), 'roetix-person-'));
  const env = { DATA_DIR: joinPath(folder, 'data') };
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let script: string;
  beforeAll(async () => {
    script = (await bundleServer()).operator.person;
  });
  const run = (args: readonly string[], input = '') => {
    return spawnSync(process.execPath, [script, ...args], {
      env: { ...process.env, ...env },
      encoding: 'utf8',
      input,
    });
  };

  it('asks for the address again, writes a file readable only by its owner, and refuses unknown arguments', async () => {
    const live = await createTestApp({ env, events: 'none' });
    const email = 'seorang@uji.contoh.id';
    await live.services.db.query(
      `insert into accounts (id, email, first_name, last_name, phone_number, is_verified, created_at)
       values (gen_random_uuid(), $1, 'Seorang', 'Diri', '+6281200000000', true, now())`,
      [email],
    );
    await live.close();
    expect(run(['erase']).status).toBe(2);
    expect(run(['export', email, '--everything']).status).toBe(2);
    const file = joinPath(folder, 'copy.json');
    expect(run(['export', email, '--to', file])).toMatchObject({ status: 0, stderr: '' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8')).account).toMatchObject({ first_name: 'Seorang' });
    writeFileSync(file, 'mine');
    expect(run(['export', email, '--to', file]).status).toBe(1);
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect(run(['erase', email], 'orang@lain.id\n')).toMatchObject({ status: 1 });
    const erased = run(['erase', email], `${email}\n`);
    expect([erased.status, erased.stdout]).toEqual([0, expect.stringContaining('erased')]);
    expect(run(['erase', email, '--yes'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('No account has this address'),
    });
  });
});
