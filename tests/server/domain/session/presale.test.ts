import { afterAll, beforeAll, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { writePresale } from '../../../../server/domain/session/presale.ts';
import { findEvent } from '../../../../server/domain/session/session-rows.ts';
import { expectSound, holdSeats, theatre } from '../../support/purchase.ts';
import { createTestApp, type TestApp, type TestClient } from '../../support/test-app.ts';

let app: TestApp;
let listed: TestClient;
beforeAll(async () => {
  app = await createTestApp({ events: [theatre] });
  const { db, clock } = app.services;
  listed = (await app.makeBuyers(1))[0] as TestClient;
  const hour = (hours: number) => new Date(clock.now().getTime() + hours * 3_600_000);
  await db.query('update events set presale_starts_at = $2, sale_starts_at = $3 where slug = $1', [
    theatre,
    hour(-1),
    hour(1),
  ]);
  const event = await findEvent(db, clock, theatre);
  await db.tx((tx) =>
    writePresale(tx, event?.id ?? '', {
      codes: [
        { code: 'KAMI-1', maxPeople: 2, perPerson: 2 },
        { code: 'TEMAN', maxPeople: null, perPerson: null },
      ],
      people: [` ${listed.email.toUpperCase()} `],
    }),
  );
});
afterAll(() => app.close());

const tryJoin = (client: TestClient, code?: string) =>
  client.call(calls.joinQueue, {
    params: { slug: theatre },
    body: code === undefined ? {} : { presale_code: code },
  });
/** An account may join six times a minute. */
const nextMinute = (tries: number) => {
  if (tries % 5 === 0) app.services.clock.advance(61);
};
const leave = (client: TestClient) => client.call(calls.exitSession);

it('lets in an address of the list without a code, and buys as in the sale', async () => {
  expect((await tryJoin(listed)).status).toBe(200);
  await holdSeats(app, listed, theatre, 1);
  await expectSound(app.services.db, { operator: true });
});

it('a code admits so many people, and each so many times; a second call of one join counts once', async () => {
  const [one, two, three] = (await app.makeBuyers(3)) as [TestClient, TestClient, TestClient];
  expect((await tryJoin(one)).body).toMatchObject({ code: 'presaleOnly' });
  expect((await tryJoin(one, 'kami1')).status).toBe(200);
  expect((await tryJoin(one, 'kami1')).status).toBe(200);
  expect((await tryJoin(two, 'KAMI - 1')).status).toBe(200);
  expect((await tryJoin(three, 'KAMI-1')).body).toMatchObject({ code: 'presaleCodeSpent' });
  await leave(one);
  expect((await tryJoin(one, 'KAMI-1')).status).toBe(200);
  await leave(one);
  expect((await tryJoin(one, 'KAMI-1')).body).toMatchObject({ code: 'presaleCodeSpent' });
  expect((await tryJoin(one, 'TEMAN')).status).toBe(200);
});

it('a right code does not count as a try, and after ten wrong ones no code does any more', async () => {
  const [guesser, other] = (await app.makeBuyers(2)) as [TestClient, TestClient];
  for (let tries = 0; tries < 12; tries += 1) {
    nextMinute(tries);
    expect((await tryJoin(guesser, 'TEMAN')).status).toBe(200);
    await leave(guesser);
  }
  for (let tries = 0; tries < 10; tries += 1) {
    nextMinute(tries);
    expect((await tryJoin(guesser, `SALAH${tries}`)).body).toMatchObject({
      code: 'presaleCodeWrong',
    });
  }
  nextMinute(0);
  expect((await tryJoin(guesser, 'TEMAN')).body).toMatchObject({ code: 'presaleTriesSpent' });
  expect((await tryJoin(other, 'TEMAN')).status).toBe(200);
});

it('keeps neither codes nor addresses readable, and asks for none once the sale is open', async () => {
  const rows = await app.services.db.query(
    'select code_hash as hash from presale_codes union all select email_hash from presale_people',
  );
  expect(JSON.stringify(rows)).not.toMatch(/KAMI|TEMAN|contoh/i);
  await app.advance(3600);
  const [buyer] = (await app.makeBuyers(1)) as [TestClient];
  expect((await tryJoin(buyer, 'SALAH')).status).toBe(200);
});
