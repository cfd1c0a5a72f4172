import type { Config } from '../config.ts';

/** The address people use, without a slash at its end; links in letters begin with it. */
export function siteOf({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string {
  return publicUrl ?? `http://localhost:${port}`;
}

/**
 * Where the poster of an event is read from as a letter is opened; null where it has none. Our own SVG posters have a JPEG, for no mail
 * program shows SVG.
 */
export function posterOf(banner: string | null, site: string): string | null {
  if (banner === null || banner === '') return null;
  const own = /^\/media\/posters\/([a-z0-9-]+)\.svg$/.exec(banner)?.[1];
  const path = own === undefined ? banner : `/media/share/${own}.jpg`;
  if (!URL.canParse(path, site)) return null;
  const { href, protocol } = new URL(path, site);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}
