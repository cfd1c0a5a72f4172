import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { momentOf, quicknet } from '../../../../contract/draw/beacon.ts';
import { checkDraw, provePlace } from '../../../../contract/draw/check.ts';
import { type DrawRecord, readDraw } from '../../../../contract/draw/record.ts';
import { createClock } from '../../../../server/clock.ts';
import { drawOrder } from '../../../../server/domain/draw/draw-order.ts';
import { drawTools } from '../../../../server/domain/draw/draw-tools.ts';
import { closeList } from '../../../../server/domain/draw/draws.ts';
import { readLine } from '../../../../server/domain/line/line.ts';
import { writePresale } from '../../../../server/domain/session/presale.ts';
import { runSaleTask } from '../../../../server/operator/sale-desk.ts';
import { expectSound, join, leave, party } from '../../support/purchase.ts';
import { createTestApp, type TestApp, type TestClient } from '../../support/test-app.ts';

const opening = Date.parse('2031-03-07T03:00:00Z');
const minute = 60_000;
/** As quicknet published it. */
const beacon = {
  round: 1000,
  signature:
    'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
};
const params = { slug: party };
const kind = { ...params, kind: 'sale' } as const;

let app: TestApp;
let now: number;
let eventId: string;
afterEach(async () => {
  await expectSound(app.services.db, { operator: true });
  await app.close();
});

/** The concert of one sale that opens at `at`, its waiting room half an hour before. */
async function open(at = opening, env: Record<string, string> = {}): Promise<void> {
  now = at;
  const overrides = { clock: createClock(0, () => now) };
  app = await createTestApp({ events: [party], env, overrides });
  const [event] = await app.services.db.query<{ id: string }>(
    `update events set sale_starts_at = $1, starts_at = $1::timestamptz + interval '30 days',
       ends_at = $1::timestamptz + interval '31 days', sale_room_opens_at = $1::timestamptz - interval '30 minutes'
     returning id`,
    [new Date(at)],
  );
  eventId = event?.id ?? '';
  await setTime(at - 20 * minute);
}

/** Sets the clocks of the server and of the database. */
async function setTime(at: number): Promise<void> {
  now = at;
  await app.services.db.script(
    `create or replace function sale_clock() returns timestamptz language sql volatile as
       'select timestamptz ''${new Date(at).toISOString()}'''`,
  );
}

const readFacts = async () =>
  (await app.anonymous().call(calls.queueDraws, { params })).body.data.draws;
const lineNow = () => readLine(app.services, party);
const infoOf = async (buyer: TestClient) =>
  (await buyer.call(calls.session)).body.data.queue_info ?? undefined;
const readFile = async (): Promise<DrawRecord> => {
  const { text } = await app.anonymous().call(calls.drawList, { params: kind });
  const draw = readDraw(text);
  if (typeof draw === 'string') throw new Error(draw);
  return draw;
};
const enter = async <N extends number>(count: N) => {
  const buyers = await app.makeBuyers(count);
  for (const buyer of buyers) await join(buyer, party);
  return buyers;
};
const tryJoin = (buyer: TestClient, code?: string) =>
  buyer.call(calls.joinQueue, { params, body: code === undefined ? {} : { presale_code: code } });

it('announces the waiting room, takes nobody before it opens, and sells at once if nobody came (§11.50, §11.11)', async () => {
  await open();
  await setTime(opening - 31 * minute);
  const [buyer] = await app.makeBuyers(1);
  expect((await tryJoin(buyer)).body).toMatchObject({
    code: 'saleNotBegun',
    meta: { sale: { state: 'notYet', next: 'waitingRoom', in_seconds: 60 } },
  });
  expect(await readFacts()).toEqual([]);
  await setTime(opening - 20 * minute);
  await app.tick();
  await setTime(opening);
  await app.tick();
  expect(await readFacts()).toMatchObject([{ state: 'empty', root: null, secret: null }]);
  expect((await join(buyer, party)).session?.state).toBe('online');
});

it('gives names before the opening, and numbers that anybody can check at it (§11.52, §7.65)', async () => {
  await open();
  const buyers = await enter(5);
  const [first, second] = buyers;
  await app.tick();
  const [before] = await readFacts();
  expect(before).toMatchObject({ state: 'opened', root: null, secret: null, entrants: null });
  expect(await lineNow()).toMatchObject({
    phase: 'gathering',
    entrants: 5,
    opens_at: '2031-03-07T10:00:00+07:00',
  });
  const info = await infoOf(first);
  expect(info).toMatchObject({ in_queue: true, number: null, queue_position: null });
  expect((await app.anonymous().call(calls.drawList, { params: kind })).body).toMatchObject({
    code: 'drawNotFound',
  });
  // Joining again changes nothing.
  expect((await join(first, party)).queue_info?.entrant).toBe(info?.entrant);
  await leave(second);

  await setTime(opening);
  // Before any process has noticed the opening.
  const [late] = await app.makeBuyers(1);
  expect((await join(late, party)).queue_info).toMatchObject({ number: 5, entrant: null });
  const [closed] = await readFacts();
  expect(closed).toMatchObject({ state: 'closed', entrants: 4, first: 1, secret: null });
  expect(await lineNow()).toMatchObject({ phase: 'drawing', serving: 0 });
  await app.tick();

  const [drawn] = await readFacts();
  expect(drawn).toMatchObject({ state: 'drawn', commitment: before?.commitment });
  expect(drawn?.root).toBe(closed?.root);
  const draw = await readFile();
  expect(checkDraw(drawTools, draw, { commitment: before?.commitment ?? '' })).toEqual([]);
  for (const buyer of buyers.filter((one) => one !== second)) {
    const own = await infoOf(buyer);
    const name = own?.entrant ?? (await entrantOf(buyer));
    const { body } = await app.anonymous().call(calls.drawPlace, { params: { ...kind, name } });
    const number = provePlace(drawTools, draw.facts, body.data);
    expect(draw.entries).toContainEqual({ name, number });
    // Two are in already: the room holds two.
    if (own?.in_queue === true) expect(own.number).toBe(number);
  }
  expect(await lineNow()).toMatchObject({ phase: 'serving', serving: 2, issued: 5 });
});

