import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type AnyCallName, allCalls } from '../../contract/call/all-calls.ts';
import { type CallShape, callPath } from '../../contract/call/call.ts';
import { calls } from '../../contract/call/calls.ts';
import { readAnswer, tolerated } from '../../contract/call/tolerant.ts';
import { wholeList } from '../../contract/call/whole-list.ts';
import { instantSchema, openEnum, rupiahSchema } from '../../contract/fields.ts';
import { gateCalls } from '../../contract/gate.ts';
import { answers, sampleOf } from './samples.ts';

const rows = Object.entries(allCalls) as [AnyCallName, CallShape][];
const sampled: Readonly<Record<string, unknown>> = answers;

describe('every response', () => {
  it.each(rows)('of %s survives the wire, and nothing breaks the reading of it', (name, call) => {
    const wire: unknown = JSON.parse(JSON.stringify(sampled[name] ?? sampleOf(call.answer)));
    expect(readAnswer(call, wire)).toEqual({ ok: true, value: wire, leftOut: [] });
    const once = call.normalise?.(wire, {}) ?? wire;
    expect(call.answer.safeParse(once)).toEqual({ success: true, data: wire });
    expect(call.normalise?.(once, {}) ?? once).toEqual(once);
    fc.assert(fc.property(fc.jsonValue(), (value) => void readAnswer(call, value)));
    if (call.file === undefined)
      expect(call.answer.safeParse({ nonsense: true, data: 1 }).success).toBe(false);
  });

  it('of the gate has a key', () => {
    const news = sampleOf(gateCalls.gateNews.answer) as object;
    expect(gateCalls.gateKeys.answer.safeParse({ keys: [] }).success).toBe(false);
    expect(gateCalls.gateNews.answer.safeParse({ ...news, keys: [] }).success).toBe(false);
  });
});

describe('the route table', () => {
  it('names no address twice, and those of the gate apart from the first load', () => {
    const places = rows.flatMap(([, call]) =>
      [call, ...(call.aliases ?? [])].map((place) => `${place.method} ${place.path}`),
    );
    expect(new Set(places).size).toBe(places.length);
    for (const name of Object.keys(gateCalls)) expect(calls).not.toHaveProperty(name);
  });

  it('has a parameter schema exactly where the path has parameters', () => {
    for (const [, call] of rows) {
      for (const place of [call, ...(call.aliases ?? [])]) {
        expect(/\{\w+\}/.test(place.path), place.path).toBe(call.params !== undefined);
      }
    }
  });

  it('accepts only declared bodies', () => {
    for (const [name, { body, method }] of rows) {
      if (body === undefined) continue;
      expect(method, name).not.toBe('GET');
      expect(body.safeParse({ role: 'admin', isVerified: true, id: '1' }).success, name).toBe(
        false,
      );
    }
  });

  it.each([
    ['a field nobody knows', { role: 'admin' }],
    ['a device without an id', { device_id: 'hp-1' }],
    ['a door without a name', { door: '   ' }],
    ['a door with an endless name', { door: 'x'.repeat(41) }],
    ['a scan without a time', { scans: [{ id: crypto.randomUUID(), code: 'x', is_inside: true }] }],
  ])('refuses an upload of a gate with %s', (_what, change) => {
    const [id, device_id] = [crypto.randomUUID(), crypto.randomUUID()];
    const scan = { id, code: 'x', scanned_at: '2026-03-07T12:02:00.000Z', is_inside: true };
    const good = { device_id, door: 'Utara', scans: [scan] };
    expect(gateCalls.gateScans.body.safeParse(good).success).toBe(true);
    expect(gateCalls.gateScans.body.safeParse({ ...good, ...change }).success).toBe(false);
  });

  it.each([
    ['/event/{slug}', { slug: 'konser-senja' }, '/event/konser-senja'],
    ['/e-ticket/{id}/html', { id: '../x?y#z' }, '/e-ticket/..%2Fx%3Fy%23z/html'],
    ['/my/tickets/{eventId}', { eventId: 'a b%é' }, '/my/tickets/a%20b%25%C3%A9'],
    ['/a/{x}/{y}', { x: '{y}', y: '$&' }, '/a/%7By%7D/%24%26'],
    ['/session', {}, '/session'],
  ])('fills %s', (path, params, expected) => {
    expect(callPath(path, params as Record<string, string>)).toBe(expected);
    expect(() => callPath('/event/{slug}')).toThrow('slug');
  });
});

describe('a response that deviates from the contract (§3.2)', () => {
  it('is accepted with numbers as text, absent fields, null positions and local times (§3.1)', () => {
    const row = z.object({
      ...{ id: z.string(), name: z.string(), price: rupiahSchema, province_id: z.number() },
      ...{ ends_at: z.nullable(instantSchema), isOpen: z.boolean(), kind: openEnum(['a', 'b']) },
      ...{ note: z.optional(z.string()), logo: z.nullable(z.string()), tags: z.array(z.string()) },
      venue: z.object({ name: z.string() }),
    });
    const given = {
      ...{ id: 7, price: '150000.00', province_id: null, ends_at: '2027-03-06 19:30' },
      ...{ isOpen: 1, kind: 'c', note: null },
    };
    expect(row.parse(tolerated(row, given))).toEqual({
      ...{ id: '7', name: '', price: 150_000, province_id: 0, isOpen: true, kind: 'unknown' },
      ...{ ends_at: '2027-03-06T19:30:00+07:00', logo: null, tags: [], venue: { name: '' } },
    });
  });

  it.each([
    [z.boolean(), undefined, false],
    [z.boolean(), null, false],
    [z.boolean(), 0, false],
    [z.boolean(), '0', false],
    [z.boolean(), 'false', false],
    [z.boolean(), 'true', true],
    [z.boolean(), '1', true],
    [z.nullable(instantSchema), 'besok', null],
  ] as const)('%#: %j is read as %j', (schema, of_at, expected) => {
    expect(tolerated(z.object({ of_at: schema as z.ZodMiniType }), { of_at })).toEqual({
      of_at: expected,
    });
  });

  it('omits a row without its id or price (§3.3)', () => {
    const list = z.array(z.object({ id: z.string(), price: rupiahSchema }));
    const leftOut: string[] = [];
    const given = [{ id: 1, price: 5 }, { price: 5 }, { id: 2 }, 'x', null];
    expect(list.parse(tolerated(list, given, leftOut))).toEqual([{ id: '1', price: 5 }]);
    expect(leftOut).toEqual(['1.id', '2.price', '3', '4.id']);
  });

  it('is refused if a list would change its meaning without a row, or if it is something else (§3.3)', () => {
    const list = wholeList(z.array(z.object({ id: z.string() })));
    expect(list.safeParse(tolerated(list, [{ id: 1 }, {}])).success).toBe(false);
    expect(readAnswer(calls.me, { nama: 'Sekar' }).ok).toBe(false);
    expect(readAnswer(calls.createPayment, []).ok).toBe(false);
    expect(readAnswer(calls.session, 'x').ok).toBe(false);
  });
});
