import type { Plugin } from 'vite';
import { buildFolder } from './build-stamp.ts';

/** Vite plugin: `vite build --ssr` makes the file with which the server draws pages. */
export function serverBuild(): Plugin {
  return {
    name: 'roetix:server-build',
    config: (config, { command, isSsrBuild }) => {
      if (command !== 'build') return {};
      // Says which files of the browser's build a source went into.
      if (isSsrBuild !== true) return { build: { manifest: true } };
      return {
        // React asks for it while it runs, and is several times slower in its other build.
        define: { 'process.env.NODE_ENV': '"production"' },
        // Whole in itself: React is not looked up beside the server.
        ssr: { noExternal: true },
        build: {
          ...(config.build?.outDir === buildFolder('client')
            ? { outDir: buildFolder('server') }
            : {}),
          copyPublicDir: false,
          rolldownOptions: {
            input: 'src/server-entry.tsx',
            output: { codeSplitting: false, entryFileNames: 'server-entry.js' },
          },
        },
      };
    },
  };
}
