/** A venue: its name, and a link to a map or an address. */
export interface Venue {
  readonly name: string;
  readonly location: string | null;
  readonly address?: string | undefined;
}

/** Hosts whose maps may be framed; the same as in the page's content security policy. */
const frameHosts = ['www.google.com', 'maps.google.com'];
const linkHosts = [...frameHosts, 'maps.app.goo.gl'];

function searched(place: string): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`;
}

function urlOf(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function mapUrl(location: string, hosts: readonly string[]): URL | null {
  const url = urlOf(location);
  if (url === null) return null;
  return url.protocol === 'https:' && hosts.includes(url.hostname) ? url : null;
}

const placeOf = (url: URL) => url.searchParams.get('q') ?? url.searchParams.get('query');
/** This host responds only in a frame. */
const isFrameOnly = (url: URL) => url.pathname.startsWith('/maps/embed');

/**
 * Target of 'Open in Google Maps' (§2.133): an address becomes a search; a link is used only on a map host over https, and the venue
 * is extracted from an embed link. Total: anything else becomes a search for the venue's name.
 */
export function mapsLink({ name, location }: Venue): string {
  const given = location?.trim() ?? '';
  if (urlOf(given) === null) return searched([name, given].filter(Boolean).join(', '));
  const url = mapUrl(given, linkHosts);
  if (url === null) return searched(name);
  const place = placeOf(url);
  if (place !== null) return searched(place);
  return isFrameOnly(url) ? searched(name) : url.href;
}

/** Address of a map that may be framed in the page, over https and on a map host; null for any other (§2.133). */
export function mapFrame({ location }: Venue): string | null {
  const url = mapUrl(location?.trim() ?? '', frameHosts);
  if (url === null || !url.pathname.startsWith('/maps')) return null;
  if (isFrameOnly(url) || url.searchParams.get('output') === 'embed') return url.href;
  const place = placeOf(url);
  return place && `https://www.google.com/maps?q=${encodeURIComponent(place)}&output=embed`;
}
