import { posix } from 'node:path';
import { parseSync } from 'vite';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

/** One use of a catalogue text in a file. */
interface KeyUse {
  /** The key; null if it is computed. */
  readonly key: string | null;
  readonly line: number;
  /** Whether it is on the page, as far as the file shows: inside JSX. */
  readonly isDrawn: boolean;
  /** The `lang` of the closest enclosing element that has one; 'computed' if it is not a literal. */
  readonly lang: string | null;
}

/** The texts of a file. */
export interface WordUses {
  readonly keys: readonly KeyUse[];
  /** Composed keys: the literal parts before and after the computed one. */
  readonly patterns: readonly RegExp[];
  /** Literal texts for people in the file itself, as `line: text`. */
  readonly literals: readonly string[];
  /** Modules loaded with the file, as paths from the root. */
  readonly imports: readonly string[];
  /** Modules loaded later, with the catalogue parts that are loaded with them. */
  readonly lazy: readonly { readonly path: string; readonly parts: readonly string[] }[];
}

// Attributes and properties whose value people read. Class names, ids and addresses are not among them.
const spoken =
  /^(?:aria-(?:label|description|roledescription|valuetext)|alt|title|placeholder|label|legend|text|caption|heading)$/;
const hasLetters = /\p{L}{2}/u;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

const nameOf = (attribute: Node): string => String((attribute.name as Node | undefined)?.name);
const attributesOf = (element: Node): Node[] =>
  (element.openingElement as { attributes: Node[] }).attributes;

const literal = (node: Node): string => (node.type === 'Literal' ? String(node.value) : 'computed');

/** The `lang` of an element, or of its title alone if that has one. */
function langOf(element: Node, ofTitle: boolean): string | null {
  const isLang = (name: string) => name === 'lang' || (ofTitle && name === 'titleLang');
  const found = attributesOf(element).find((entry) => isLang(nameOf(entry)));
  return found === undefined ? null : literal(found.value as Node);
}

/** The `lang` next to a text in an object, such as the items of tabs. */
function langBeside(object: Node): string | null {
  const found = (object.properties as Node[]).find(({ key }) => (key as Node)?.name === 'lang');
  return found === undefined ? null : literal(found.value as Node);
}

/** Literal texts that a JSX expression renders. */
function textsOf(node: Node): Node[] {
  if (node.type === 'Literal' && typeof node.value === 'string') return [node];
  if (node.type === 'TemplateLiteral') return node.quasis as Node[];
  if (node.type === 'ConditionalExpression')
    return [node.consequent, node.alternate].filter(isNode).flatMap(textsOf);
  if (node.type === 'LogicalExpression') return textsOf(node.right as Node);
  if (node.type === 'JSXExpressionContainer') return textsOf(node.expression as Node);
  return [];
}

const plain = (node: Node): string =>
  typeof node.value === 'string' ? node.value : (node.value as { cooked: string }).cooked;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The context of a syntax node. */
interface Place {
  readonly isDrawn: boolean;
  /** Inside `t(...)`, as opposed to a key that is passed on. */
  readonly isText: boolean;
  readonly lang: string | null;
  readonly parts: readonly string[];
}

/** Parses a source of src/: its uses of catalogue texts, their positions, and its literal texts. */
export function readWords(path: string, source: string, keys: ReadonlySet<string>): WordUses {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`);
  const lineOf = (node: Node) => source.slice(0, node.start).split('\n').length;
  const found = {
    keys: [] as KeyUse[],
    patterns: [] as RegExp[],
    literals: [] as string[],
    imports: [] as string[],
    lazy: [] as { path: string; parts: readonly string[] }[],
  };
  const resolved = (specifier: Node) => posix.join(posix.dirname(path), String(specifier.value));
  const say = (node: Node) => {
    const text = plain(node).trim().replace(/\s+/g, ' ');
    if (hasLetters.test(text) && !keys.has(text)) found.literals.push(`${lineOf(node)}: ${text}`);
  };

  function walk(node: Node, at: Place): void {
    let inside = at;
    switch (node.type) {
      case 'ImportDeclaration':
        if (node.importKind !== 'type') found.imports.push(resolved(node.source as Node));
        return;
      case 'ImportExpression':
        found.lazy.push({ path: resolved(node.source as Node), parts: at.parts });
        return;
      case 'JSXElement': {
        const children = node.children as Node[];
        children
          .filter(({ type }) => type === 'JSXExpressionContainer')
          .flatMap(textsOf)
          .forEach(say);
        for (const entry of attributesOf(node)) {
          const isTitle = nameOf(entry) === 'title';
          walk(entry, { ...at, isDrawn: true, lang: langOf(node, isTitle) ?? at.lang });
        }
        const lang = langOf(node, false) ?? at.lang;
        for (const child of children) walk(child, { ...at, isDrawn: true, lang });
        return;
      }
      case 'JSXText':
        say(node);
        break;
      case 'JSXAttribute': {
        const name = nameOf(node);
        if (isNode(node.value) && spoken.test(name)) textsOf(node.value).forEach(say);
        if (/^on[A-Z]/.test(name)) inside = { ...at, isDrawn: false };
        // The language of user input over a placeholder is unknown, and it has the same element.
        if (name === 'placeholder') inside = { ...at, lang: 'computed' };
        break;
      }
      case 'JSXSpreadAttribute':
        // A form shows its message later, through the `error` of the field.
        inside = { ...at, isDrawn: false };
        break;
      case 'ObjectExpression':
        inside = { ...at, lang: langBeside(node) ?? at.lang };
        break;
      case 'Property':
        // An event of a machine may be named like a key.
        if ((node.key as Node).name === 'type') return;
        break;
      case 'CallExpression': {
        const [first] = node.arguments as Node[];
        const name = (node.callee as Node).name;
        if (name === 'withWords') inside = { ...at, parts: [...at.parts, String(first?.value)] };
        if (name !== 't') break;
        inside = { ...at, isText: true };
        // The text is only known at run time; <Words> adds its language.
        if (first?.type === 'Identifier' || first?.type === 'MemberExpression')
          found.keys.push({ key: null, line: lineOf(node), isDrawn: at.isDrawn, lang: at.lang });
        break;
      }
      case 'TemplateLiteral': {
        const [head = '', ...rest] = (node.quasis as Node[]).map(plain);
        if (/^[\w-]+\./.test(head) && rest.length > 0)
          found.patterns.push(new RegExp(`^${[head, ...rest].map(escaped).join('[^.]+')}$`));
        break;
      }
      case 'Literal':
        if (keys.has(String(node.value)))
          found.keys.push({
            key: String(node.value),
            line: lineOf(node),
            isDrawn: at.isDrawn && at.isText,
            lang: at.lang,
          });
        return;
    }
    for (const child of childrenOf(node)) walk(child, inside);
  }
  walk(program as unknown as Node, { isDrawn: false, isText: false, lang: null, parts: [] });
  return found;
}
