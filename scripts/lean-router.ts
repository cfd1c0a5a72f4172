import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);

/**
 * React Router ships one file for every way of using it, with names for developer tools that keep unused parts from being dropped,
 * and points bundlers at the build for development. Takes the build for production, and marks what makes no difference when it is
 * not used. A release of the router that no longer looks like this is only larger, which `npm run size` sees.
 */
export function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      resolve: {
        alias: [
          {
            find: /^react-router$/,
            replacement: require
              .resolve('react-router')
              .replace(/\/dist\/.*$/, '/dist/production/index.mjs'),
          },
          // For React before 18; ours has the hook itself.
          { find: /^use-sync-external-store\/shim$/, replacement: require.resolve('react') },
          {
            find: /^use-sync-external-store\/shim\/with-selector$/,
            replacement: require.resolve('use-sync-external-store/with-selector'),
          },
        ],
      },
    }),
    transform: {
      filter: { id: /\/react-router\/dist\/production\// },
      handler(code) {
        return {
          code: code
            .replace(/^\w+\.displayName = "[^"]*";$/gm, '')
            .replace(/= (React\d*\.(?:forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ $1'),
          map: null,
        };
      },
    },
  };
}