it('[F77] a process that dies in the middle of a draw is followed by another, to the same order', async () => {
  await open();
  const [gone] = await enter(4);
  await setTime(opening + minute);
  await closeList(app.services, eventId);
  await closeList(app.services, eventId);
  await leave(gone);
  const { db } = app.services;
  let left = 1;
  const dying = Object.create(db, {
    tx: {
      value: (work: never) => (left-- > 0 ? db.tx(work) : Promise.reject(new Error('killed'))),
    },
  });
  await expect(drawOrder({ ...app.services, db: dying }, eventId)).rejects.toThrow('killed');
  expect(await readFacts()).toMatchObject([{ state: 'closed' }]);
  const numbers = () =>
    db.query('select entrant, ticket from purchase_sessions where draw_id is not null order by 1');
  const given = await numbers();
  await drawOrder(app.services, eventId);
  await drawOrder(app.services, eventId);
  expect(await numbers()).toEqual(given);
  // The number of the one who left is known to be gone.
  expect(given.filter(({ ticket }) => ticket !== null)).toHaveLength(3);
  expect(checkDraw(drawTools, await readFile())).toEqual([]);
});

it('waits for the named round of the beacon, and takes its value in (§11.54)', async () => {
  const answers: (object | null)[] = [
    null,
    { round: 1000, signature: `a${beacon.signature.slice(1)}` },
    beacon,
  ];
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const answer = answers.shift();
    response.statusCode = answer === null ? 404 : 200;
    response.end(JSON.stringify(answer ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const drandUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    // Ten seconds after the closing of the list.
    const start = momentOf(beacon.round) - 10_000;
    await open(start, { DRAND_URL: drandUrl });
    await enter(3);
    const [before] = await readFacts();
    expect(before?.beacon).toMatchObject({ round: beacon.round, signature: null });
    await setTime(start);
    await app.tick();
    expect(await readFacts()).toMatchObject([{ state: 'closed' }]);
    expect(asked).toEqual([]);
    await setTime(momentOf(beacon.round));
    for (const state of ['closed', 'closed', 'drawn']) {
      await app.tick();
      expect(await readFacts()).toMatchObject([{ state }]);
    }
    expect(asked[0]).toBe(`/${quicknet.chain}/public/1000`);
    const draw = await readFile();
    expect(draw.facts.beacon).toEqual(beacon);
    expect(checkDraw(drawTools, draw, { round: beacon.round })).toEqual([]);
  } finally {
    server.close();
  }
});

it('[F78] names a later round where the list is closed after the named one is known', async () => {
  await open(opening, { DRAND_URL: 'http://127.0.0.1:9' });
  await enter(1);
  const [before] = await readFacts();
  const late = opening + 10 * minute;
  await setTime(late);
  await app.tick();
  const [closed] = await readFacts();
  expect(momentOf(before?.beacon?.round ?? 0)).toBeLessThan(late);
  expect(momentOf(closed?.beacon?.round ?? 0)).toBeGreaterThan(late);
  // The beacon stays away, and the operator does without.
  const { db, clock } = app.services;
  const task = { task: 'sale', verb: 'draw-without-beacon', slug: party } as const;
  const run = (yes?: string) => runSaleTask({ db, clock, live: null }, { ...task, yes });
  await expect(run()).rejects.toThrow('--yes');
  await run(party);
  await expect(run(party)).rejects.toThrow('No draw');
  await app.tick();
  expect(await readFacts()).toMatchObject([{ state: 'drawn', beacon: null }]);
  expect(checkDraw(drawTools, await readFile(), { round: 1 })).toMatchObject([{ part: 'beacon' }]);
});

it('opens the room of a presale to those who may buy in it', async () => {
  await open();
  const { db } = app.services;
  await db.query(
    `update events set presale_starts_at = sale_starts_at, sale_starts_at = sale_starts_at + interval '1 day',
       presale_room_opens_at = sale_room_opens_at, sale_room_opens_at = null`,
  );
  const codes = [{ code: 'KAMI-1', maxPeople: 1, perPerson: 1 }];
  await db.tx((tx) => writePresale(tx, app.services.keys.staff, eventId, { codes, people: [] }));
  const [one, other] = await app.makeBuyers(2);
  expect((await tryJoin(one)).body).toMatchObject({ code: 'presaleOnly' });
  expect((await tryJoin(one, 'kami 1')).body.data.queue_info?.entrant).toHaveLength(16);
  expect((await tryJoin(other, 'KAMI-1')).body).toMatchObject({ code: 'presaleCodeSpent' });
  await setTime(opening);
  await app.tick();
  expect(await readFacts()).toMatchObject([{ kind: 'presale', state: 'drawn', entrants: 1 }]);
});

/** The public name of a buyer who is in. */
async function entrantOf(buyer: TestClient): Promise<string> {
  const [row] = await app.services.db.query<{ entrant: string }>(
    `select entrant from purchase_sessions where account_id = $1 and state = 'online'`,
    [buyer.accountId],
  );
  return row?.entrant ?? '';
}
