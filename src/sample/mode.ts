import type { PageSettings } from '../../contract/settings.ts';

/**
 * Use of sample data (§16.40). 'off': none. 'fallback': public catalogue reads that fail show it, labelled. 'demo': there is no API,
 * and the shop runs on sample data in the browser.
 */
export type SampleMode = 'off' | 'fallback' | 'demo';

/** The one place that decides: the build named 'demo' has no API, else the server's DEMO_FALLBACK says. Pure. */
export function sampleModeOf(
  build: string,
  settings: Pick<PageSettings, 'demoFallback'>,
): SampleMode {
  if (build === 'demo') return 'demo';
  return settings.demoFallback ? 'fallback' : 'off';
}
