import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseSync } from 'vite';

/** Comments and types, which are in the source but not in the running machine. Paths are relative to the project. */

/** A node of the syntax tree, with the members used here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [part: string]: unknown;
}

interface Comment {
  readonly type: 'Block' | 'Line';
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** One source file, parsed. */
interface Source {
  readonly path: string;
  readonly text: string;
  readonly body: readonly Node[];
  readonly comments: readonly Comment[];
}

/** A slot of a ports object. */
export interface PortDoc {
  readonly slot: string;
  /** `promise` and `callback` are calls to the outside; a `machine` is another flow. */
  readonly kind: 'promise' | 'callback' | 'machine';
  readonly doc: string;
  /** Types as written in the source: output and input of a promise, commands and input of a callback, the machine. */
  readonly types: readonly string[];
}

const parsed = new Map<string, Source>();

function sourceOf(path: string): Source {
  const known = parsed.get(path);
  if (known !== undefined) return known;
  const text = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const { program, comments, errors } = parseSync(path, text);
  if (errors[0] !== undefined) throw new Error(`${path}: ${errors[0].message}`);
  const source = { path, text, body: program.body as unknown as readonly Node[], comments };
  parsed.set(path, source);
  return source;
}

/** The slots of `export const <name>Ports` of a file, in order, with their docstrings and types. */
export function portDocs(path: string): readonly PortDoc[] {
  const source = sourceOf(path);
  const found = [...constants(source)].find(([name]) => name.endsWith('Ports'));
  if (found === undefined) throw new Error(`${path} exports no ports.`);
  return propertiesOf(found[1].init).map((property) => {
    const slot = keyOf(property);
    return { slot, doc: commentBefore(source, property), ...portOf(source, slot, property.value) };
  });
}

function portOf(source: Source, slot: string, value: unknown): Pick<PortDoc, 'kind' | 'types'> {
  const node = nodeOf(value);
  if (node.type === 'Identifier') return { kind: 'machine', types: [String(node.name)] };
  const creator = node.type === 'CallExpression' ? nameOf(node.callee) : '';
  const types = nodesOf(node.typeArguments ? nodeOf(node.typeArguments).params : []).map((type) =>
    source.text.slice(type.start, type.end).replaceAll(/\s+/g, ' ').replaceAll('readonly ', ''),
  );
  if (creator === 'fromPromise') return { kind: 'promise', types };
  if (creator === 'fromCallback') return { kind: 'callback', types };
  if (creator === 'flowNotProvided') {
    return { kind: 'machine', types: types.map((type) => type.replace(/^typeof /, '')) };
  }
  throw new Error(`${source.path}: what the port "${slot}" is made with is not known here.`);
}

/** The comment of every member of `export const <name>`, an object, by key. */
export function memberDocs(path: string, name: string): ReadonlyMap<string, string> {
  const source = sourceOf(path);
  const found = constants(source).get(name);
  if (found === undefined) throw new Error(`${path} exports no ${name}.`);
  return new Map(
    propertiesOf(found.init).map((property) => [keyOf(property), commentBefore(source, property)]),
  );
}

/**
 * The comment above each state of the machine of a file, by the state's id; states without one are omitted. Follows a state imported
 * from another file, where its docstring replaces the comment.
 */
export function stateDocs(path: string): ReadonlyMap<string, string> {
  const source = sourceOf(path);
  for (const { init } of constants(source).values()) {
    const config = argumentOf(init, 'createMachine');
    if (config === undefined) continue;
    const id = propertiesOf(config).find((property) => keyOf(property) === 'id');
    const docs = new Map<string, string>();
    noteStates(source, config, String(nodeOf(id?.value).value), docs);
    return docs;
  }
  throw new Error(`${path} makes no machine.`);
}

