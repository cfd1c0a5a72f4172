import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import { gatePagePath, gateWorkerPath } from '../../contract/gate.ts';
import { pushWorkerPath } from '../../contract/push.ts';
import { keptTicketsPagePath, ticketsWorkerPath } from '../../contract/stored/kept-tickets.ts';
import { offlinePagePath, shopWorkerPath } from '../../contract/stored/stored-pages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Says why a page did not start; its name contains no hash of its content. */
const startNoticePath = '/start-notice.js';
const startNotice = readFileSync(join(root, 'public', startNoticePath));

/** A page beside the app. */
interface OwnPage {
  /** File at the top of the project. */
  readonly file: string;
}

/** A page that a service worker of its own keeps for a time without network. */
interface OfflinePage extends OwnPage {
  /** Path under which the server gives it. */
  readonly path: string;
  /** Source of its worker. */
  readonly worker: string;
  /** Path under which the server gives that. */
  readonly workerPath: string;
}

const pages: readonly OfflinePage[] = [
  {
    file: 'gate.html',
    path: gatePagePath,
    worker: 'src/gate/worker.ts',
    workerPath: gateWorkerPath,
  },
  {
    file: 'kept-tickets.html',
    path: keptTicketsPagePath,
    worker: 'src/kept-tickets/worker.ts',
    workerPath: ticketsWorkerPath,
  },
  {
    file: 'offline.html',
    path: offlinePagePath,
    worker: 'src/stored-pages/worker.ts',
    workerPath: shopWorkerPath,
  },
];

/** The pages of the staff: without a worker, because figures and acts need the server. */
const staffPage: OwnPage = { file: 'staff.html' };

/**
 * Vite plugin: builds the pages of the staff, and those that work without network into the same folder, each by itself. They share no file with the app, so that
 * neither makes the other larger, and the worker of each knows every file its page is made of. The worker that shows notifications has no page.
 * The demo goes without.
 */
export function offlinePages(): Plugin {
  let outDir: string | undefined;
  let target: { build: object } | undefined;
  return {
    name: 'roetix:offline-pages',
    apply: (config, { command, mode }) =>
      command === 'build' && mode !== 'demo' && !config.build?.ssr,
    configResolved({ build: { target: scripts, cssTarget, assetsInlineLimit } }) {
      target = { build: { target: scripts, cssTarget, assetsInlineLimit } };
    },
    // Only set when the app was really written: closeBundle runs after a failed build too.
    writeBundle(options) {
      outDir = options.dir;
    },
    closeBundle: {
      sequential: true,
      async handler() {
        if (outDir === undefined) return;
        for (const page of pages) {
          const built = await buildPage(page, outDir, target?.build);
          await buildWorker(page, outDir, built, target?.build);
        }
        await buildPage(staffPage, outDir, target?.build);
        await buildScript('src/push/worker.ts', pushWorkerPath, outDir, target?.build);
      },
    },
  };
}

const shared = (outDir: string, target: object | undefined) => ({
  ...target,
  outDir,
  emptyOutDir: false,
  copyPublicDir: false,
  reportCompressedSize: false,
});

/** What a page is made of. */
interface BuiltPage {
  /** Paths under the site. */
  readonly files: readonly string[];
  readonly html: string;
}

async function buildPage(
  { file }: OwnPage,
  outDir: string,
  target: object | undefined,
): Promise<BuiltPage> {
  const written = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    build: {
      ...shared(outDir, target),
      // One short load for a phone at a door; what is preloaded is kept by the worker all the same.
      modulePreload: { polyfill: false },
      rolldownOptions: { input: file },
    },
  });
  const [output] = [written].flat();
  if (output === undefined || !('output' in output)) throw new Error(`${file} was not built.`);
  const names = output.output.map(({ fileName }) => fileName);
  const page = output.output.find(({ fileName }) => fileName === file);
  if (page?.type !== 'asset') throw new Error(`The build of ${file} wrote no page.`);
  const files = names.filter((name) => name.startsWith('assets/')).map((name) => `/${name}`);
  return { files, html: String(page.source) };
}

async function buildWorker(
  { path, worker, workerPath }: OfflinePage,
  outDir: string,
  { files, html }: BuiltPage,
  target: object | undefined,
): Promise<void> {
  const kept = [path, startNoticePath, ...files.toSorted()];
  // Files are named after what is in them, so their names say when anything changed.
  const version = createHash('sha256')
    .update(html)
    .update(startNotice)
    .update(kept.join('\n'))
    .digest('hex');
  await buildScript(worker, workerPath, outDir, target, {
    __KEPT_FILES__: JSON.stringify(kept),
    __KEPT_VERSION__: JSON.stringify(version.slice(0, 12)),
  });
}

async function buildScript(
  source: string,
  path: string,
  outDir: string,
  target: object | undefined,
  define: Record<string, string> = {},
): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    define,
    build: {
      ...shared(outDir, target),
      rolldownOptions: {
        input: source,
        output: { entryFileNames: path.slice(1), codeSplitting: false },
      },
    },
  });
}
