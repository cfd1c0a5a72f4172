import { beforeAll, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { presaleGrantOf, writePresale } from '../../../../server/domain/session/presale.ts';
import { findEvent } from '../../../../server/domain/session/session-rows.ts';
import type { Refusal } from '../../../../server/http/refusal.ts';
import { openShop } from '../../support/open-shop.ts';
import { expectSound, holdSeats, leave, theatre } from '../../support/purchase.ts';
import type { TestClient } from '../../support/test-app.ts';

const app = await openShop({ events: [theatre] }, null);
let listed: TestClient;
beforeAll(async () => {
  const { db, clock, keys } = app.services;
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
  await db.tx((tx) => writePresale(tx, keys.staff, event?.id ?? '', { codes, people }));
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

it('a code admits so many people, and each so many times; a second call of one join counts once (§10.25)', async () => {
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
  const spelling = guesser.email.replace('@', '+lagi@');
  await app.services.db.query('update accounts set email = $2 where id = $1', [
    other.accountId,
    spelling,
  ]);
  expect(await joinWith(other, 'TEMAN')).toBe('presaleTriesSpent');
});

it('three people on one device have twenty wrong codes in a quarter of an hour, and sixty a day', async () => {
  const { services } = app;
  const event = await findEvent(services.db, services.clock, theatre);
  const limited = { ...services, config: { ...services.config, rateLimits: true } };
  const people = await app.makeBuyers(3);
  const subject = { kind: 'device', key: 'satu', tickets: null, freeUnpaidHolds: null } as const;
  const by = { requestId: '', addressPrefix: '', subjects: [subject] };
  const refused: string[] = [];
  for (let tries = 0; tries < 75; tries += 1) {
    // Each of them has tries of their own left.
    if (tries % 25 === 0) services.clock.advance(15 * 60);
    const actor = { ...by, accountId: people[tries % 3]?.accountId ?? '' };
    await presaleGrantOf(services.db, limited, actor, event?.id ?? '', `SALAH${tries}`).catch(
      (error: Refusal) => refused.push(error.code ?? ''),
    );
  }
  expect(refused.filter((code) => code === 'presaleCodeWrong')).toHaveLength(60);
  services.clock.advance(15 * 60);
  const [{ accountId }] = people;
  const last = presaleGrantOf(services.db, limited, { ...by, accountId }, event?.id ?? '', 'TEMAN');
  await expect(last).rejects.toMatchObject({ code: 'presaleTriesSpent' });
});

it('asks for no code once the sale is open', async () => {
  await app.advance(3600);
  const [buyer] = await app.makeBuyers(1);
  expect(await joinWith(buyer, 'SALAH')).toBe('in');
});