function noteStates(source: Source, config: Node, id: string, docs: Map<string, string>): void {
  const states = propertiesOf(config).find((property) => keyOf(property) === 'states');
  for (const property of propertiesOf(states?.value)) {
    const childId = `${id}.${keyOf(property)}`;
    const value = nodeOf(property.value);
    const made = value.type === 'Identifier' ? madeState(source, String(value.name)) : undefined;
    const doc = commentBefore(source, property) || made?.doc;
    if (doc) docs.set(childId, doc);
    noteStates(made?.source ?? source, made?.config ?? value, childId, docs);
  }
}

interface MadeState {
  readonly source: Source;
  readonly config: Node;
  readonly doc: string;
}

/** A state declared as a constant, in this file or in an imported one. */
function madeState(source: Source, name: string): MadeState {
  const found = constants(source).get(name);
  if (found !== undefined) {
    // Machines that share a state declare it as a plain object.
    const config =
      found.init.type === 'ObjectExpression'
        ? found.init
        : argumentOf(found.init, 'createStateConfig');
    if (config === undefined) throw new Error(`${source.path}: "${name}" is no state.`);
    return { source, config, doc: commentBefore(source, found.statement) };
  }
  for (const statement of source.body) {
    if (statement.type !== 'ImportDeclaration') continue;
    const names = nodesOf(statement.specifiers).map(({ local }) => nameOf(local));
    if (!names.includes(name)) continue;
    const file = String(nodeOf(statement.source).value);
    return madeState(sourceOf(posix.join(posix.dirname(source.path), file)), name);
  }
  throw new Error(`${source.path}: where "${name}" comes from is not known.`);
}

interface Constant {
  readonly statement: Node;
  readonly init: Node;
}

/** The top-level constants of a file, exported or not. */
function constants({ body }: Source): ReadonlyMap<string, Constant> {
  const found = new Map<string, Constant>();
  for (const statement of body) {
    const declaration =
      statement.type === 'ExportNamedDeclaration' && statement.declaration
        ? nodeOf(statement.declaration)
        : statement;
    if (declaration.type !== 'VariableDeclaration') continue;
    for (const { id, init } of nodesOf(declaration.declarations)) {
      if (init) found.set(nameOf(id), { statement, init: withoutCasts(nodeOf(init)) });
    }
  }
  return found;
}

/** The first argument of a call of the method with this name. */
function argumentOf(node: Node, method: string): Node | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const callee = nodeOf(node.callee);
  if (callee.type !== 'MemberExpression' || nameOf(callee.property) !== method) return undefined;
  return nodesOf(node.arguments)[0];
}

function withoutCasts(node: Node): Node {
  return node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression'
    ? withoutCasts(nodeOf(node.expression))
    : node;
}

function propertiesOf(object: unknown): readonly Node[] {
  if (object === undefined) return [];
  return nodesOf(withoutCasts(nodeOf(object)).properties).filter(({ type }) => type === 'Property');
}

/** The text of the comment directly above a node, or an empty text. */
function commentBefore({ text, comments }: Source, { start }: Node): string {
  const lines: string[] = [];
  let edge = start;
  for (const comment of comments.toReversed()) {
    if (comment.end > edge) continue;
    if (text.slice(comment.end, edge).trim() !== '') break;
    // A comment after code on the same line belongs to that code.
    const line = text.slice(text.lastIndexOf('\n', comment.start) + 1, comment.start);
    if (line.trim() !== '') break;
    lines.unshift(comment.value);
    edge = comment.start;
    if (comment.type === 'Block') break;
  }
  return lines
    .join(' ')
    .replaceAll(/^\s*\*+/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function keyOf({ key }: Node): string {
  const node = nodeOf(key);
  return String(node.name ?? node.value);
}

function nameOf(node: unknown): string {
  return String(nodeOf(node).name ?? '');
}

function nodeOf(value: unknown): Node {
  if (typeof value === 'object' && value !== null && 'type' in value) return value as Node;
  throw new Error('The syntax is not the one that is read here.');
}

function nodesOf(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.map(nodeOf) : [];
}
