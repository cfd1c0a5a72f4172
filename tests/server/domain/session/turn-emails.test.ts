import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { turnEmailSeconds } from '../../../../server/domain/session/turn-emails.ts';
import { stillClock } from '../../support/clocks.ts';
import { askDraft, expectSound, freeSeats, join, party } from '../../support/purchase.ts';
import { createTestApp, type TestApp, type TestClient } from '../../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({
    events: [party],
    overrides: { clock: stillClock() },
  });
});
afterAll(() => app.close());
afterEach(() => expectSound(app.services.db, { operator: true }));

const steer = (body: object) => app.anonymous().ask('POST', `/dev/queue/${party}`, { body });
/** The e-mails about turns, with their recipients, in the order of writing. */
const turnMails = () =>
  app.services.db.query<{ recipient: string; body_text: string; lane: string }>(
    `select recipient, body_text, lane from mails where subject like 'Giliran Anda: %' order by id`,
  );

it('tells buyers whose turn came while they were away, once and together; not those who hold seats, came straight in or left', async () => {
  await steer({ capacity: 1 });
  const buyers = (await app.makeBuyers(5)) as [
    TestClient,
    TestClient,
    TestClient,
    TestClient,
    TestClient,
  ];
  const [straight, holding, away, asleep, leaving] = buyers;
  for (const buyer of buyers) await join(buyer, party);
  await steer({ promote: 4 });
  await askDraft(holding, party, await freeSeats(app, party, 1));
  await app.advance(turnEmailSeconds - 1);
  expect(await turnMails()).toEqual([]);

  await leaving.call(calls.exitSession);
  const enqueue = vi.spyOn(app.services.mailer, 'enqueue');
  await app.advance(1);
  const mails = await turnMails();
  expect(mails.map(({ recipient }) => recipient).sort()).toEqual([away.email, asleep.email].sort());
  expect(enqueue).toHaveBeenCalledTimes(1);
  expect(mails[0]).toMatchObject({ lane: 'tickets' });
  expect(mails[0]?.body_text).toMatch(/sebelum .* WIB[\s\S]*\/event\/pesta-rakyat-bandung\/seats/);
  expect(mails[0]?.body_text).toMatch(/before .* WIB/);

  await app.advance(60);
  expect(await turnMails()).toHaveLength(2);
  for (const buyer of [straight, holding, away, asleep]) await buyer.call(calls.exitSession);
});

it('writes none for a turn that is nearly over when the server comes back', async () => {
  await steer({ capacity: 0 });
  const [buyer] = (await app.makeBuyers(1)) as [TestClient];
  await join(buyer, party);
  await steer({ promote: 1 });
  app.services.clock.advance(14 * 60 + 1);
  const before = (await turnMails()).length;
  await app.tick();
  expect(await turnMails()).toHaveLength(before);
  await buyer.call(calls.exitSession);
});
