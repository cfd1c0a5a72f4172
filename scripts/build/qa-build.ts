import type { Plugin } from 'vite';
import { buildFolder } from './build-stamp.ts';

/** Vite plugin: `vite build --mode qa` adds the inspector and its page, and puts the build into a folder of its own. */
export function qaBuild(): Plugin {
  return {
    name: 'roetix:qa-build',
    config: (_config, { mode }) => {
      const isQa = mode === 'qa';
      return {
        // Written out in every build, so that the branch it guards is dropped where it is off.
        define: { 'import.meta.env.VITE_INSPECT': JSON.stringify(isQa ? '1' : '') },
        ...(isQa && {
          build: {
            outDir: buildFolder('qa'),
            rolldownOptions: { input: ['index.html', 'inspector.html'] },
          },
        }),
      };
    },
  };
}
