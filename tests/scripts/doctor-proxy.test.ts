import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { linesOf } from '../../scripts/operator/doctor/finding.ts';
import { proxyFindings } from '../../scripts/operator/doctor/proxy.ts';
import { createClock } from '../../server/clock.ts';
import { readConfig } from '../../server/config.ts';
import { openMetrics } from '../../server/metrics/metrics.ts';
import { createTestApp } from '../server/support/test-app.ts';

const env = { ROETIX_MODE: 'demo', DEVICE_KEY: 'k'.repeat(32) };
const metrics = await openMetrics();
const closing: (() => Promise<unknown> | unknown)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));

/** A server that trusts these proxies; returns its port. */
async function serve(networks: string): Promise<number> {
  const app = await createTestApp({
    events: 'none',
    accounts: false,
    env: { ...env, PORT: '0', HOST: '127.0.0.1', TRUST_PROXY: networks },
    // The doctor and the server agree on the time.
    overrides: { metrics, clock: createClock() },
  });
  closing.push(() => app.close());
  return app.listen();
}
const trusting = await serve('loopback');
const distrusting = await serve('10.0.0.0/8');

/** What a proxy makes of the X-Forwarded-For of its caller. */
type Forwards = (given: string) => string | null;
const appends =
  (hop: string): Forwards =>
  (given) =>
    `${given}, ${hop}`;

/** The lines of the doctor about a server behind a proxy that forwards so. */
async function linesBehind(forwards: Forwards, port = trusting, more = {}): Promise<string> {
  const proxy = createServer(async ({ url, headers }, response) => {
    const forwarded = forwards(String(headers['x-forwarded-for']));
    const { 'x-roetix-doctor': proof } = headers;
    const answer = await fetch(`http://127.0.0.1:${port}${url}`, {
      headers: {
        'x-roetix-doctor': String(proof),
        ...(forwarded !== null && { 'x-forwarded-for': forwarded }),
      },
    });
    response.end(await answer.text());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  try {
    const { port: own } = proxy.address() as AddressInfo;
    const PUBLIC_URL = `http://127.0.0.1:${own}`;
    return linesOf(await proxyFindings(readConfig({ ...env, PUBLIC_URL, ...more }))).join('\n');
  } finally {
    proxy.close();
  }
}

test.each([
  ['198.51.100.4', '198.51.100.4'],
  ['198.51.100.4:5678', '198.51.100.4'],
  ['[2001:db8::9]:443', '2001:db8::9'],
  ['::ffff:198.51.100.4', '198.51.100.4'],
  ['198.51.100.4, 127.0.0.3', '198.51.100.4'],
])('the doctor prints what the server makes of a proxy that appends %s', async (hop, address) => {
  const lines = await linesBehind(appends(hop));
  expect(lines).toContain(`note     TRUST_PROXY: through 127.0.0.1 this machine is ${address} `);
  expect(lines).toContain(`(X-Forwarded-For: 203.0.113.77, ${hop})`);
});

const misread: [name: string, forwards: Forwards, port: number, words: string][] = [
  ['that appends a word', appends('unknown'), trusting, 'sends what is no address'],
  ['that sends nothing', () => null, trusting, 'sends no X-Forwarded-For'],
  ['that lets its callers choose', (given) => given, trusting, 'everybody chooses the address'],
  [
    'whose network is not trusted',
    appends('198.51.100.4'),
    distrusting,
    'does not contain 127.0.0.1',
  ],
];
test.each(misread)('a proxy %s is an error', async (_name, forwards, port, words) => {
  expect(await linesBehind(forwards, port)).toMatch(
    new RegExp(`error    TRUST_PROXY: .*${words}.*1 errors`, 's'),
  );
});

test('an X-Forwarded-For that does not count rings an alarm (§17.33)', async () => {
  const own = {
    isReady: true,
    isBrokerUp: true,
    isMailUp: true,
    realtimeAccounts: 0,
    shutQueues: [],
  };
  const exposed = await metrics.expose(null, own);
  for (const fault of ['untrusted', 'noAddress']) {
    expect(exposed).toContain(`roetix_forwards_refused_total{fault="${fault}"} 1`);
  }
});

test('what a server sees is told to the doctor with its keys alone', async () => {
  const other = { DEVICE_KEY: 'x'.repeat(32) };
  expect(await linesBehind(appends('198.51.100.4'), trusting, other)).toContain(
    'does not know the keys of this command',
  );
  const nobody = { PUBLIC_URL: 'http://127.0.0.1:9' };
  expect(await linesBehind(appends(''), trusting, nobody)).toContain('nothing of ours answers');
});
