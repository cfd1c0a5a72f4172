import type { Demo } from './demo/open.ts';

/** No demo in this build. The demo build replaces this file with `demo/opened-demo.ts`. */
export const demo: Demo | null = null;
