import { parseAst } from 'vite';

/** One thing taken out of a machine. */
export interface Mutation {
  readonly kind: 'transition' | 'guard' | 'delay';
  /** Of the source text. */
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** From 1. */
  readonly line: number;
  /** What is gone, in words. */
  readonly what: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** Keys of a state node that hold transitions by event or by delay. */
const transitionMaps = new Set(['on', 'after']);
/** Keys of a state node that hold a transition or a list of them. */
const transitionLists = new Set(['always', 'onDone', 'onError']);

/**
 * Everything that can be taken out of the source of a machine: each transition, each guarded branch of a list, each guard; and each
 * delay, put off by one millisecond. The source stays well-formed.
 */
export function mutationsOf(source: string): readonly Mutation[] {
  const found: Mutation[] = [];
  const lineOf = (at: number) => source.slice(0, at).split('\n').length;
  const words = (node: Node) => {
    const text = source.slice(node.start, node.end).replace(/\s+/g, ' ');
    return text.length > 72 ? `${text.slice(0, 72)}…` : text;
  };
  const takeOut = (kind: Mutation['kind'], node: Node, replacement: string) => {
    const { start, end } = node;
    found.push({ kind, start, end, replacement, line: lineOf(start), what: words(node) });
  };

  const visitTransitions = (value: Node, whole: Node) => {
    const branches = value.type === 'ArrayExpression' ? (value.elements as Node[]) : [];
    if (branches.length > 1) for (const branch of branches) takeOut('transition', branch, '...[]');
    else takeOut('transition', whole, '...{}');
  };
  const visit = (node: Node) => {
    if (node.type === 'Property') {
      const key = keyOf(node);
      const value = plain(node.value as Node);
      if (transitionMaps.has(key) && value.type === 'ObjectExpression') {
        for (const entry of value.properties as Node[]) {
          if (entry.type === 'Property') visitTransitions(plain(entry.value as Node), entry);
        }
      }
      if (transitionLists.has(key)) visitTransitions(value, node);
      if (key === 'guard') takeOut('guard', node, '...{}');
      if (key === 'delays' && value.type === 'ObjectExpression') {
        for (const entry of value.properties as Node[]) putOff(entry);
      }
    }
    if (node.type === 'VariableDeclarator') {
      const value = plain((node.init ?? node) as Node);
      const branches = value.type === 'ArrayExpression' ? (value.elements as Node[]) : [];
      if (branches.some(isBranch)) visitTransitions(value, node);
    }
    for (const child of childrenOf(node)) visit(child);
  };
  const putOff = (entry: Node) => {
    const value = entry.value as Node | undefined;
    if (value === undefined) return;
    const body = value.type === 'ArrowFunctionExpression' ? (value.body as Node) : value;
    if (body.type === 'BlockStatement') throw new Error(`A delay with a block: ${words(entry)}`);
    takeOut('delay', body, `(${source.slice(body.start, body.end)}) + 1`);
  };

  visit(parseAst(source, { lang: 'ts' }) as unknown as Node);
  return found;
}

/** A branch of a list of transitions that stands in a constant of its own. */
function isBranch(node: Node): boolean {
  if (node.type !== 'ObjectExpression') return false;
  return (node.properties as Node[]).some((property) =>
    ['guard', 'target'].includes(keyOf(property)),
  );
}

function keyOf(property: Node): string {
  const key = property.key as { readonly name?: string; readonly value?: unknown } | undefined;
  return key?.name ?? String(key?.value ?? '');
}

/** Without 'as const' and the like. */
function plain(node: Node): Node {
  return node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression'
    ? plain(node.expression as Node)
    : node;
}

function childrenOf(node: Node): readonly Node[] {
  return Object.values(node)
    .flat()
    .filter((value): value is Node => typeof (value as Node | null)?.type === 'string');
}
