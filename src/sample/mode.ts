import type { PageSettings } from '../../contract/settings.ts';

/**
 * What sample data is for (ruling 1.7-A). 'off': there is none. 'fallback': public catalogue reads that fail show it, labelled.
 * 'demo': there is no API at all, and everything runs on it in the browser.
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
