import { posix } from 'node:path';
import { parseSync } from 'vite';

/** Allowed imports of a folder. Relative paths must stay in `folders`, packages must satisfy `isPackageAllowed`. */
interface FolderRule {
  folders: readonly string[];
  packages: string;
  isPackageAllowed(specifier: string): boolean;
  /** Whether `import(expression)` is allowed, which no static check can follow. */
  mayComputeImports: boolean;
}

const isOneOf = (names: string[]) => (specifier: string) =>
  names.some((name) => specifier === name || specifier.startsWith(`${name}/`));

/** A chart should be readable from top to bottom in one sitting; any other source in one view of an editor. */
const maximumLines = (path: string) => (path.endsWith('.machine.ts') ? 250 : 350);

const only = (name: string) => ({
  packages: `only ${name}`,
  isPackageAllowed: isOneOf([name]),
  mayComputeImports: false,
});

const RULES: Record<string, FolderRule> = {
  contract: { folders: ['contract'], ...only('zod') },
  machines: { folders: ['machines', 'contract'], ...only('xstate') },
  samples: { folders: ['samples', 'contract'], ...only('zod') },
  src: {
    folders: ['src', 'samples', 'machines', 'contract'],
    packages: 'npm packages, not node:',
    isPackageAllowed: (specifier) => !specifier.startsWith('node:'),
    mayComputeImports: false,
  },
  server: {
    folders: ['server', 'samples', 'contract'],
    packages: 'npm packages and node:, not xstate or react',
    // A client machine must never define the server's rules.
    isPackageAllowed: (specifier) =>
      !isOneOf(['xstate', '@xstate', 'react', 'react-dom'])(specifier),
    // It loads the built client entry by a computed path.
    mayComputeImports: true,
  },
  tools: {
    folders: ['tools', 'server', 'samples', 'contract'],
    packages: 'npm packages and node:',
    isPackageAllowed: () => true,
    mayComputeImports: false,
  },
};

export const FOLDERS = Object.keys(RULES);

const VAGUE_NAMES = new Set(['util', 'utils', 'common', 'helper', 'helpers']);

interface SourceImports {
  /** Every literal specifier: of values, types, re-exports and import(). */
  specifiers: string[];
  hasComputedImport: boolean;
  /** Whether the file re-exports names of another file. */
  hasReExport: boolean;
  /** Whether it contains only re-exports. */
  isOnlyReExports: boolean;
}

/** Violations in one source file, as sentences; `path` is relative to the project, with slashes. */
export function checkSource(path: string, text: string): string[] {
  const folder = path.split('/', 1)[0] ?? '';
  const rule = RULES[folder];
  if (rule === undefined) throw new Error(`No rule for the folder of ${path}`);
  const problems: string[] = [];
  const vague = path.split('/').find((part) => VAGUE_NAMES.has(part.split('.', 1)[0] ?? ''));
  if (vague !== undefined)
    problems.push(`${path}: '${vague}' says nothing; name it after what it holds`);
  const lines = text.replace(/\n$/, '').split('\n').length;
  const maximum = maximumLines(path);
  if (lines > maximum) problems.push(`${path} has ${lines} lines; ${maximum} at most, split it`);
  if (!/\.tsx?$/.test(path)) return problems;

  const imports = readImports(path, text);
  for (const specifier of imports.specifiers) {
    const problem = checkSpecifier(path, folder, rule, specifier);
    if (problem !== undefined) problems.push(problem);
  }
  if (imports.hasComputedImport && !rule.mayComputeImports) {
    problems.push(
      `${path} computes the path of an import(); ${folder} may only import fixed paths`,
    );
  }
  const isIndex = /\/index\.tsx?$/.test(path);
  if (imports.isOnlyReExports || (isIndex && imports.hasReExport)) {
    problems.push(`${path} is a barrel; import from the file that defines the name`);
  }
  return problems;
}

function checkSpecifier(
  path: string,
  folder: string,
  rule: FolderRule,
  specifier: string,
): string | undefined {
  if (specifier.startsWith('/')) {
    return `${path} imports '${specifier}'; use a relative path`;
  }
  if (!specifier.startsWith('.')) {
    if (rule.isPackageAllowed(specifier)) return undefined;
    return `${path} imports '${specifier}'; of packages ${folder} may import ${rule.packages}`;
  }
  const target = posix.join(posix.dirname(path), specifier);
  const targetFolder = target.split('/', 1)[0] ?? '';
  if (rule.folders.includes(targetFolder)) return undefined;
  // Development loads them with import(), which a test of its own holds.
  if (path === 'server/app.ts' && target === 'tools/desk/mount.ts') return undefined;
  return `${path} imports '${specifier}'; ${folder} may import from ${rule.folders.join(', ')} only`;
}

/** The imports of a source file. Throws if it does not parse. */
function readImports(path: string, text: string): SourceImports {
  const { program, errors } = parseSync(path, text);
  const [firstError] = errors;
  if (firstError !== undefined) throw new Error(`${path}: ${firstError.message}`);
  const found: SourceImports = {
    specifiers: [],
    hasComputedImport: false,
    hasReExport: false,
    isOnlyReExports:
      program.body.length > 0 &&
      program.body.every(
        (node) => node.type.startsWith('Export') && 'source' in node && node.source,
      ),
  };
  visit(program, found);
  return found;
}

function visit(value: unknown, found: SourceImports): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, found);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const node: { type?: unknown; source?: unknown; expression?: unknown } = value;
  if (/^(?:ImportDeclaration|ImportExpression|TSImportType)$/.test(String(node.type)))
    noteSource(node.source, found);
  else if (node.type === 'TSExternalModuleReference') noteSource(node.expression, found);
  // A local `export const` has the source null.
  else if (/^Export(?:Named|All)Declaration$/.test(String(node.type)) && node.source) {
    found.hasReExport = true;
    noteSource(node.source, found);
  }
  for (const child of Object.values(value)) visit(child, found);
}

function noteSource(source: unknown, found: SourceImports): void {
  const literal: { value?: unknown } = typeof source === 'object' && source ? source : {};
  if (typeof literal.value === 'string') found.specifiers.push(literal.value);
  else found.hasComputedImport = true;
}
