import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerMistake, type FormField, maxPatternAnswer } from '../../contract/forms.ts';
import { compilePattern, PatternMistake } from '../../contract/pattern.ts';

const native = (pattern: string) => new RegExp(`^(?:${pattern})$`, 'u');
/** Most instructions of a pattern, and most letters of an answer that one is asked about. */
const [mostInstructions, mostLetters] = [1_000, maxPatternAnswer];

describe('patterns of form fields (§17.53)', () => {
  const atom = fc.constantFrom(
    ...['a', 'b', '.', '\\d', '\\w', '[ab]', '[^a\\]]', '\\p{L}', '\\u0061', '\\u{61}', '\\x62'],
    ...['\\.', '^', '$', '\\b', '\\B', '😀', '\\ud83d\\ude00', '[\\s-]', '(?:)', '\\/', '-'],
  );
  const quantified = (part: string, sign: string) =>
    /^(?:\^|\$|\\b|\\B)$/.test(part) ? part : `${part}${sign}`;
  const { tree } = fc.letrec<{ tree: string }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      atom,
      fc
        .tuple(atom, fc.constantFrom('*', '+', '?', '{2}', '{1,}', '{0,2}', '*?'))
        .map(([a, q]) => quantified(a, q)),
      fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => `${a}${b}`),
      fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => `(${a}|${b})`),
      fc.tuple(tie('tree'), fc.constantFrom('', '*', '+', '{0,3}')).map(([a, q]) => `(?:${a})${q}`),
      tie('tree').map((a) => `(?<n>${a})`),
    ),
  }));
  const text = fc.array(fc.constantFrom('a', 'b', '1', '_', ' ', '.', '😀', '-', '/', ']', '\n'), {
    maxLength: 6,
  });

  it('match as JavaScript says', () => {
    fc.assert(
      fc.property(tree, fc.array(text, { minLength: 8, maxLength: 8 }), (pattern, texts) => {
        let expected: RegExp;
        try {
          expected = native(pattern);
        } catch {
          // The same group name twice.
          expect(() => compilePattern(pattern)).toThrow(PatternMistake);
          return;
        }
        const matches = compilePattern(pattern);
        for (const letters of texts) {
          const given = letters.join('');
          expect([given, matches(given)]).toEqual([given, expected.test(given)]);
        }
      }),
      { numRuns: 1_500, seed: 36 },
    );
  });

  it.each([
    ['a(', 'no regular expression'],
    ['(?=a)b', 'looks around'],
    ['(?<!a)b', 'looks around'],
    ['(a)\\1', 'refers back'],
    ['(?<x>a)\\k<x>', 'refers back'],
    ['(a{100}){100}', 'more than 1000 steps'],
    ['(?:){99999999}', 'more than 1000 steps'],
    ['((a{0,99}){0,99}){0,99}', 'more than 1000 steps'],
  ])('%s is refused: %s', (pattern, reason) => {
    expect(() => compilePattern(pattern)).toThrow(reason);
  });

  it('200 hostile patterns follow each instruction once a letter, and none for 256 KB', () => {
    const units = [
      '(a|a)',
      '(a|a?)',
      'a*',
      '(?:a+)+',
      '(\\w|_)+',
      '(.*)',
      '(a*)*',
      '[a-z]+',
      '(x+x+)+y',
      'a{0,9}',
    ];
    const wraps = [
      (u: string) => `(${u})+`,
      (u: string) => `(${u}){2,20}b`,
      (u: string) => `(?:${u}${u})*$`,
      (u: string) => `${u.repeat(8)}!`,
      (u: string) => `(${u}|b|${u})*c`,
    ];
    const patterns = units.flatMap((u) =>
      wraps.flatMap((wrap) => [wrap(u), `^${wrap(u)}`, `${wrap(u)}\\b`, `.*${wrap(u)}`]),
    );
    expect(patterns).toHaveLength(200);
    const answers = ['a'.repeat(1_999), 'x'.repeat(1_999), '_'.repeat(1_999)].map((a) => `${a}!`);
    const stepsOf = (pattern: string, text: string) => {
      let steps = 0;
      compilePattern(pattern)(text, () => {
        steps += 1;
      });
      return steps;
    };
    const most = Math.max(...patterns.flatMap((p) => answers.map((text) => stepsOf(p, text))));
    expect(most).toBeGreaterThan(100 * mostLetters);
    expect(most).toBeLessThanOrEqual(mostInstructions * (mostLetters + 1));
    const huge = 'a'.repeat(256 * 1024);
    const field = { field_type: 'text', condition_type: 'always', options: [] } as never;
    for (const pattern of patterns) {
      const asked = { ...(field as object), pattern } as FormField;
      expect(answerMistake(asked, huge)).toBe('long');
    }
  });
});
