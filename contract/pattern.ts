/** Most instructions of a compiled pattern; with the longest answer they bound the time of a match. */
const mostInstructions = 1_000;

/** A reason for which a pattern cannot be used. */
export class PatternMistake extends Error {}

type Node =
  | { readonly kind: 'letter'; readonly source: string }
  | { readonly kind: 'assert'; readonly source: string }
  | { readonly kind: 'all'; readonly parts: readonly Node[] }
  | { readonly kind: 'any'; readonly parts: readonly Node[] }
  | { readonly kind: 'repeat'; readonly part: Node; readonly least: number; readonly most: number };

/** Tells whether a whole text matches; calls `onStep` for each instruction that it follows at a letter. */
export type Matcher = (text: string, onStep?: () => void) => boolean;

/**
 * Compiles a regular expression that a whole text is to match, with the syntax of JavaScript under the flag u. The matcher takes time linear in the
 * text: it follows all paths at once (Thompson 1968) and leaves only single letters to the engine of JavaScript. Throws PatternMistake for what is no
 * regular expression, for look-around, back references and flags inside of it, and for one that is too large.
 */
export function compilePattern(pattern: string): Matcher {
  try {
    new RegExp(pattern, 'u');
  } catch {
    throw new PatternMistake('it is no regular expression');
  }
  return matcherOf(programOf(parsed(pattern)));
}

/** The reason for which a pattern cannot be used, as in 'it refers back with "\\1"'; null for a usable one. */
export function patternMistake(pattern: string): string | null {
  try {
    compilePattern(pattern);
    return null;
  } catch (error) {
    if (error instanceof PatternMistake) return error.message;
    throw error;
  }
}

const letter =
  /\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[a-zA-Z]|\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|[\s\S]/uy;
