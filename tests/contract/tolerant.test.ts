import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { CallShape } from '../../contract/call/call.ts';
import { type CallName, calls } from '../../contract/call/calls.ts';
import { readAnswer, tolerated } from '../../contract/call/tolerant.ts';
import { wholeList } from '../../contract/call/whole-list.ts';
import { instantSchema, openEnum, rupiahSchema } from '../../contract/fields.ts';
import { answers } from './samples.ts';

const rows = Object.entries(calls) as [CallName, CallShape][];

describe('a response that deviates from the contract (ruling R20)', () => {
  const row = z.object({
    id: z.string(),
    name: z.string(),
    price: rupiahSchema,
    province_id: z.number(),
    ends_at: z.nullable(instantSchema),
    isOpen: z.boolean(),
    kind: openEnum(['a', 'b']),
    note: z.optional(z.string()),
    logo: z.nullable(z.string()),
    tags: z.array(z.string()),
    venue: z.object({ name: z.string() }),
  });

  it('is accepted with numbers as text, absent fields, null positions and local times', () => {
    const given = {
      id: 7,
      price: '150000.00',
      province_id: null,
      ends_at: '2027-03-06 19:30',
      isOpen: 1,
      kind: 'c',
      note: null,
    };
    expect(row.parse(tolerated(row, given))).toEqual({
      id: '7',
      name: '',
      price: 150_000,
      province_id: 0,
      ends_at: '2027-03-06T19:30:00+07:00',
      isOpen: true,
      kind: 'unknown',
      logo: null,
      tags: [],
      venue: { name: '' },
    });
  });

  it.each([
    [undefined, false],
    [null, false],
    ['0', false],
    ['true', true],
    ['1', true],
  ])('reads %j as a boolean', (isOpen, expected) => {
    const read = tolerated(z.object({ isOpen: z.boolean() }), { isOpen });
    expect(read).toEqual({ isOpen: expected });
  });

  it('treats an invalid date as absent where it is optional', () => {
    const read = tolerated(z.object({ ends_at: z.nullable(instantSchema) }), { ends_at: 'besok' });
    expect(read).toEqual({ ends_at: null });
  });

  it('omits a row without its id or price', () => {
    const good = { id: 1, price: 5 };
    const list = z.array(z.object({ id: z.string(), price: rupiahSchema }));
    const leftOut: string[] = [];
    const read = tolerated(list, [good, { price: 5 }, { id: 2 }, 'x', null], leftOut);
    expect(list.parse(read)).toEqual([{ id: '1', price: 5 }]);
    expect(leftOut).toEqual(['1', '2', '3', '4']);
  });

  it('is refused if a list would change its meaning without a row', () => {
    const list = wholeList(z.array(z.object({ id: z.string() })));
    expect(list.safeParse(tolerated(list, [{ id: 1 }, {}])).success).toBe(false);
  });

  it.each(rows)(
    'of %s stays as it is where it fits, and nothing breaks the reading',
    (name, call) => {
      const { value } = readAnswer(call, answers[name]) as { readonly value: unknown };
      expect(value).toEqual(answers[name]);
      fc.assert(fc.property(fc.jsonValue(), (any) => void readAnswer(call, any)));
    },
  );

  it('is still refused if it is something else entirely', () => {
    expect(readAnswer(calls.me, { nama: 'Sekar' }).ok).toBe(false);
    expect(readAnswer(calls.createPayment, []).ok).toBe(false);
    expect(readAnswer(calls.session, 'x').ok).toBe(false);
  });
});
