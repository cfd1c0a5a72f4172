/** The oldest browsers that the product runs in: the one list that build, types and the check of the built files follow. */
export const oldestBrowsers = {
  chrome: '99',
  chrome_android: '99',
  webview_android: '99',
  edge: '99',
  firefox: '104',
  firefox_android: '104',
  safari: '15.4',
  safari_ios: '15.4',
} as const;

/** The same browsers as targets of Vite for styles. */
export const cssTargets = (['chrome', 'edge', 'firefox', 'safari'] as const).map(
  (name) => `${name}${oldestBrowsers[name]}`,
);
