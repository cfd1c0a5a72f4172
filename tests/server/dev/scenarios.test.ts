import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { calls } from '../../../contract/call/calls.ts';
import { withTables } from '../../../scripts/qa-table.ts';
import { createClock } from '../../../server/clock.ts';
import type { ScenarioName } from '../../../server/dev/scenarios/registry.ts';
import { scenarioList } from '../../../server/dev/scenarios/registry.ts';
import type { Ready } from '../../../server/dev/scenarios/run.ts';
import { openShop } from '../support/open-shop.ts';
import { smallSeed } from '../support/test-app.ts';
import { type Expected, expectations } from './scenarios-expected.ts';

// The order of the orders and payments of a scenario is that of their times; a seed of another day would be made again.
const app = await openShop(
  {
    events: [...smallSeed, 'stadion-nusantara', 'swara-danau-toba'],
    overrides: { clock: createClock() },
  },
  null,
);

const sessionCookie = 'roetix_session';

/** Sets a scenario up as its page does, and takes all steps beside those of the buyer. */
async function setUp(name: ScenarioName) {
  const desk = app.anonymous();
  const answer = await desk.ask<{ data: Ready; message: string }>('POST', `/dev/scenarios/${name}`);
  expect(answer.body.message).toBe('OK');
  const ready = answer.body.data;
  for (const act of ready.acts) {
    if (act.kind !== 'meanwhile') continue;
    const path = `/dev/scenarios/${name}/meanwhile/${act.place}`;
    const done = await desk.ask('POST', path, { body: { run: ready.run } });
    expect(done.body).toMatchObject({ message: 'OK' });
  }
  return { ready, cookie: answer.cookies[sessionCookie] ?? '' };
}

/** The state of the server by the API and the tools; faults are counted, then ended, so that the API responds. */
async function stateOf(cookie: string, slug: string | undefined): Promise<Expected> {
  const headers = cookie === '' ? {} : { cookie: `${sessionCookie}=${cookie}` };
  const browser = app.anonymous();
  const { body: faults } = await browser.ask<unknown[]>('GET', '/dev/faults');
  const { body: broker } = await browser.ask<{ up: boolean }>('GET', '/dev/broker');
  await browser.ask('DELETE', '/dev/faults');
  const me = await browser.call(calls.me, { headers });
  const shared = {
    ...(faults.length === 0 ? {} : { faults: faults.length }),
    ...(broker.up ? {} : { brokerDown: true }),
  };
  if (me.status !== 200) return { session: 'signed out', ...shared };
  if (!me.body.data.isVerified) return { session: 'unverified', ...shared };
  const {
    session,
    event,
    queue_info: queue,
  } = (await browser.call(calls.session, { headers })).body.data;
  const params = { slug: slug ?? event?.slug ?? 'none' };
  const draft = await browser.call(calls.readDraft, { params, headers });
  const payment = await browser.call(calls.paymentStatus, { params, headers });
  const held = draft.status === 200 ? draft.body.data : null;
  const seats = held?.order_data.items.reduce((sum, item) => sum + item.quantity, 0);
  return {
    session: session?.state ?? 'none',
    ...(event === null ? {} : { at: event.slug }),
    ...(queue?.queue_position == null ? {} : { position: queue.queue_position }),
    ...(queue?.paused === true ? { paused: true } : {}),
    ...(seats === undefined ? {} : { draft: seats }),
    ...(session?.end_reason == null ? {} : { ended: session.end_reason }),
    ...(payment.status === 200 ? { payment: payment.body.data.payment.status } : {}),
    ...shared,
  };
}

test.each(scenarioList.map(([name]) => name))('%s', async (name) => {
  const { lands, about, left, ...expected } = expectations[name];
  const { ready, cookie } = await setUp(name);
  expect(ready.lands_on).toMatch(lands);
  expect(await stateOf(cookie, about)).toEqual(expected);
  const headers = { cookie: `${sessionCookie}=${cookie}` };
  if (left !== undefined) {
    const { session } = (await app.anonymous().call(calls.session, { headers })).body.data;
    expect(session?.remaining_seconds).toBeGreaterThan(left - 10);
    expect(session?.remaining_seconds).toBeLessThanOrEqual(left);
  }
});

test('two clicks at once set up one scenario after the other', async () => {
  const [first, second] = await Promise.all([setUp('bubble-seats'), setUp('queued-next')]);
  expect((await stateOf(first.cookie, undefined)).session).toBe('signed out');
  expect(await stateOf(second.cookie, undefined)).toMatchObject({ session: 'queued', position: 1 });
});

const guide = readFileSync('docs/guide/qa.md', 'utf8');

test('the guide lists every scenario, as the registry has it', () => {
  expect(guide, 'docs/guide/qa.md is stale: run npm run qa:pictures').toBe(withTables(guide));
  const rows = [...guide.matchAll(/^\|.+\| `\/dev\/go\/([\w-]+)` \|$/gm)].map(([, name]) => name);
  expect(rows.sort()).toEqual(scenarioList.map(([name]) => name).sort());
});
