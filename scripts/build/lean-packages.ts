import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

// What an icon's builder makes of the few attributes that we give it: neither sizes, nor children, nor defaults of a whole tree.
const iconBuilder = `
import { createElement } from 'react';
const isNamed = (prop) => prop.startsWith('aria-') || prop === 'role' || prop === 'title';
export default ({ name, node }) => ({ className, ...rest }) => createElement(
  'svg',
  {
    xmlns: 'http://www.w3.org/2000/svg',
    width: 24,
    height: 24,
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: 2,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
    className: 'lucide lucide-' + name + (className ? ' ' + className : ''),
    'aria-hidden': Object.keys(rest).some(isNamed) ? undefined : true,
    ...rest,
  },
  node.map(([tag, attributes]) => createElement(tag, attributes)),
);
`;

const iconFile = /\/lucide-react\/dist\/esm\/createLucideIcon\.mjs$/;

const pagedQueryFile = /\/query-core\/build\/modern\/infiniteQueryBehavior\.js$/;
// Our lists have numbered pages, and each page is a query of its own.
const noPagedQueries = `
const unused = () => { throw new Error('Queries that grow page by page are left out of this build.'); };
export { unused as infiniteQueryBehavior, unused as hasNextPage, unused as hasPreviousPage };
`;

const require = createRequire(import.meta.url);

/**
 * Packages without the parts that we do not use. React Router ships one file for every way of using it, with names for developer tools that keep unused parts from being dropped,
 * and points bundlers at the build for development. Takes the build for production, and marks what makes no difference when it is
 * not used. A release of the router that no longer looks like this is only larger, which `npm run size` sees. Icons are drawn by a builder of our own.
 */
export function leanPackages(): Plugin {
  return {
    name: 'roetix:lean-packages',
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
    load: {
      filter: { id: [iconFile, pagedQueryFile] },
      handler: (id) => ({ code: iconFile.test(id) ? iconBuilder : noPagedQueries, map: null }),
    },
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
