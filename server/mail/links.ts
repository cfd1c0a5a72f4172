import { sharePath } from '../../contract/picture/pictures.ts';
import type { Config } from '../config.ts';

/** The public base URL without a trailing slash; links in e-mails begin with it. */
export function siteUrl({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string {
  return publicUrl ?? `http://localhost:${port}`;
}

/**
 * Returns the absolute URL of an event's poster for e-mails, or null if it has none. Our own SVG posters are replaced by their JPEG,
 * because mail programs do not show SVG.
 */
export function posterUrl(banner: string | null, site: string): string | null {
  if (banner === null || banner === '') return null;
  const path = sharePath(banner);
  if (!URL.canParse(path, site)) return null;
  const { href, protocol } = new URL(path, site);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}
