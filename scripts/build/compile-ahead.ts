import type { Plugin } from 'vite';

/** Chromium compiles a file that begins with it whole, beside the main thread; other browsers read a comment. */
const compileHint = '//# allFunctionsCalledOnLoad\n';

/** Marks the file of the first load (decision 100): nearly all of its functions run at the start. */
export function compileAhead(): Plugin {
  return {
    name: 'roetix-compile-ahead',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // After Vite, which writes its list of styles to the beginning of the file.
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && file.name === 'app') file.code = compileHint + file.code;
        }
      },
    },
  };
}
