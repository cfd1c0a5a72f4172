import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { calls } from '../../../contract/call/calls.ts';
import { withTables } from '../../../lab/qa-pictures/qa-table.ts';
import { createClock } from '../../../server/clock.ts';
import type { ScenarioName } from '../../../tools/desk/scenarios/registry.ts';
import { scenarioList } from '../../../tools/desk/scenarios/registry.ts';
import type { Ready } from '../../../tools/desk/scenarios/run.ts';
import { openShop } from '../support/open-shop.ts';
import { smallSeed } from '../support/test-app.ts';

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

test.each(scenarioList.map(([name]) => name))('%s is set up with all its steps', async (name) => {
  const { ready } = await setUp(name);
  expect(ready.lands_on).toMatch(/^\//);
});

test('two clicks at once set up one scenario after the other', async () => {
  const [first, second] = await Promise.all([setUp('bubble-seats'), setUp('queued-next')]);
  const stateOf = async (cookie: string) =>
    app.anonymous().call(calls.session, { headers: { cookie: `${sessionCookie}=${cookie}` } });
  expect((await stateOf(first.cookie)).status).toBe(401);
  expect((await stateOf(second.cookie)).body.data.session?.state).toBe('queued');
});

const guide = readFileSync('docs/guide/qa.md', 'utf8');

test('the guide lists every scenario, as the registry has it', () => {
  expect(guide, 'docs/guide/qa.md is stale: run npm run lab -- qa-pictures').toBe(
    withTables(guide),
  );
  const rows = [...guide.matchAll(/^\|.+\| `\/dev\/go\/([\w-]+)` \|$/gm)].map(([, name]) => name);
  expect(rows.sort()).toEqual(scenarioList.map(([name]) => name).sort());
});
