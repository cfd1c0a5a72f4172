import type { Demo } from './demo/open.ts';

/** What stands in for a server: nothing. The build of the demo puts `demo/opened-demo.ts` in the place of this file. */
export const demo: Demo | null = null;
