import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, expect, it } from 'vitest';
import { requestedWithHeader, requestedWithValue } from '../../contract/limits.ts';
import { concert, expectSound, freeSeats, party, theatre } from './support/purchase.ts';
import { createTestApp, type Envelope, type TestClient } from './support/test-app.ts';

const dataDir = mkdtempSync(joinPath(tmpdir(), 'roetix-kill-'));
const main = new URL('../../server/main.ts', import.meta.url).pathname;
const startWithinMs = 60_000;
let child: ChildProcess | undefined;

afterEach(() => void child?.kill('SIGKILL'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const prepare = () =>
  createTestApp({ env: { DATA_DIR: dataDir }, events: [concert, party, theatre] });

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Starts the real server as its own process and waits until it answers. */
async function spawnServer(): Promise<string> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  child = spawn(process.execPath, ['--import', 'tsx', main], {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DEV_TOOLS: '1',
      LOG_LEVEL: 'silent',
    },
    stdio: 'ignore',
  });
  const until = Date.now() + startWithinMs;
  while (Date.now() < until) {
    const answer = await fetch(`${origin}/api/health`).catch(() => null);
    if (answer?.ok) return origin;
    await sleep(100);
  }
  throw new Error('the server did not start');
}

async function kill(): Promise<void> {
  if (child === undefined) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** One call by real HTTP; null when the server died before it answered. */
async function ask<D>(
  origin: string,
  buyer: TestClient,
  method: string,
  path: string,
  body?: object,
): Promise<Envelope<D> | null> {
  try {
    const answer = await fetch(`${origin}/api${path}`, {
      method,
      headers: {
        cookie: buyer.cookie,
        [requestedWithHeader]: requestedWithValue,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as Envelope<D>;
  } catch {
    return null;
  }
}

type Told = {
  session: { id: string; state: string; expires_at: string | null };
  queue_info: { queue_position: number | null };
};
type Draft = { order: { id: string } };
type Paid = { payment: { id: string; status: string; ticket_ids: string[]; payment_data: object } };

it('SIGKILL in mid-flight loses no queue place, hold or payment that was answered', async () => {
  const before = await prepare();
  const line = await before.makeBuyers(30);
  const holders = await before.makeBuyers(10);
  const [payer] = (await before.makeBuyers(1)) as [TestClient];
  const seats = await freeSeats(before, concert, 10);
  const [paidSeat] = await freeSeats(before, theatre, 1);
  await before.close();

  const first = await spawnServer();
  await ask(first, payer, 'POST', `/event/${theatre}/session/queue/join`);
  const draftPath = `/event/${theatre}/order-draft`;
  await ask(first, payer, 'POST', draftPath, { seats: [paidSeat], voucher_code: null });
  await ask(first, payer, 'POST', `${draftPath}/form-submission`, { form_submissions: {} });
  const begun = await ask<Paid>(first, payer, 'POST', `/event/${theatre}/create-payment`, {
    payment_method_code: 'qris',
  });
  expect(begun?.data.payment.status).toBe('pending');
  for (const holder of holders)
    await ask(first, holder, 'POST', `/event/${concert}/session/queue/join`);

  const joins = line.map((buyer) =>
    ask<Told>(first, buyer, 'POST', `/event/${party}/session/queue/join`),
  );
  const drafts = holders.map((holder, index) =>
    ask<Draft>(first, holder, 'POST', `/event/${concert}/order-draft`, {
      seats: [seats[index]],
      voucher_code: null,
    }),
  );
  // The server dies as soon as a third of the answers is out, the rest in mid-flight.
  let answered = 0;
  await new Promise<void>((resolve) => {
    for (const call of [...joins, ...drafts]) {
      void call.then(() => {
        answered += 1;
        if (answered === 13) resolve();
      });
    }
  });
  await kill();
  const placed = await Promise.all(joins);
  const held = await Promise.all(drafts);
  expect([...placed, ...held].filter((answer) => answer !== null).length).toBeGreaterThanOrEqual(
    13,
  );

  const second = await spawnServer();
  for (const [index, answer] of placed.entries()) {
    if (answer?.data?.session === undefined) continue;
    const now = await ask<Told>(second, line[index]!, 'GET', '/session');
    expect(now?.data.session).toMatchObject({
      id: answer.data.session.id,
      state: answer.data.session.state,
      expires_at: answer.data.session.expires_at,
    });
    expect(now?.data.queue_info.queue_position).toBe(answer.data.queue_info.queue_position);
  }
  for (const [index, answer] of held.entries()) {
    if (answer?.data?.order === undefined) continue;
    const now = await ask<Draft>(second, holders[index]!, 'GET', `/event/${concert}/order-draft`);
    expect(now?.data.order.id).toBe(answer.data.order.id);
  }
  const settled = await fetch(`${second}/dev/gateway/${begun?.data.payment.id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ outcome: 'settlement' }),
  });
  expect(settled.status).toBe(200);
  const done = await ask<Paid>(second, payer, 'GET', `/event/${theatre}/payment/status`);
  expect(done?.data.payment).toMatchObject({ id: begun?.data.payment.id, status: 'completed' });
  expect(done?.data.payment.payment_data).toEqual(begun?.data.payment.payment_data);
  await kill();

  const after = await prepare();
  await expectSound(after.services.db).finally(() => after.close());
}, 180_000);
