import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { LineDocument } from '../../../../server/domain/line/lines.ts';
import { party } from '../../support/purchase.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
let url: string;
let document: LineDocument;

beforeAll(async () => {
  const env = { PUBLIC_URL: 'https://tiket.contoh.id', DEV_TOOLS: 'off' };
  app = await createTestApp({ events: [party], env });
  url = `http://127.0.0.1:${await app.listen()}/api/queue/${party}`;
  document = (await app.services.lines.read(party))!;
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => app.close());

/** Has the documents of the process hold this one alone; returns the number of those that Fastify asked for. */
function hold(isFresh: boolean): () => number {
  const { lines } = app.services;
  vi.spyOn(lines, 'fresh').mockReturnValue(isFresh ? document : null);
  const read = vi.spyOn(lines, 'read').mockResolvedValue(document);
  return () => read.mock.calls.length;
}

async function ask(headers: Record<string, string> = {}) {
  const answer = await fetch(url, { headers });
  const { date: _, ...rest } = Object.fromEntries(answer.headers);
  return { status: answer.status, headers: rest, text: await answer.text() };
}

test.each([
  ['whole', 200],
  ['unchanged', 304],
])('the %s document is the same before Fastify as behind it', async (name, status) => {
  const headers: Record<string, string> =
    name === 'whole' ? {} : { 'if-none-match': document.etag };
  const askedBefore = hold(true);
  const before = await ask(headers);
  expect(before.status).toBe(status);
  expect(askedBefore()).toBe(0);
  const askedBehind = hold(false);
  expect(await ask(headers)).toEqual(before);
  expect(askedBehind()).toBe(1);
});

test('any other request for it goes to Fastify', async () => {
  hold(true);
  expect((await fetch(url, { method: 'HEAD' })).headers.get('etag')).toBe(document.etag);
  expect((await fetch(url, { method: 'POST' })).status).toBe(404);
  expect((await fetch(`${url}?satu=1`)).status).toBe(200);
});
