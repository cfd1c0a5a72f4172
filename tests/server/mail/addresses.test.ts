import fc from 'fast-check';
import nodemailer from 'nodemailer';
import { describe, expect, it } from 'vitest';
import { emailSchema, personNameSchema } from '../../../contract/fields.ts';
import { visibleText } from '../../../contract/texts/visible-text.ts';
import { messageOf } from '../../../server/mail/smtp.ts';
import { openDb } from '../support/open-shop.ts';

/** Generated addresses; 100,000 with ADDRESS_RUNS=100000. */
const runs = Number(process.env.ADDRESS_RUNS ?? 3_000);

const transport = nodemailer.createTransport({ jsonTransport: true });

/** The recipients of an e-mail to an address, as nodemailer hands them to the mail server. */
async function mailedTo(recipient: string): Promise<readonly unknown[]> {
  const rest = { subject: 's', body_text: 't', body_html: null, reply_to: recipient, token: 'ab' };
  const email = { recipient, ...rest, attachments: [] };
  const from = { mailFrom: 'Roetix <loket@contoh.id>', mailBounceAddress: null };
  const { envelope, message } = await transport.sendMail(messageOf(email, from));
  const { to, replyTo } = JSON.parse(String(message));
  return [envelope.to, to[0].address, replyTo[0].address];
}

const db = await openDb();

it.each([
  'x<me@gmail.com',
  'me(3)@gmail.com',
  '"me"@gmail.com',
  'g:me@gmail.com',
  '1,me@gmail.com',
  'me@gmail.com,you@gmail.com',
  'me;you@gmail.com',
  'a..b@gmail.com',
  '.a@gmail.com',
  'a.@gmail.com',
  `${'a'.repeat(65)}@gmail.com`,
  'a@[127.0.0.1]',
  'a@127.0.0.1',
  'a@-gmail.com',
  'a@gmail-.com',
  'a@gmail..com',
  'a@localhost',
  'a@gmail.c',
  'büro@contoh.id',
  'a@exämple.id',
  'a\n@contoh.id',
])('refuses %j', (address) => {
  expect(emailSchema.safeParse(address).success).toBe(false);
});

it.each([
  ['\u200bbudi@contoh.id', 'budi@contoh.id'],
  [' budi@contoh.id\u2060\n', 'budi@contoh.id'],
  ["o'neil+a_b@sub.contoh.co.id", "o'neil+a_b@sub.contoh.co.id"],
])('reads %j as %s', (typed, address) => {
  expect(emailSchema.safeParse(typed)).toMatchObject({ success: true, data: address });
});

describe('a text as a reader sees it (§5.3)', () => {
  it.each([
    ['\u3164', ''],
    ['\u200b\u00ad \u2800', ''],
    ['Budi\u202eitraH', 'BudiitraH'],
    ['\u2066Budi\u2069', 'Budi'],
    [' Ni\u200d Luh ', 'Ni Luh'],
  ])('%j is %j', (typed, seen) => {
    expect(visibleText(typed)).toBe(seen);
  });

  it.each(['Budi\nHartono', 'Budi\u2028x', 'Budi\u0007', '\ud800'])('%j is no name', (typed) => {
    expect(personNameSchema.safeParse(typed).success).toBe(false);
  });
});

const oddities = [
  ...['..', '=?utf-8?q?', '\r\n', '\u200b', '\u202e', '\u3164', '\u0000', 'é', '٣', 'Ａ', 'ß'],
  ...['😀', '\ud800', ...'"<>(),:;\\@[] .+-'],
];
const letter = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(..."abcXYZ019.+-_'!%") },
  { weight: 1, arbitrary: fc.constantFrom(...oddities) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }) },
);
const localPart = fc.array(letter, { minLength: 1, maxLength: 12 }).map((all) => all.join(''));
const host = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('gmail.com', 'googlemail.com', 'contoh.id', 'GMAIL.com'),
  },
  { weight: 1, arbitrary: fc.array(letter, { maxLength: 8 }).map((all) => `${all.join('')}.id`) },
);

it('an accepted address is mailed to itself alone, and a mailbox of Gmail is one person (§5.14)', async () => {
  const given = fc.sample(fc.tuple(localPart, host), { numRuns: runs, seed: 36 });
  const accepted = given.flatMap(([local, at]) => {
    const read = emailSchema.safeParse(`${local}@${at}`);
    return read.success ? [read.data] : [];
  });
  expect(accepted.length).toBeGreaterThan(runs / 20);
  for (const address of accepted) {
    // Only the host name changes its case.
    const same = address.replace(/@.*/, (host) => host.toLowerCase());
    expect(await mailedTo(address), address).toEqual([[same], same, same]);
  }
  const rows = await db.query<{ address: string; person: string }>(
    'select a as address, person_of(a) as person from unnest($1::text[]) a',
    [accepted],
  );
  const mailboxes = rows.filter(({ address }) => /@g(oogle)?mail\.com$/i.test(address));
  expect(mailboxes.length).toBeGreaterThan(runs / 30);
  for (const { address, person } of mailboxes) {
    const [local = ''] = address.toLowerCase().split('@');
    const base = (local.split('+')[0] ?? '').replaceAll('.', '');
    expect(person).toBe(base === '' ? address.toLowerCase() : `${base}@gmail.com`);
  }
}, 300_000);

it.each([
  ['me-dagang@yahoo.co.id', 'me@yahoo.co.id'],
  ['me-dagang@contoh.id', 'me-dagang@contoh.id'],
  ['me@me.com', 'me@icloud.com'],
  ['A.b+x@pm.me', 'ab@proton.me'],
])('the person of %s is %s', async (address, person) => {
  expect(await db.query('select person_of($1) as person', [address])).toEqual([{ person }]);
});
