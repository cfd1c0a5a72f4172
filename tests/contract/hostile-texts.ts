import fc from 'fast-check';

/** Generates a text of one kind with the given length. */
export interface HostileText {
  readonly kind: string;
  ofLength(length: number): string;
}

const letters = [...' \t\n.@-_+/%:(,;"{\\01aAé😀', '\u0301', '\u00a0', '\ud800'];
const pairs = ['a-', 'a.', '.@', '@.', 'a@', '0-', ' -', '1 ', 'a ', '{"', '[['];
const heads = ['', 'a@'];
/** Endings that prevent a match at the very end, which causes backtracking. */
const tails = ['', '!', '@'];

function stretched(head: string, unit: string, tail: string): HostileText {
  const made = new Map<number, string>();
  return {
    kind: JSON.stringify(`${head}${unit}…${tail}`),
    ofLength: (length) => {
      const text = made.get(length) ?? head + unit.repeat(Math.ceil(length / unit.length)) + tail;
      made.set(length, text);
      return text;
    },
  };
}

/** Texts of one or two letters repeated, for any pattern. */
export const plainTexts: readonly HostileText[] = [...letters, ...pairs].flatMap((unit) =>
  heads.flatMap((head) => tails.map((tail) => stretched(head, unit, tail))),
);

const samples = 3;
const longestSample = 40;

/** Texts derived from a pattern: their letters and the whole repeated, with an invalid end. */
export function textsLike(pattern: RegExp): HostileText[] {
  const liked = fc
    .sample(
      fc.stringMatching(new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, '')), {
        size: 'xsmall',
      }),
      { numRuns: samples, seed: 13 },
    )
    .map((text) => text.slice(0, longestSample))
    .filter((text) => text !== '');
  return liked.flatMap((text) => {
    const each = [...text].map((letter, at, all) =>
      tails.map((tail) =>
        stretched(all.slice(0, at).join(''), letter, all.slice(at + 1).join('') + tail),
      ),
    );
    return [...each.flat(), ...tails.map((tail) => stretched('', text, tail))];
  });
}
