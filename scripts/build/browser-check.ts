import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Identifier as Data, SimpleSupportStatement } from '@mdn/browser-compat-data/types';
import {
  type AnyNode,
  type CallExpression,
  type Identifier,
  type NewExpression,
  type Node,
  parse,
} from 'acorn';
import { full } from 'acorn-walk';
import { parse as parseCss, walk as walkCss } from 'css-tree';
import { allowed } from './browser-guards.ts';
import { oldestBrowsers } from './browsers.ts';
import { buildFolder } from './build-stamp.ts';

// Not imported: a bundler would turn 17 MB of tables into code.
const { api, css, javascript } = createRequire(import.meta.url)(
  '@mdn/browser-compat-data',
) as Record<'api' | 'css' | 'javascript', Data | undefined>;
const builtIns = javascript?.builtins ?? {};
const staticBlocks = javascript?.classes?.static?.initialization_blocks;
const interfaces: Data = { ...api, ...builtIns };

/** Compares versions by their numbers: 15.4 is before 16. */
function isAfter(version: string, floor: string): boolean {
  const [a, b] = [version, floor].map((each) => each.replace('≤', '').split('.').map(Number));
  const at = (b ?? []).findIndex((part, i) => (a?.[i] ?? 0) !== part);
  return at === -1 ? (a?.length ?? 0) > (b?.length ?? 0) : (a?.[at] ?? 0) > (b?.[at] ?? 0);
}

/** The browsers of the list that lack a feature by the tables of MDN. */
function lackedBy(feature: Data | undefined): readonly string[] {
  const support = feature?.__compat?.support;
  if (support === undefined) return [];
  return Object.entries(oldestBrowsers).flatMap(([browser, floor]) => {
    const given = support[browser as keyof typeof support] ?? [];
    const statements: SimpleSupportStatement[] = [given].flat() as SimpleSupportStatement[];
    const has = statements.some(
      ({ version_added: added, version_removed: removed, flags, prefix, alternative_name }) =>
        typeof added === 'string' &&
        added !== 'preview' &&
        !isAfter(added, floor) &&
        removed === undefined &&
        flags === undefined &&
        prefix === undefined &&
        alternative_name === undefined,
    );
    return has || statements.length === 0 ? [] : [browser];
  });
}

/** Methods by name, of every interface that has one of that name; globals are methods of the window too. */
const methodsByName = new Map<string, Data[]>();
for (const [owner, each] of Object.entries(interfaces)) {
  for (const [name, member] of [[owner, each] as const, ...Object.entries(each ?? {})]) {
    if (member?.__compat === undefined || name.endsWith('_static')) continue;
    methodsByName.set(name, [...(methodsByName.get(name) ?? []), member]);
  }
}
const builtInMethods = new Set(Object.values(builtIns).flatMap((each) => Object.keys(each ?? {})));

/** A feature is named as in the code: `.toSorted`, `URL.canParse`, `OffscreenCanvas`, `(?<=`, `.lone:has`. */
export type Found = ReadonlyMap<string, readonly string[]>;

type Named = Node & { readonly property?: Node };

/** The name of a property as it is written; '' where it is computed. */
function nameOf(property: unknown): string {
  const { name, value } = (property ?? {}) as { name?: string; value?: unknown };
  return name ?? (typeof value === 'string' ? value : '');
}

const globals = new Set(['window', 'self', 'globalThis']);

