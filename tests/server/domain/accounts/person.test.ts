import { spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { erasePerson, exportPerson } from '../../../../server/domain/accounts/person.ts';
import { writePresale } from '../../../../server/domain/session/presale.ts';
import { bundleServer } from '../../../support/browser/server-bundle.ts';
import { tempFolder } from '../../../support/temp-folder.ts';
import { codeTo } from '../../support/emails.ts';
import { openShop } from '../../support/open-shop.ts';
import {
  beginPayment,
  buySeats,
  concert,
  holdSeats,
  leave,
  payerDoes,
} from '../../support/purchase.ts';
import { createTestApp, type TestClient } from '../../support/test-app.ts';

const app = await openShop({ events: [concert] });

const password = 'pelabuhan-ratu-31';
const person = { firstName: 'Kartikasari', lastName: 'Wulandhani', phoneNumber: '+6281287654321' };

/** A person who registered, verified the address and is signed in. */
async function newPerson(email: string): Promise<TestClient> {
  const client = app.anonymous();
  const body = { ...person, email, password };
  expect((await client.call(calls.register, { body })).status).toBe(200);
  await client.call(calls.generateOtp);
  const otp = await codeTo(app, email);
  expect((await client.call(calls.validateOtp, { body: { otp } })).status).toBe(200);
  return app.as(email);
}

const now = () => app.services.clock.now();
const exported = (email: string) => exportPerson(app.services.db, email, now());
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

it("the export of a person's data has account, orders, tickets, form answers, e-mails, sign-ins and the audit rows, no secret and nobody else", async () => {
  const client = await newPerson('kartika@uji.contoh.id');
  const [other] = await app.makeBuyers(1);
  await buySeats(app, client, concert);
  await buySeats(app, other, concert, 1);
  const told = await exported(client.email.toUpperCase());
  expect(told.account).toMatchObject({ email: client.email, first_name: 'Kartikasari' });
  const parts = 'orders payments tickets answers queue letters agreed sign_ins log'.split(' ');
  for (const part of parts) expect(told[part], part).not.toEqual([]);
  const text = JSON.stringify(told);
  expect(text).toContain('Tamu 1');
  expect(text).not.toMatch(/argon2|id_hash|qr_code|code_hmac/);
  for (const trace of [other.email, other.accountId]) expect(text).not.toContain(trace);
  await expect(exported('tidak@ada.id')).rejects.toThrow('No account');
});

describe('an erased person (§16.60)', () => {
  it('is in no table any more; the money is; the address can register again, as a new person', async () => {
    const email = 'sekarayu.lestari@uji.contoh.id';
    const client = await newPerson(email);
    const { id: paymentId } = await buySeats(app, client, concert);
    await client.call(calls.updateProfile, {
      body: { firstName: 'Sekarayu', lastName: 'Lestari', phoneNumber: '+6281299998888' },
    });
    const { db } = app.services;
    await db.query(`update tickets set holder_name = 'Sekarayu Lestari' where account_id = $1`, [
      client.accountId,
    ]);
    const [event] = await db.query<{ id: string }>('select id from events order by id limit 1');
    const presale = { codes: [], people: [email, 'orang@lain.id'] };
    await db.tx((tx) => writePresale(tx, '', event?.id ?? '', presale));
    const { counts, ended } = await erase('Sekarayu.Lestari@uji.contoh.id', true);
    expect(counts).toMatchObject({ voided: 2, presale: 1 });
    expect(await db.query('select event_id from presale_people')).toHaveLength(1);
    expect(ended.length).toBeGreaterThan(0);
    const left = await everything();
    for (const trace of ['ekarayu', 'Lestari', '81299998888']) {
      expect(left.includes(trace), trace).toBe(false);
    }
    const payments = await db.query('select status, amount from payments where id = $1', [
      paymentId,
    ]);
    expect(payments).toMatchObject([{ status: 'completed', amount: expect.any(Number) }]);
    const log = await db.query(
      `select detail from audit_log where action = 'person.erase' and account_id = $1`,
      [client.accountId],
    );
    expect(log).toEqual([{ detail: counts }]);
    expect((await client.call(calls.me)).status).toBe(401);
    const login = await app.anonymous().call(calls.login, { body: { email, password } });
    expect(login.status).toBe(401);
    const again = await newPerson(email);
    expect(again.accountId).not.toBe(client.accountId);
    expect((await again.call(calls.purchaseHistory)).body.data).toEqual([]);
    await expect(erase('tidak@ada.id')).rejects.toThrow('No account');
  });

  it('is refused while something is in progress, with the reason', async () => {
    const [client] = await app.makeBuyers(1);
    const { db } = app.services;
    await holdSeats(app, client, concert, 1);
    await expect(erase(client.email)).rejects.toThrow('buying just now');
    await leave(client);
    const payment = await beginPayment(app, client, concert, 1);
    await expect(erase(client.email)).rejects.toThrow('A payment of this person is under way');
    await payerDoes(app, payment.id, 'settlement');
    await expect(erase(client.email)).rejects.toThrow('1 valid tickets of events to come');
    expect((await client.call(calls.me)).status).toBe(200);
    await db.query(
      `insert into payment_notices (gateway, source, fingerprint, payment_ref, received_at, last_at, state)
       values ('simulated', 'notice', 'x', $1, $2, $2, 'mismatched')`,
      [payment.id, now()],
    );
    await expect(erase(client.email, true)).rejects.toThrow('npm run admin -- notices');
    await db.query(`update payment_notices set state = 'dismissed' where fingerprint = 'x'`);
    await erase(client.email, true);
  });

  it('leaves the tickets of others, and tickets of past events need no option', async () => {
    const [client, other] = await app.makeBuyers(2);
    for (const buyer of [client, other]) await buySeats(app, buyer, concert, 1);
    const { db } = app.services;
    await db.query(
      `update events set starts_at = $1::timestamptz - interval '2 hours', ends_at = $1`,
      [new Date(now().getTime() - 1000)],
    );
    const { counts } = await erase(client.email);
    expect(counts.voided).toBe(0);
    const valid = await db.query(
      `select 1 from tickets where account_id = $1 and voided_at is null and holder_name <> ''`,
      [other.accountId],
    );
    expect(valid).toHaveLength(1);
  });
});

describe('npm run admin -- person', () => {
  const folder = tempFolder();
  const env = { DATA_DIR: joinPath(folder, 'data') };
  let script: string;
  beforeAll(async () => {
    script = (await bundleServer()).operator.person;
  });

  it('asks for the address again, writes a file readable only by its owner, and refuses unknown arguments', async () => {
    const run = (args: readonly string[], input = '') =>
      spawnSync(process.execPath, [script, ...args], {
        env: { ...process.env, ...env },
        encoding: 'utf8',
        input,
      });
    const live = await createTestApp({ env, events: 'none' });
    const [{ email }] = await live.makeBuyers(1);
    await live.close();
    expect(run(['erase']).status).toBe(2);
    expect(run(['export', email, '--everything']).status).toBe(2);
    const file = joinPath(folder, 'copy.json');
    expect(run(['export', email, '--to', file])).toMatchObject({ status: 0, stderr: '' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8')).account).toMatchObject({ first_name: 'Pembeli' });
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
