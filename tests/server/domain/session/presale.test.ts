import { beforeAll, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { writePresale } from '../../../../server/domain/session/presale.ts';
import { findEvent } from '../../../../server/domain/session/session-rows.ts';
import { openShop } from '../../support/open-shop.ts';
import { expectSound, holdSeats, leave, theatre } from '../../support/purchase.ts';
import type { TestClient } from '../../support/test-app.ts';

const app = await openShop({ events: [theatre] }, null);
let listed: TestClient;
beforeAll(async () => {
  const { db, clock } = app.services;
  [listed] = await app.makeBuyers(1);
  await db.query(
    `update events set presale_starts_at = $2::timestamptz - interval '1 hour', sale_starts_at = $2::timestamptz + interval '1 hour'
     where slug = $1`,
    [theatre, clock.now()],
  );
  const event = await findEvent(db, clock, theatre);
  const codes = [
    { code: 'KAMI-1', maxPeople: 2, perPerson: 2 },
    { code: 'TEMAN', maxPeople: null, perPerson: null },
  ];
  const people = [` ${listed.email.toUpperCase()} `];
  await db.tx((tx) => writePresale(tx, event?.id ?? '', { codes, people }));
});

/** Joins, with a code where one is given; says how it went. */
const joinWith = async (client: TestClient, code?: string) => {
  const body = code === undefined ? {} : { presale_code: code };
  const answer = await client.call(calls.joinQueue, { params: { slug: theatre }, body });
  return answer.status === 200 ? 'in' : (answer.body as { code?: string }).code;
};
/** An account may join six times a minute. */
const nextMinute = (tries: number) => {
  if (tries % 5 === 0) app.services.clock.advance(61);
};

it('lets in an address of the list without a code, and buys as in the sale', async () => {
  expect(await joinWith(listed)).toBe('in');
  await holdSeats(app, listed, theatre, 1);
  await expectSound(app.services.db, { operator: true });
});

it('a code admits so many people, and each so many times; a second call of one join counts once', async () => {
  const [one, two, three] = await app.makeBuyers(3);
  expect(await joinWith(one)).toBe('presaleOnly');
  for (const spelling of ['kami1', 'kami1']) expect(await joinWith(one, spelling)).toBe('in');
  expect(await joinWith(two, 'KAMI - 1')).toBe('in');
  expect(await joinWith(three, 'KAMI-1')).toBe('presaleCodeSpent');
  await leave(one);
  expect(await joinWith(one, 'KAMI-1')).toBe('in');
  await leave(one);
  expect(await joinWith(one, 'KAMI-1')).toBe('presaleCodeSpent');
  expect(await joinWith(one, 'TEMAN')).toBe('in');
});

it('a right code does not count as a try, and after ten wrong ones no code does any more', async () => {
  const [guesser, other] = await app.makeBuyers(2);
  for (let tries = 0; tries < 12; tries += 1) {
    nextMinute(tries);
    expect(await joinWith(guesser, 'TEMAN')).toBe('in');
    await leave(guesser);
  }
  for (let tries = 0; tries < 10; tries += 1) {
    nextMinute(tries);
    expect(await joinWith(guesser, `SALAH${tries}`)).toBe('presaleCodeWrong');
  }
  nextMinute(0);
  expect(await joinWith(guesser, 'TEMAN')).toBe('presaleTriesSpent');
  expect(await joinWith(other, 'TEMAN')).toBe('in');
});

it('keeps neither codes nor addresses readable, and asks for none once the sale is open', async () => {
  const rows = await app.services.db.query(
    'select code_hash as hash from presale_codes union all select email_hash from presale_people',
  );
  expect(JSON.stringify(rows)).not.toMatch(/KAMI|TEMAN|contoh/i);
  await app.advance(3600);
  const [buyer] = await app.makeBuyers(1);
  expect(await joinWith(buyer, 'SALAH')).toBe('in');
});