/** What a script calls that a browser of the list lacks. Throws where its syntax is newer than ES2022. */
export function newerInScript(code: string): Found {
  const found = new Map<string, readonly string[]>();
  const bound = new Set<string>();
  const own = new Set<string>();
  const note = (name: string, lacking: readonly string[]) => {
    if (lacking.length > 0) found.set(name, lacking);
  };
  const pattern = (text: string) => {
    if (!/\(\?<[=!]/.test(text)) return;
    note('(?<=', lackedBy(javascript?.regular_expressions?.lookbehind_assertion));
  };
  const member = (owner: string | null, name: string) => {
    const data = owner === null || globals.has(owner) ? undefined : interfaces[owner];
    if (data !== undefined) {
      return note(`${owner}.${name}`, lackedBy(data[`${name}_static`] ?? data[name]));
    }
    // A method of our own has the name of a newer one of the browser, which nothing tells apart; names of the language are asked about.
    if (own.has(name) && !builtInMethods.has(name)) return;
    const all = methodsByName.get(name)?.map(lackedBy) ?? [];
    if (all.every((lacking) => lacking.length > 0)) note(`.${name}`, all[0] ?? []);
  };
  const tree = parse(code, { ecmaVersion: 2022, sourceType: 'module' });
  full(tree, (node) => {
    const named = node as Node & Record<string, Node | Node[] | null | undefined>;
    for (const part of ['id', 'local', 'param', 'params'].flatMap((key) => named[key] ?? [])) {
      if (part.type === 'Identifier') bound.add((part as Identifier).name);
    }
    if (node.type === 'Property' || node.type === 'MethodDefinition') own.add(nameOf(named.key));
    if (node.type === 'AssignmentExpression') own.add(nameOf((named.left as Named).property));
  });
  const isGlobal = (node: Node): node is Identifier =>
    node.type === 'Identifier' && !bound.has((node as Identifier).name);
  const call = ({ callee }: CallExpression | NewExpression) => {
    if (isGlobal(callee)) note(callee.name, lackedBy(interfaces[callee.name]));
    if (callee.type !== 'MemberExpression') return;
    member(isGlobal(callee.object) ? callee.object.name : null, nameOf(callee.property));
  };
  full(tree, (each) => {
    const node = each as AnyNode;
    if (node.type === 'StaticBlock') note('static {}', lackedBy(staticBlocks));
    if (node.type === 'Literal') pattern(node.regex?.pattern ?? String(node.value));
    if (node.type === 'TemplateElement') pattern(node.value.raw);
    if (node.type === 'NewExpression' || (node.type === 'CallExpression' && !node.optional)) {
      call(node);
    }
  });
  return found;
}

const plainName = (name: string) => name.replace(/^_(.+)_[\w-]+_\d+$/, '$1');

const lengths = css?.types?.length;
const units: Readonly<Record<string, Data | undefined>> = {
  ...Object.fromEntries(
    ['dvb', 'dvh', 'dvi', 'dvmax', 'dvmin', 'dvw', 'lvh', 'lvw', 'svh', 'svw'].map((unit) => [
      unit,
      lengths?.viewport_percentage_units_dynamic,
    ]),
  ),
  ...Object.fromEntries(
    ['cqb', 'cqh', 'cqi', 'cqmax', 'cqmin', 'cqw'].map((unit) => [
      unit,
      lengths?.container_query_length_units,
    ]),
  ),
};

/** What a style sheet uses that a browser of the list lacks: selectors, of which one unknown undoes a whole rule, at-rules, properties and units. `@supports` is a guard. */
export function newerInStyles(code: string): Found {
  const found = new Map<string, readonly string[]>();
  const note = (name: string, feature: Data | undefined) => {
    const lacking = lackedBy(feature);
    if (lacking.length > 0) found.set(name, lacking);
  };
  walkCss(parseCss(code, { parseCustomProperty: true }), function (node) {
    if (this.atrule?.name === 'supports') return;
    if (node.type === 'Atrule') note(`@${node.name}`, css?.['at-rules']?.[node.name]);
    if (node.type === 'Declaration') note(node.property, css?.properties?.[node.property]);
    if (node.type === 'Dimension') note(node.unit, units[node.unit]);
    if (node.type === 'Function') note(`${node.name}()`, css?.types?.color?.[node.name]);
    if (node.type !== 'Selector') return;
    let owner = '';
    for (const part of node.children) {
      if (part.type === 'ClassSelector') owner = `.${plainName(part.name)}`;
      if (part.type === 'TypeSelector') owner = part.name;
      if (part.type === 'PseudoElementSelector')
        note(`::${part.name}`, css?.selectors?.[part.name]);
      if (part.type !== 'PseudoClassSelector') continue;
      note(`${owner}:${part.name}`, css?.selectors?.[part.name]);
      if (part.name === 'root') owner = ':root';
    }
  });
  return found;
}

function main(): void {
  const folder = process.argv[2] ?? buildFolder('client');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const unknown = new Map<string, { lacking: readonly string[]; files: string[] }>();
  const used = new Set<string>();
  for (const file of files) {
    const read = file.endsWith('.js')
      ? newerInScript
      : file.endsWith('.css')
        ? newerInStyles
        : null;
    if (read === null) continue;
    for (const [name, lacking] of read(readFileSync(join(folder, file), 'utf8'))) {
      used.add(name);
      if (name in allowed) continue;
      const entry = unknown.get(name) ?? { lacking, files: [] };
      entry.files.push(file);
      unknown.set(name, entry);
    }
  }
  for (const [name, { lacking, files: where }] of unknown) {
    console.error(`✘ ${name} is not in ${lacking.join(', ')} of the list: ${where.join(', ')}`);
  }
  const idle = Object.keys(allowed).filter((name) => !used.has(name));
  if (idle.length > 0) console.error(`✘ No built file uses ${idle.join(', ')} any more.`);
  if (unknown.size > 0 || idle.length > 0) {
    console.error(
      'Write it in an older way, or guard it and name the guard in scripts/build/browser-guards.ts.',
    );
    process.exitCode = 1;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
