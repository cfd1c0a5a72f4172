import { parseAst } from 'vite';

/** One change of one place in a source text. */
export interface Mutation {
  readonly kind: string;
  /** Of the source text. */
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** From 1. */
  readonly line: number;
  /** The text that changes, shortened. */
  readonly what: string;
}

/** A node of the syntax tree, with its place in the source text. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const comparisons: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '-': '+',
  '*': '/',
};
const logical: Readonly<Record<string, string>> = { '&&': '||', '||': '&&' };

/** Places in a statement of SQL, and their replacement; a condition keeps its parameters, so that the statement stays valid. */
const sqlChanges: readonly (readonly [kind: string, place: RegExp, replacement: string])[] = [
  ['lock', /\bfor (?:update|share)(?: of \w+)?(?: skip locked| nowait)?/g, ''],
  ['clause', /(?<=\b(?:and|where) )[\w.]+ (?:=|<>|<=?|>=?) (?:\$\d+|'\w+')/g, '($& or true)'],
  [
    'clause',
    /(?<=\b(?:and|where) )(?:not )?[\w.]+(?: is (?:not )?null)?(?=\s+(?:and|order))/g,
    'true',
  ],
  ['order', / desc\b/g, ''],
  ['extreme', /\b(?:min|least)(?=\()/g, 'max'],
];
const isSql = /^\s*(?:select|update|delete|insert|with)\b/;
/** Log lines prove nothing. */
const isLog = /^(?:await )?(?:[\w.]*\blog|console)\b/;

/** The syntax tree of a module. */
export function treeOf(source: string, file: string): Node {
  return parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node;
}

/** A mutation of the text between two positions. */
export function mutationAt(
  source: string,
  kind: string,
  { start, end }: Pick<Node, 'start' | 'end'>,
  replacement: string,
): Mutation {
  const text = source.slice(start, end).replace(/\s+/g, ' ');
  const what = text.length > 72 ? `${text.slice(0, 72)}…` : text;
  return { kind, start, end, replacement, line: source.slice(0, start).split('\n').length, what };
}

/** The child nodes of a node, in the order of its fields. */
export function childrenOf(node: Node): readonly Node[] {
  return Object.values(node)
    .flat()
    .filter((value): value is Node => typeof (value as Node | null)?.type === 'string');
}

/** Every mutation of a module: conditions, comparisons, literals, statements, awaits and clauses of SQL, one place at a time. */
export function mutationsOf(source: string, file: string): readonly Mutation[] {
  const found: Mutation[] = [];
  const add = (kind: string, node: Pick<Node, 'start' | 'end'>, replacement: string) =>
    found.push(mutationAt(source, kind, node, replacement));
  const textOf = (node: Node) => source.slice(node.start, node.end);
  const negate = (node: Node) => add('condition', node, `!(${textOf(node)})`);

  const swap = (node: Node, others: typeof comparisons) => {
    const [left, right] = [node.left as Node, node.right as Node];
    const other = others[String(node.operator)];
    const between = { start: left.end, end: right.start };
    if (other === undefined) return;
    const operator = source.slice(between.start, between.end);
    const replacement = operator.replace(String(node.operator), other);
    add(others === logical ? 'logic' : 'comparison', between, replacement);
  };
  const sql = (node: Node) => {
    const text = textOf(node);
    if (!isSql.test(text.slice(1))) return;
    for (const [kind, place, replacement] of sqlChanges) {
      for (const match of text.matchAll(place)) {
        const start = node.start + match.index;
        const end = start + match[0].length;
        add(
          `sql ${kind}`,
          { start, end },
          replacement.replace('$&', () => match[0]),
        );
      }
    }
  };
  const visit = (node: Node) => {
    if (node.type === 'ImportDeclaration' || isType(node)) return;
    switch (node.type) {
      case 'IfStatement':
      case 'ConditionalExpression':
        negate(node.test as Node);
        break;
      case 'BinaryExpression':
        swap(node, comparisons);
        break;
      case 'LogicalExpression':
        swap(node, logical);
        break;
      case 'UnaryExpression':
        if (node.operator === '!') add('condition', node, textOf(node.argument as Node));
        break;
      case 'ReturnStatement':
        if (/^(?:\w+\.)*(?:is|has|can|may)[A-Z]\w*\(/.test(textOf((node.argument ?? node) as Node)))
          negate(node.argument as Node);
        break;
      case 'AwaitExpression':
        add('await', node, textOf(node.argument as Node));
        break;
      case 'ExpressionStatement':
        if ((node.directive ?? null) === null && !isLog.test(textOf(node)))
          add('statement', node, ';');
        break;
      case 'Literal':
        if (typeof node.value === 'boolean') add('literal', node, String(!node.value));
        if (typeof node.value === 'number') add('literal', node, `${textOf(node)} + 1`);
        if (typeof node.value === 'string') sql(node);
        break;
      case 'TemplateLiteral':
        sql(node);
        break;
    }
    // A changed head of a loop may never end.
    const isLoop = /^(?:For|While|DoWhile)Statement$/.test(node.type);
    for (const child of isLoop ? [node.body as Node] : childrenOf(node)) visit(child);
  };
  visit(treeOf(source, file));
  return found;
}

/** True for a node that is gone at run time. */
function isType({ type }: Node): boolean {
  return (
    type.startsWith('TS') &&
    !['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'].includes(type)
  );
}
