import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { callPath } from '../../contract/call/call.ts';
import { refusalWords } from '../../contract/call/refusal.ts';
import { emailSchema, normalisePhone } from '../../contract/fields.ts';
import { isBlank } from '../../contract/forms.ts';
import { normaliseDraft } from '../../contract/order.ts';
import { normalisePayment } from '../../contract/payment.ts';
import { parseRealtime, parseTopic } from '../../contract/realtime.ts';
import { normaliseSeatmap } from '../../contract/seatmap.ts';
import { readPageSettings } from '../../contract/settings.ts';
import { storedKeys } from '../../contract/stored/stored-keys.ts';
import { escapeHtml } from '../../contract/texts/html.ts';
import { readLocale } from '../../contract/texts/locale.ts';
import { parseTicketCode, readShortCode } from '../../contract/ticket/ticket-code.ts';
import { defOf, patternsOf, schemasIn } from './hostile-schemas.ts';
import { type HostileText, plainTexts, textsLike } from './hostile-texts.ts';
import { growsTooFast } from './linear-work.ts';

const rooms = import.meta.glob('../../contract/**/*.ts', { eager: true });
const all = schemasIn(rooms, 'contract');
const patterns = new Map(
  all.flatMap(({ place, schema }) =>
    patternsOf(schema).map((pattern) => [String(pattern), { place, pattern }] as const),
  ),
);

/** The first text of each kind whose cost is more than linear in its length. */
function dear(work: (text: string) => unknown, texts: readonly HostileText[]): string[] {
  return texts
    .filter(({ ofLength }) => growsTooFast(work, ofLength) !== null)
    .map(({ kind }) => kind);
}

/** Members of a list or a record. */
const members = 4_000;
/** How often a schema may access each of them. */
const touches = 20;

describe('256 KB of any input cost no more than reading them (§5.3)', () => {
  it('this suite detects a quadratic pattern, also one behind a length limit that does not abort', () => {
    const old = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;
    const goesOn = z.string().check(z.maxLength(254, 'too long'), z.regex(old));
    const dots = plainTexts.find(({ kind }) => kind === '"a@.…@"')!;
    expect(dear((text) => old.test(text), [dots])).toEqual([dots.kind]);
    expect(dear((text) => goesOn.safeParse(text), [dots])).toEqual([dots.kind]);
    expect(dear((text) => emailSchema.safeParse(text), [dots])).toEqual([]);
    // The texts derived from a pattern find it directly.
    expect(dear((text) => old.test(text), textsLike(old))).not.toEqual([]);
  });

  it('finds the schemas to test', () => {
    expect(all.length).toBeGreaterThan(300);
    expect(all.map(({ schema }) => schema)).toContain(emailSchema);
    for (const { schema } of storedKeys) {
      if ('_zod' in schema) expect(all.map((found) => found.schema)).toContain(schema);
    }
    expect(patterns.size).toBeGreaterThan(5);
  });

  // These only check the type of a text, or pass it to a schema that is tested itself.
  const handsOn = new Set([
    ...['object', 'array', 'record', 'boolean', 'null', 'unknown', 'string'],
    ...['optional', 'nullable', 'default', 'catch'],
  ]);
  const judged = all.filter(({ schema }) => {
    const { type, checks = [] } = defOf(schema);
    return !handsOn.has(type) || checks.length > 0;
  });
  it('in each of the schemas of the contract', { timeout: 240_000 }, () => {
    const own = new Map([...patterns].map(([name, { pattern }]) => [name, textsLike(pattern)]));
    const found = judged.flatMap(({ place, schema }) => {
      const texts = [
        ...plainTexts,
        ...patternsOf(schema).flatMap((pattern) => own.get(String(pattern)) ?? []),
      ];
      return dear((text) => schema.safeParse(text), texts).map((kind) => `${place}: ${kind}`);
    });
    expect(found).toEqual([]);
  });

  it.each([...patterns.values()])(
    'in the pattern $pattern alone',
    { timeout: 120_000 },
    ({ pattern }) => {
      const texts = [...plainTexts, ...textsLike(pattern)];
      const fresh = (text: string) => new RegExp(pattern.source, pattern.flags).test(text);
      expect(dear(fresh, texts)).toEqual([]);
    },
  );

  const readers: readonly (readonly [string, (text: string) => unknown])[] = [
    ['normalisePhone', normalisePhone],
    ['parseTicketCode', parseTicketCode],
    ['readShortCode', readShortCode],
    ['refusalWords', (text) => refusalWords({ errors: [{ message: text }] })],
    ['parseRealtime', (text) => parseRealtime('roetix', 'roetix/queue/a', text, 'u')],
    ['parseTopic', (text) => parseTopic('roetix', `roetix/queue/${text}`)],
    ['readLocale', readLocale],
    ['escapeHtml', escapeHtml],
    ['readPageSettings', readPageSettings],
    ['isBlank', isBlank],
    ['normaliseDraft', (text) => normaliseDraft({ order: { id: text, total_price: text } })],
    ['normalisePayment', (text) => normalisePayment({ id: text, amount: text })],
    ['normaliseSeatmap', (text) => normaliseSeatmap({ seatLayout: { totalRows: text } })],
    // Half a letter is no address.
    ['callPath', (text) => callPath('/event/{slug}', { slug: text.replaceAll('\ud800', '') })],
  ];
  it.each(readers)('in %s', { timeout: 60_000 }, (_name, read) => {
    expect(dear(read, plainTexts)).toEqual([]);
  });
});

describe('a list or a record with thousands of members', () => {
  const keys = Array.from({ length: members }, (_, index) => `k${index}`);
  const record = Object.fromEntries(keys.map((key) => [key, ['x']]));

  /** How often a schema accesses a part of its input. */
  function touchesOf(schema: z.ZodMiniType, given: object): number {
    let counted = 0;
    const count =
      <A extends unknown[], R>(look: (...parts: A) => R) =>
      (...parts: A): R => {
        counted += 1;
        return look(...parts);
      };
    const watched = new Proxy(given, {
      get: count(Reflect.get),
      has: count(Reflect.has),
      ownKeys: count(Reflect.ownKeys),
      getOwnPropertyDescriptor: count(Reflect.getOwnPropertyDescriptor),
    });
    schema.safeParse(watched);
    return counted;
  }

  it.each([
    ['array', keys],
    ['record', record],
    ['object', record],
  ] as const)('is looked at a bounded number of times where an %s is asked for', (type, given) => {
    const schemas = all.filter(({ schema }) => defOf(schema).type === type);
    expect(schemas.length).toBeGreaterThan(0);
    const dearOnes = schemas.filter(({ schema }) => touchesOf(schema, given) > touches * members);
    expect(dearOnes.map(({ place }) => place)).toEqual([]);
  });
});
