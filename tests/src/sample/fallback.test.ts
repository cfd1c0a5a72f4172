// @vitest-environment node

import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallShape } from '../../../contract/call/call.ts';
import { type CallName, calls } from '../../../contract/call/calls.ts';
import { createApi } from '../../../src/effects/http/api.ts';
import { withSamples } from '../../../src/sample/fallback.ts';
import { isSample } from '../../../src/sample/mark.ts';
import { sampleModeOf } from '../../../src/sample/mode.ts';

const classP = [
  ...(['featuredEvents', 'promoEvents', 'eventList', 'eventSearch'] as const),
  ...(['eventDetail', 'provinces'] as const),
] satisfies readonly CallName[];
const classX = (Object.keys(calls) as CallName[]).filter(
  (name) => !(classP as readonly CallName[]).includes(name),
);

const slug = 'contoh-konser-senja-jakarta';
const params = { slug, countryId: '1', eventId: slug, id: 'x' };

function apiWith(isOn: boolean, fetch: typeof globalThis.fetch) {
  return withSamples(createApi({ root: 'http://toko.test/api', fetch, retries: 0 }), isOn);
}
/** Makes any call of the contract; a server that is down ignores the body. */
const make = (
  api: ReturnType<typeof apiWith>,
  name: CallName,
  method: 'call' | 'page' = 'page',
) => {
  const call: CallShape = calls[name];
  return api[method](call, { params, ...(call.body === undefined ? {} : { body: {} }) } as never);
};
const down: typeof fetch = async () =>
  Response.json({ status: 500, message: 'Internal server error', data: null }, { status: 500 });
const unreachable: typeof fetch = async () => {
  throw new TypeError('Failed to fetch');
};

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));

const missing = { ok: false, failure: { message: 'Mock endpoint not found' } };
const outages = [
  ['a 500', down],
  ['no network', unreachable],
] as const;

describe.each(outages)('with %s', (_, fetch) => {
  it.each(classP)('%s shows marked samples where the flag is on', async (name) => {
    const answer = await make(apiWith(true, fetch), name);
    if (!answer.ok) throw new Error(answer.failure.message);
    const { items } = answer.value as unknown as { items: { id: string; code?: string }[] };
    const all = Array.isArray(items) ? items : [items];
    expect(all.length).toBeGreaterThan(0);
    for (const item of all) expect(isSample(item.code ?? item.id)).toBe(true);
    expect(calls[name].answer.safeParse(items).success).toBe(true);
    expect(await make(apiWith(true, fetch), name, 'call')).toEqual({ ok: true, value: items });
  });

  it.each(classP)("%s raises 'Mock endpoint not found' without the flag", async (name) => {
    const answer = await make(apiWith(false, fetch), name);
    expect(answer).toMatchObject(missing);
    const logged = `Mock endpoint not found: ${calls[name].path}`;
    expect(console.warn).toHaveBeenCalledWith(expect.stringContaining(logged));
  });

  it.each(classX)('%s is never answered with a sample', async (name) => {
    for (const isOn of [true, false]) {
      const answer = await make(apiWith(isOn, fetch), name);
      expect(answer.ok).toBe(false);
      if (!answer.ok) expect(answer.failure.message).not.toBe('Mock endpoint not found');
    }
  });
});

describe('the fallback (§16.40)', () => {
  it('leaves a refusal unchanged: a missing event stays missing', async () => {
    const gone = { status: 404, message: 'Event not found', data: null };
    const api = apiWith(true, async () => Response.json(gone, { status: 404 }));
    const failure = { kind: 'refused', status: 404, message: 'Event not found' };
    expect(await make(api, 'eventDetail')).toMatchObject({ ok: false, failure });
  });

  it('has no sample for a real event', async () => {
    const params = { slug: 'konser-senja-jakarta' };
    const answer = await apiWith(true, down).call(calls.eventDetail, { params });
    expect(answer).toMatchObject(missing);
  });
});

it.each([
  ['production', false, 'off'],
  ['production', true, 'fallback'],
  ['qa', false, 'off'],
  ['development', false, 'off'],
  ['demo', false, 'demo'],
  ['demo', true, 'demo'],
] as const)('a build "%s" with DEMO_FALLBACK %s: %s', (build, demoFallback, mode) => {
  expect(sampleModeOf(build, { demoFallback })).toBe(mode);
});
