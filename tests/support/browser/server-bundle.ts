import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = join(root, 'node_modules', '.cache', 'roetix-test-server');

/** Entry points of the bundle, by the names of the files they become. */
const entries = {
  main: 'server/main.ts',
  image: 'tests/support/database/start-from-image.ts',
  worker: 'server/documents/document-worker.ts',
  fullDisk: 'tests/support/database/full-disk-process.ts',
};

/** The commands of the operator, as package.json names them, that tests run. */
const commands = [
  'backup',
  'draw-verify',
  'event',
  'gate-pass',
  'person',
  'refund',
  'staff',
  'verify',
] as const;

/** Where every source of the bundle is. */
const sources = [
  'contract',
  'server',
  'scripts',
  'tools',
  'lab',
  'tests/support/database',
  'tests/support/browser',
];

export interface ServerBundle {
  /** Runs as `server/main.ts` does. */
  readonly main: string;
  /** Loaded before it: new databases start as copies of an image. */
  readonly image: string;
  /** A database whose disk becomes full. */
  readonly fullDisk: string;
  /** The file of each command of the operator. */
  readonly operator: Readonly<Record<(typeof commands)[number], string>>;
}

/**
 * The server and the commands of its operator as a few files of JavaScript, made once for each state of their sources: a process that compiles
 * them by itself takes one to four seconds of a processor more. Every module still takes its own source file for the place it runs from.
 */
export async function bundleServer(): Promise<ServerBundle> {
  const home = join(folder, hashOfSources());
  if (!existsSync(home)) await bundleInto(home);
  const operator = Object.fromEntries(commands.map((name) => [name, join(home, `${name}.js`)]));
  return {
    main: join(home, 'main.js'),
    image: join(home, 'image.js'),
    fullDisk: join(home, 'fullDisk.js'),
    operator: operator as ServerBundle['operator'],
  };
}

function hashOfSources(): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  for (const source of sources) {
    const names = readdirSync(join(root, source), { recursive: true, encoding: 'utf8' });
    for (const name of names.filter((one) => /\.(?:ts|mjs|json|sql)$/.test(one)).toSorted()) {
      const file = join(source, name);
      hash.update(file).update(readFileSync(join(root, file)));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

async function bundleInto(home: string): Promise<void> {
  const { build } = await import('vite');
  mkdirSync(folder, { recursive: true });
  // Two runs may make it at once; the first one to finish gives its folder the name.
  const draft = mkdtempSync(join(folder, 'draft-'));
  try {
    await build({
      root,
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      plugins: [
        {
          name: 'source-addresses',
          enforce: 'pre',
          transform: (code, id) =>
            id.startsWith(root) && code.includes('import.meta.') ? addressed(code, id, home) : null,
        },
      ],
      build: {
        ssr: true,
        outDir: draft,
        target: 'node20',
        minify: false,
        chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
        rolldownOptions: {
          input: Object.fromEntries(
            [
              ...Object.entries(entries),
              ...commands.map((name) => [name, `scripts/operator/${name}.ts`] as const),
            ].map(([name, file]) => [name, join(root, file)]),
          ),
          output: { entryFileNames: '[name].js' },
        },
      },
    });
    renameSync(draft, home);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(home)) throw error;
  }
  for (const name of readdirSync(folder)) {
    // A draft may be of another run that is still at it.
    if (!name.startsWith('draft-') && join(folder, name) !== home) {
      rmSync(join(folder, name), { recursive: true, force: true });
    }
  }
}

/** The code of a module with the address of its source file in it; the document worker alone is started from the bundle. */
function addressed(code: string, id: string, home: string): string {
  const worker = JSON.stringify(pathToFileURL(join(home, 'worker.js')).href);
  return code
    .replaceAll("'./document-worker.mjs'", worker)
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)));
}
