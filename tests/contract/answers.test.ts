import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallShape } from '../../contract/call/call.ts';
import { callPath } from '../../contract/call/call.ts';
import { type CallName, calls } from '../../contract/call/calls.ts';
import { answers } from './samples.ts';

const rows = Object.entries(calls) as [CallName, CallShape][];
const readAs = (call: CallShape, wire: unknown) =>
  call.answer.parse(call.normalise === undefined ? wire : call.normalise(wire, {}));

describe('every response', () => {
  it.each(rows)('of %s survives the wire', (name, call) => {
    const wire: unknown = JSON.parse(JSON.stringify(answers[name]));
    expect(readAs(call, wire)).toEqual(wire);
  });

  it.each(rows.filter(([, call]) => call.normalise !== undefined))(
    'of %s may be brought into shape twice, and nothing breaks the shaping',
    (name, call) => {
      const once = call.normalise?.(answers[name], {});
      expect(call.normalise?.(once, {})).toEqual(once);
      fc.assert(fc.property(fc.jsonValue(), (value) => void call.normalise?.(value, {})));
    },
  );

  it.each(rows.filter(([, call]) => call.file === undefined))(
    'of %s is not just anything',
    (_name, call) => {
      expect(call.answer.safeParse({ nonsense: true, data: 1 }).success).toBe(false);
    },
  );
});

describe('the route table', () => {
  it('names no address twice', () => {
    const places = rows.flatMap(([, call]) =>
      [call, ...(call.aliases ?? [])].map((place) => `${place.method} ${place.path}`),
    );
    expect(new Set(places).size).toBe(places.length);
  });

  it('has a parameter schema exactly where the path has parameters', () => {
    for (const [, call] of rows) {
      for (const place of [call, ...(call.aliases ?? [])]) {
        const names = [...place.path.matchAll(/\{(\w+)\}/g)];
        expect(names.length > 0).toBe(call.params !== undefined);
      }
    }
  });

  it('accepts only declared bodies', () => {
    for (const [, call] of rows) {
      if (call.body === undefined) continue;
      expect(call.method).not.toBe('GET');
      const parsed = call.body.safeParse({ role: 'admin', isVerified: true, id: '1' });
      expect(parsed.success).toBe(false);
    }
  });
});

describe('callPath', () => {
  it.each([
    ['/event/{slug}', { slug: 'konser-senja' }, '/event/konser-senja'],
    ['/e-ticket/{id}/html', { id: '../x?y#z' }, '/e-ticket/..%2Fx%3Fy%23z/html'],
    ['/my/tickets/{eventId}', { eventId: 'a b%é' }, '/my/tickets/a%20b%25%C3%A9'],
    ['/a/{x}/{y}', { x: '{y}', y: '$&' }, '/a/%7By%7D/%24%26'],
    ['/session', {}, '/session'],
  ])('fills %s', (path, params, expected) => {
    expect(callPath(path, params as Record<string, string>)).toBe(expected);
  });

  it('throws on a missing parameter', () => {
    expect(() => callPath('/event/{slug}')).toThrow('slug');
  });
});
