import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';
import { defaultPageSettings, pageSettingsElement } from '../../contract/settings.ts';
import { appStartPath } from '../../contract/stored/kept-tickets.ts';
import { buildFolder } from './build-stamp.ts';

const samples = fileURLToPath(new URL('../../samples', import.meta.url));
const openedDemo = fileURLToPath(new URL('../../src/sample/demo/opened-demo.ts', import.meta.url));

/** Vite plugin: `vite build --mode demo` makes a site of files alone, for any static host, that needs no server of ours. */
export function demoBuild(): Plugin {
  let folder = '';
  return {
    name: 'roetix:demo-build',
    enforce: 'pre',
    apply: (config, { command, mode }) =>
      command === 'build' && mode === 'demo' && !config.build?.ssr,
    config: (config) => ({
      build: {
        // A folder that was asked for stays.
        ...(config.build?.outDir === buildFolder('client') ? { outDir: buildFolder('demo') } : {}),
        rolldownOptions: { onLog: withoutLateness },
      },
    }),
    // In the place of the file that says there is no demo; a condition with an import() would wait for its own importer.
    resolveId: (source) => (source.endsWith('/sample/opened-demo.ts') ? openedDemo : null),
    // Its back end has no Google.
    transformIndexHtml: (page) =>
      page.replace(
        '<head>',
        `<head>\n    ${pageSettingsElement({ ...defaultPageSettings, google: false })}`,
      ),
    writeBundle(options) {
      folder = options.dir ?? '';
    },
    closeBundle() {
      if (folder === '') return;
      // The pictures that the server sends elsewhere.
      cpSync(join(samples, 'logos'), join(folder, 'media', 'logos'), { recursive: true });
      mkdirSync(join(folder, 'media', 'posters'));
      for (const slug of readdirSync(join(samples, 'events'))) {
        const poster = join(folder, 'media', 'posters', `${slug}.svg`);
        copyFileSync(join(samples, 'events', slug, 'poster.svg'), poster);
      }
      // The page most static hosts send for an address they have no file for.
      copyFileSync(join(folder, 'index.html'), join(folder, '404.html'));
      // The start of an installed app is an address of the server.
      const manifest = join(folder, 'manifest.webmanifest');
      writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(`"${appStartPath}"`, '"/"'));
    },
  };
}

/** The back end of the demo needs the whole contract at once, so what the app fetches late is there already. */
function withoutLateness(
  level: Rolldown.LogLevel,
  log: Rolldown.RolldownLog,
  tell: Rolldown.LogOrStringHandler,
): void {
  if (log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT') tell(level, log);
}
