import { closest, distance } from 'fastest-levenshtein';
import {
  findNodeAtLocation,
  getNodePath,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import type * as z from 'zod/mini';
import { type EventFile, eventFileSchema } from '../../../../contract/event-folder/event-file.ts';
import type { Mistake } from './mistakes.ts';

/** The name of the document of an event folder. */
export const documentName = 'event.json';

/** Most nested levels of a document: deeper ones are no event, and parsers are recursive. */
const maxDepth = 40;

/** A document that keeps the lines of its values. */
export interface ReadDocument {
  readonly file: EventFile;
  /** The mistake of the value at a path. */
  mistakeAt(path: readonly (string | number)[], what: string, mend: string): Mistake;
}

/** A document with mistakes of form. */
export interface BrokenDocument extends Pick<ReadDocument, 'mistakeAt'> {
  readonly mistakes: readonly Mistake[];
  /** The document as far as it could be read, without a promise of its form. */
  readonly value: Partial<EventFile>;
  /** Fields of the first level that contain a mistake. */
  readonly broken: ReadonlySet<unknown>;
}

/** Reads the text of an `event.json`; returns every mistake of its form where there is one. */
export function readDocument(text: string): ReadDocument | BrokenDocument | readonly Mistake[] {
  if (depthOf(text) > maxDepth) {
    const mend = 'Write it as in the guide.';
    return [{ file: documentName, at: '', what: 'The document is nested too deeply.', mend }];
  }
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true });
  const [error] = errors;
  if (tree === undefined || error !== undefined) {
    const what = error === undefined ? 'The file is empty.' : jsonWords(error);
    const at = place(text, error?.offset ?? 0);
    return [{ file: documentName, at, what, mend: 'Correct the JSON at this place.' }];
  }
  const mistakeAt: ReadDocument['mistakeAt'] = (path, what, mend) => {
    const node = nearest(tree, path);
    const name = path.length === 0 ? '' : `${printedPath(path)}: `;
    return { file: documentName, at: place(text, node.offset), what: `${name}${what}`, mend };
  };
  const value: unknown = JSON.parse(text);
  const dotted = dottedNumbers(tree, text).map(({ offset, length, path }) => {
    const given = text.slice(offset, offset + length);
    const whole = given.replaceAll('.', '');
    return mistakeAt(
      path,
      `The value is ${given}, which JSON reads as ${Number(given)}.`,
      `Write ${whole}, or ${Number(given)}, without a dot.`,
    );
  });
  if (dotted.length > 0) return dotted;
  const read = eventFileSchema.safeParse(value);
  if (read.success) return { file: read.data, mistakeAt };
  const { issues } = read.error;
  const mistakes = issues.flatMap((issue) => issueMistakes(issue, value, mistakeAt));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return mistakes;
  return {
    mistakes,
    value,
    broken: new Set(issues.flatMap(({ path }) => path.slice(0, 1))),
    mistakeAt,
  };
}

/** Whole numbers that are written with a dot: `350.000` is meant as thousands, and JSON reads 350. */
function dottedNumbers(tree: Node, text: string) {
  const found: { offset: number; length: number; path: (string | number)[] }[] = [];
  const visit = (node: Node) => {
    const { type, offset, length, value, children = [] } = node;
    const isDotted = type === 'number' && text.slice(offset, offset + length).includes('.');
    if (isDotted && Number.isInteger(value)) {
      found.push({ offset, length, path: getNodePath(node) });
    }
    for (const child of children) visit(child);
  };
  visit(tree);
  return found;
}

/** The deepest nesting of brackets outside of strings. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (token === '[' || token === '{') deepest = Math.max(deepest, ++depth);
    else if (token === ']' || token === '}') depth -= 1;
  }
  return deepest;
}

function jsonWords({ error }: ParseError): string {
  return `The JSON is broken: ${printParseErrorCode(error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()}.`;
}

/** Line and column from 1 of an offset. */
function place(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}

/** The node of a path, or of its longest start that exists. */
function nearest(tree: Node, path: readonly (string | number)[]): Node {
  for (let length = path.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(tree, path.slice(0, length));
    if (node !== undefined) return node;
  }
  return tree;
}

function printedPath(path: readonly (string | number)[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');
}

type Issue = z.core.$ZodIssue;

function issueMistakes(
  issue: Issue,
  root: unknown,
  mistakeAt: ReadDocument['mistakeAt'],
): Mistake[] {
  const path = issue.path.filter((part) => typeof part !== 'symbol');
  switch (issue.code) {
    case 'unrecognized_keys': {
      const known = Object.keys(eventFileSchema.shape);
      return issue.keys.map((key) =>
        mistakeAt([...path, key], 'The field is unknown.', suggestion(key, path, known)),
      );
    }
    case 'invalid_type': {
      const given = valueAt(root, path);
      const isMissing = given === undefined;
      return [
        mistakeAt(
          path,
          isMissing ? 'The field is missing.' : `The value is ${kindOf(given)}.`,
          `Give it ${article(issue.expected)}.`,
        ),
      ];
    }
    case 'invalid_value': {
      const values = issue.values.map((value) => JSON.stringify(value)).join(', ');
      const given = JSON.stringify(valueAt(root, path));
      return [mistakeAt(path, `The value is ${given}.`, `Use one of ${values}.`)];
    }
    case 'invalid_union': {
      const branch = issue.errors.toSorted((a, b) => a.length - b.length)[0] ?? [];
      const [deeper] = branch;
      if (deeper === undefined || branch.every(({ path: own }) => own.length === 0)) {
        return [mistakeAt(path, 'The value has none of the allowed forms.', 'See the guide.')];
      }
      return branch.flatMap((inner) =>
        issueMistakes({ ...inner, path: [...issue.path, ...inner.path] }, root, mistakeAt),
      );
    }
    default: {
      const given = JSON.stringify(valueAt(root, path)) ?? 'missing';
      const shown = given.length > 60 ? `${given.slice(0, 60)}…` : given;
      return [mistakeAt(path, `The value is ${shown}.`, `${issue.message}.`)];
    }
  }
}

function suggestion(
  key: string,
  path: readonly (string | number)[],
  known: readonly string[],
): string {
  const near = path.length === 0 ? closest(key, [...known]) : undefined;
  return near !== undefined && distance(key, near) <= 3
    ? `Did you mean "${near}"?`
    : 'Remove it, or see the guide for the fields at this place.';
}

function valueAt(root: unknown, path: readonly (string | number)[]): unknown {
  let value = root;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part))
      return undefined;
    value = (value as Record<string | number, unknown>)[part];
  }
  return value;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return article(typeof value);
}

function article(type: string): string {
  const name = type === 'int' ? 'whole number' : type === 'array' ? 'list' : type;
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;
}
