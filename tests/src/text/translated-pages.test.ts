import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';

interface Syntax {
  readonly type: string;
  readonly start: number;
  readonly children: readonly Syntax[];
  readonly expression: Syntax;
  readonly value: string;
  readonly name: string;
  readonly callee: Syntax;
  readonly property: Syntax;
  readonly arguments: readonly Syntax[];
  readonly consequent: Syntax;
  readonly alternate: Syntax;
  readonly right: Syntax;
  readonly openingElement?: { readonly name: { readonly name: string } };
}

/** True for an expression that gives a text which may become another while its page stands. */
function changes(given: Syntax): boolean {
  switch (given.type) {
    case 'TemplateLiteral':
      return true;
    case 'CallExpression': {
      const { callee, arguments: values } = given;
      if (callee.type === 'MemberExpression') {
        return ['toLocaleString', 'said'].includes(callee.property.name);
      }
      return callee.name === 't' && (values.length > 1 || values[0]?.type !== 'Literal');
    }
    case 'ConditionalExpression':
      return [given.consequent, given.alternate].some(
        (way) => changes(way) || (way.type === 'CallExpression' && way.callee.name === 't'),
      );
    case 'LogicalExpression':
      return changes(given.right);
    case 'Identifier':
      return ['status', 'text'].includes(given.name);
    default:
      return false;
  }
}

const isShown = ({ type, value, expression }: Syntax) =>
  type === 'JSXText' ? value.trim() !== '' : expression?.type !== 'JSXEmptyExpression';

/** Elements of a file with such a text beside another child, by their lines. */
function bareTexts(file: string): string[] {
  const code = readFileSync(file, 'utf8');
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    else if (typeof node === 'object' && node !== null) {
      const { type = '', start, children = [], openingElement } = node as Syntax;
      const shown = type.startsWith('JSX') ? children.filter(isShown) : [];
      const isOfText = /^(a|button|p|span|strong)$/.test(openingElement?.name.name ?? '');
      const isBare = ({ type: kind, expression }: Syntax) =>
        kind === 'JSXExpressionContainer' &&
        (expression.name === 'children' ? isOfText : changes(expression));
      if (shown.length > 1 && shown.some(isBare)) {
        found.push(`${file}:${code.slice(0, start).split('\n').length}`);
      }
      Object.values(node).forEach(visit);
    }
  };
  visit(parseSync(file, code).program.body);
  return found;
}

// The translator of a browser puts elements in place of texts: React still finds the only child of an element, and no other text.
it('a text that changes beside an element has an element of its own', () => {
  const rooms = ['app', 'screens', 'ui', 'seat-map'].map((room) => `src/${room}/**/*.tsx`);
  const files = execFileSync('git', ['ls-files', ...rooms], { encoding: 'utf8' })
    .trim()
    .split('\n');
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap(bareTexts)).toEqual([]);
});