const quantifier = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y;
const group = /\((?:\?:|\?<(?![=!])[^>]*>|(?!\?))/y;

/** Parses a pattern whose syntax JavaScript accepts. */
function parsed(pattern: string): Node {
  let at = 0;
  const read = (kind: RegExp) => {
    kind.lastIndex = at;
    const match = kind.exec(pattern);
    if (match !== null) at += match[0].length;
    return match;
  };
  const choices = (): Node => {
    const parts = [sequence()];
    while (pattern[at] === '|') {
      at += 1;
      parts.push(sequence());
    }
    return { kind: 'any', parts };
  };
  const sequence = (): Node => {
    const parts: Node[] = [];
    while (at < pattern.length && pattern[at] !== '|' && pattern[at] !== ')') {
      parts.push(repeated(single()));
    }
    return { kind: 'all', parts };
  };
  const repeated = (part: Node): Node => {
    const match = read(quantifier);
    if (match === null) return part;
    const [, sign, least = '', comma, most] = match;
    if (sign === '*') return { kind: 'repeat', part, least: 0, most: Number.POSITIVE_INFINITY };
    if (sign === '+') return { kind: 'repeat', part, least: 1, most: Number.POSITIVE_INFINITY };
    if (sign === '?') return { kind: 'repeat', part, least: 0, most: 1 };
    const bound = comma === '' ? Number(least) : Number(most === '' ? Infinity : most);
    return { kind: 'repeat', part, least: Number(least), most: bound };
  };
  const single = (): Node => {
    if (pattern[at] === '(') {
      if (read(group) === null) {
        const what = /^\(\?<?[=!]/.test(pattern.slice(at)) ? 'looks around' : 'sets flags';
        throw new PatternMistake(`it ${what} with "${pattern.slice(at, at + 4)}"`);
      }
      const inner = choices();
      at += 1;
      return inner;
    }
    const source = read(letter)?.[0] ?? '';
    if (/^\\(?:[1-9]|k)/.test(source)) {
      throw new PatternMistake(`it refers back with "${source}"`);
    }
    return { kind: ['^', '$', '\\b', '\\B'].includes(source) ? 'assert' : 'letter', source };
  };
  return choices();
}

/** An instruction: a letter to read, a condition, or a fork to one or two others. */
type Step =
  | { readonly reads: (letter: string) => boolean; readonly to: number }
  | { readonly holds: (before: string, after: string) => boolean; readonly to: number }
  | { readonly forks: readonly number[] };

interface Program {
  readonly steps: readonly Step[];
  readonly start: number;
}

/** The end of every program, at which a text matches. */
const accepted = 0;

function programOf(root: Node): Program {
  const steps: Step[] = [{ forks: [] }];
  let work = 0;
  const add = (step: Step) => steps.push(step) - 1;
  const spend = () => {
    work += 1;
    if (work + steps.length > 2 * mostInstructions || steps.length > mostInstructions) {
      throw new PatternMistake(`it has more than ${mostInstructions} steps; lower its repetitions`);
    }
  };
  const letters = new Map<string, (letter: string) => boolean>();
  const letterOf = (source: string) => {
    const known = letters.get(source);
    if (known !== undefined) return known;
    const made = rememberLast(new RegExp(`^${source}$`, 'u'));
    letters.set(source, made);
    return made;
  };
  /** Compiles a part that goes on at `to`; returns its first instruction. */
  const compile = (node: Node, to: number): number => {
    spend();
    if (node.kind === 'letter') return add({ reads: letterOf(node.source), to });
    if (node.kind === 'assert') return add({ holds: assertion(node.source), to });
    if (node.kind === 'all') return node.parts.reduceRight((next, part) => compile(part, next), to);
    if (node.kind === 'any') {
      const [first] = node.parts;
      if (node.parts.length === 1 && first !== undefined) return compile(first, to);
      return add({ forks: node.parts.map((part) => compile(part, to)) });
    }
    const { part, least, most } = node;
    let next = to;
    if (most === Number.POSITIVE_INFINITY) {
      const forks: number[] = [];
      next = add({ forks });
      forks.push(compile(part, next), to);
    }
    for (let extra = least; extra < most && most !== Number.POSITIVE_INFINITY; extra += 1) {
      next = add({ forks: [compile(part, next), to] });
    }
    for (let must = 0; must < least; must += 1) next = compile(part, next);
    return next;
  };
  return { start: compile(root, accepted), steps };
}

/** A test of one letter that remembers its last result: the copies of a repetition ask the same. */
function rememberLast(test: RegExp): (letter: string) => boolean {
  let [last, result] = ['', false];
  return (given) => {
    if (given !== last) [last, result] = [given, test.test(given)];
    return result;
  };
}

function assertion(source: string): (before: string, after: string) => boolean {
  if (source === '^') return (before) => before === '';
  if (source === '$') return (_before, after) => after === '';
  const isEdge = (before: string, after: string) => /^\w/.test(before) !== /^\w/.test(after);
  return source === '\\b' ? isEdge : (before, after) => !isEdge(before, after);
}

function matcherOf({ steps, start }: Program): Matcher {
  return (text, onStep) => {
    const seenAt = new Int32Array(steps.length).fill(-1);
    let position = 0;
    let before = '';
    /** The instructions reached without reading a letter, out of those that wait for one. */
    const reach = (from: readonly number[], after: string): number[] => {
      const open = [...from];
      const reached: number[] = [];
      for (let at = open.pop(); at !== undefined; at = open.pop()) {
        if (seenAt[at] === position) continue;
        seenAt[at] = position;
        onStep?.();
        const step = steps[at] as Step;
        if ('forks' in step) open.push(...step.forks);
        else if ('holds' in step) {
          if (step.holds(before, after)) open.push(step.to);
        } else reached.push(at);
      }
      return reached;
    };
    let starts: number[] = [start];
    for (const given of text) {
      const next: number[] = [];
      for (const at of reach(starts, given)) {
        const step = steps[at] as Step & { reads: (letter: string) => boolean; to: number };
        if (step.reads(given)) next.push(step.to);
      }
      if (next.length === 0) return false;
      starts = next;
      before = given;
      position += 1;
    }
    reach(starts, '');
    return seenAt[accepted] === position;
  };
}
