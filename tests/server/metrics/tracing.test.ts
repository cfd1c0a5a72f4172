import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { calls } from '../../../contract/call/calls.ts';
import { beginPayment, theatre } from '../support/purchase.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

interface Span {
  readonly name: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
}

let collector: Server | null = null;
const bodies: string[] = [];
afterEach(() => collector?.close());

/** A stand-in of an OpenTelemetry collector; returns its settings. */
async function startCollector(): Promise<Record<string, string>> {
  collector = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      bodies.push(`${request.url} ${body}`);
      response.end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const { port } = collector.address() as AddressInfo;
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment.name=uji');
  return env;
}

/** The spans that the collector received. */
function receivedSpans(): Span[] {
  return bodies.flatMap((body) => {
    const { resourceSpans } = JSON.parse(body.slice(body.indexOf(' '))) as {
      resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
    };
    return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  });
}

async function purchase(app: TestApp): Promise<string[]> {
  const [buyer] = await app.makeBuyers(1);
  const payment = await beginPayment(app, buyer!, theatre, 1);
  const secret = 'sandi-rahasia-sekali';
  const login = { body: { email: buyer!.email, password: secret } };
  await app.anonymous().call(calls.login, login);
  return [buyer!.email, buyer!.accountId, buyer!.cookie.slice(20), payment.id, secret, theatre];
}

it('sends a span of each call with those of its statements, and no data of a person', async () => {
  const app = await createTestApp({ env: await startCollector(), events: [theatre] });
  const personal = await purchase(app).finally(() => app.close());
  const text = bodies.join('\n');
  const spans = receivedSpans();
  expect(text).toMatch(/^\/v1\/traces /);
  expect(text).toContain('"roetix"');
  expect(text).toContain('deployment.environment.name');
  for (const value of personal) expect(text).not.toContain(value);

  const draft = spans.find(({ name }) => name === 'createDraft');
  const login = spans.find(({ name }) => name === 'login');
  const below = (parent: Span | undefined) =>
    spans.filter(({ parentSpanId }) => parentSpanId === parent?.spanId);
  // A call with a body, whose events arrive outside of the context.
  const transaction = below(draft).find(({ name }) => name === 'db transaction');
  expect(below(transaction).length).toBeGreaterThan(0);
  expect(login?.attributes.find(({ key }) => key === 'roetix.refusal')).toBeDefined();
  expect(
    [...new Set(spans.flatMap(({ attributes }) => attributes.map(({ key }) => key)))].sort(),
  ).toEqual([
    'db.system.name',
    'http.request.method',
    'http.response.status_code',
    'http.route',
    'roetix.lane',
    'roetix.refusal',
  ]);
});
