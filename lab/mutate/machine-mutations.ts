import { childrenOf, type Mutation, mutationAt, type Node, treeOf } from './mutations.ts';

/** Keys of a state node that hold transitions by event or by delay. */
const transitionMaps = new Set(['on', 'after']);
/** Keys of a state node that hold a transition or a list of them. */
const transitionLists = new Set(['always', 'onDone', 'onError']);

/**
 * Everything that can be taken out of the source of a machine: each transition, each guarded branch of a list, each guard; and each
 * delay, put off by one millisecond. The source stays well-formed.
 */
export function machineMutationsOf(source: string): readonly Mutation[] {
  const found: Mutation[] = [];
  const takeOut = (kind: 'transition' | 'guard' | 'delay', node: Node, replacement: string) =>
    found.push(mutationAt(source, kind, node, replacement));

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
    if (body.type === 'BlockStatement')
      throw new Error(`A delay with a block: ${source.slice(entry.start, entry.end)}`);
    takeOut('delay', body, `(${source.slice(body.start, body.end)}) + 1`);
  };

  visit(treeOf(source, 'machine.ts'));
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
