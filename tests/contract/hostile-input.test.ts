import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { callPath } from '../../contract/call.ts';
import { emailSchema, normalisePhone } from '../../contract/fields.ts';
import { isBlank } from '../../contract/forms.ts';
import { escapeHtml } from '../../contract/html.ts';
import { readLocale } from '../../contract/locale.ts';
import { normaliseDraft } from '../../contract/order.ts';
import { normalisePayment } from '../../contract/payment.ts';
import { parseRealtime, parseTopic } from '../../contract/realtime.ts';
import { refusalWords } from '../../contract/refusal.ts';
import { normaliseSeatmap } from '../../contract/seatmap.ts';
import { readPageSettings } from '../../contract/settings.ts';
import { storedKeys } from '../../contract/storage.ts';
import { parseTicketCode, readShortCode } from '../../contract/ticket-code.ts';
import { defOf, patternsOf, schemasIn } from './hostile-schemas.ts';
import { type HostileText, plainTexts, textsLike } from './hostile-texts.ts';
import { growsTooFast } from './linear-work.ts';

const rooms = import.meta.glob('../../contract/*.ts', { eager: true });
const all = schemasIn(rooms, 'contract');
const patterns = new Map(
  all.flatMap(({ place, schema }) =>
    patternsOf(schema).map((pattern) => [String(pattern), { place, pattern }] as const),
  ),
);

/** The first text of each kind that costs more than its length. */
function dear(work: (text: string) => unknown, texts: readonly HostileText[]): string[] {
  return texts
    .filter(({ ofLength }) => growsTooFast(work, ofLength) !== null)
    .map(({ kind }) => kind);
}

/** Members of a list or a record that only its size is judged by. */
const manyMembers = 8_000;

describe('256 KB of anything cost no more than reading them', () => {
  it('of a pattern that is quadratic, and of one behind a length that ends nothing, this suite says so', () => {
    const old = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;
    const goesOn = z.string().check(z.maxLength(254, 'too long'), z.regex(old));
    const pumped = textsLike(old).find(({ kind }) => kind === '"a@.…@"') ?? plainTexts[0]!;
    const dots = plainTexts.find(({ kind }) => kind === '"a@.…@"')!;
    expect(pumped).toBeDefined();
    expect(dear((text) => old.test(text), [dots])).toEqual([dots.kind]);
    expect(dear((text) => goesOn.safeParse(text), [dots])).toEqual([dots.kind]);
    expect(dear((text) => emailSchema.safeParse(text), [dots])).toEqual([]);
    // The texts made from a pattern find it by themselves.
    expect(
      textsLike(old).some(
        ({ ofLength }) => growsTooFast((text) => old.test(text), ofLength) !== null,
      ),
    ).toBe(true);
  });

  it('finds the schemas it is about', () => {
    expect(all.length).toBeGreaterThan(300);
    expect(all.map(({ schema }) => schema)).toContain(emailSchema);
    for (const { schema } of storedKeys) {
      if ('_zod' in schema) expect(all.map((found) => found.schema)).toContain(schema);
    }
    expect(patterns.size).toBeGreaterThan(5);
  });

  const judged = all.filter(({ schema }) => {
    const { type, checks = [] } = defOf(schema);
    // A text that nothing is asked of is only looked at for its type.
    return type !== 'string' || checks.length > 0;
  });
  it(`in each of the schemas of the contract`, { timeout: 240_000 }, () => {
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
      expect(dear((text) => new RegExp(pattern.source, pattern.flags).test(text), texts)).toEqual(
        [],
      );
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
  ];
  it.each(readers)('in %s', { timeout: 60_000 }, (_name, read) => {
    expect(dear(read, plainTexts)).toEqual([]);
  });
  it('in an address made of them', () => {
    const whole = plainTexts.filter(({ kind }) => !kind.includes('\\ud800'));
    expect(dear((text) => callPath('/event/{slug}', { slug: text }), whole)).toEqual([]);
  });
});

describe('a list or a record with thousands of members', () => {
  const members = (count: number) => Array.from({ length: count }, (_, index) => `k${index}`);
  const list = (text: string) => members(text.length);
  const record = (text: string) =>
    Object.fromEntries(members(text.length).map((key) => [key, ['x']]));

  it.each([
    ['list', 'array', list],
    ['record', 'record', record],
    ['object', 'object', record],
  ] as const)(
    'is judged in one pass where a %s is asked for',
    { timeout: 120_000 },
    (_what, type, make) => {
      const schemas = all.filter(({ schema }) => defOf(schema).type === type);
      expect(schemas.length).toBeGreaterThan(0);
      const plain = z.array(z.number());
      for (const { place, schema } of schemas) {
        const few = make('x'.repeat(manyMembers / 8));
        const many = make('x'.repeat(manyMembers));
        const best = (work: () => unknown) =>
          Math.min(
            ...Array.from({ length: 4 }, () => {
              const startedAt = performance.now();
              work();
              return performance.now() - startedAt;
            }),
          );
        const cost = best(() => schema.safeParse(many));
        // A known schema that refuses every member: the work of one issue for each.
        const reference = best(() => plain.safeParse(members(manyMembers)));
        expect([place, cost <= 40 * reference]).toEqual([place, true]);
        expect(schema.safeParse(few)).toBeDefined();
      }
    },
  );
});
