import fc from 'fast-check';

/** A text of one kind, as long as it is asked to be. */
export interface HostileText {
  readonly kind: string;
  ofLength(length: number): string;
}

const letters = [...' \t\n.@-_+/%:(,;"{\\01aAé😀', '\u0301', '\u00a0', '\ud800'];
const pairs = ['a-', 'a.', '.@', '@.', 'a@', '0-', ' -', '1 ', 'a ', '{"', '[['];
const heads = ['', 'a@'];
/** What keeps a text from matching at its very end, so that everything before it is tried again. */
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

/** Texts of one letter or two, in long rows, whatever pattern they meet. */
export const plainTexts: readonly HostileText[] = [...letters, ...pairs].flatMap((unit) =>
  heads.flatMap((head) => tails.map((tail) => stretched(head, unit, tail))),
);

const samples = 3;
const longestSample = 40;

/** Texts that a pattern likes, each of their letters and the whole pumped up, and broken at the end. */
export function textsLike(pattern: RegExp): HostileText[] {
  const liked = fc
    .sample(
      fc.stringMatching(new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, '')), {
        size: 'xsmall',
      }),
      {
        numRuns: samples,
        seed: 13,
      },
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
