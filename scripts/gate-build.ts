import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import { gatePagePath, gateWorkerPath } from '../contract/gate.ts';
import { leanPackages } from './lean-packages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const worker = fileURLToPath(new URL('../src/gate/worker.ts', import.meta.url));

/**
 * Vite plugin: builds the page of the doors into the same folder, by itself. It shares no file with the app, so that neither makes the other
 * larger, and its service worker knows every file the page is made of. The demo, which has no server to ask, goes without.
 */
export function gateBuild(): Plugin {
  let outDir: string | undefined;
  let target: { build: object } | undefined;
  return {
    name: 'roetix:gate-build',
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
        const page = await buildPage(outDir, target?.build);
        await buildWorker(outDir, page, target?.build);
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

async function buildPage(outDir: string, target: object | undefined): Promise<BuiltPage> {
  const written = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [react(), leanPackages()],
    build: {
      ...shared(outDir, target),
      // One short load for a phone at a door; what is preloaded is kept by the worker all the same.
      modulePreload: { polyfill: false },
      rolldownOptions: { input: 'gate.html' },
    },
  });
  const [output] = [written].flat();
  if (output === undefined || !('output' in output)) throw new Error('The gate was not built.');
  const names = output.output.map(({ fileName }) => fileName);
  const page = output.output.find(({ fileName }) => fileName === 'gate.html');
  if (page?.type !== 'asset') throw new Error('The gate was built without its page.');
  const files = names.filter((name) => name.startsWith('assets/')).map((name) => `/${name}`);
  return { files, html: String(page.source) };
}

async function buildWorker(
  outDir: string,
  { files, html }: BuiltPage,
  target: object | undefined,
): Promise<void> {
  const kept = [gatePagePath, ...files.toSorted()];
  // Files are named after what is in them, so their names say when anything changed.
  const version = createHash('sha256').update(html).update(kept.join('\n')).digest('hex');
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    define: {
      __KEPT_FILES__: JSON.stringify(kept),
      __KEPT_VERSION__: JSON.stringify(version.slice(0, 12)),
    },
    build: {
      ...shared(outDir, target),
      rolldownOptions: {
        input: worker,
        output: { entryFileNames: gateWorkerPath.slice(1), codeSplitting: false },
      },
    },
  });
}
