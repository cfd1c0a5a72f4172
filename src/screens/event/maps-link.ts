const mapHosts = ['www.google.com', 'maps.google.com', 'maps.app.goo.gl'];

function searched(place: string): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`;
}

/**
 * Where 'Open in Google Maps' leads (ruling 1.2-R): an address becomes a search; a link is followed only on a map host over https, and
 * the place is read out of an embed. Total: anything else is searched for by the name of the venue.
 */
export function mapsLink(venue: {
  readonly name: string;
  readonly location: string | null;
}): string {
  const location = venue.location?.trim() ?? '';
  if (!URL.canParse(location)) return searched([venue.name, location].filter(Boolean).join(', '));
  const url = new URL(location);
  if (url.protocol !== 'https:' || !mapHosts.includes(url.hostname)) return searched(venue.name);
  const place = url.searchParams.get('q') ?? url.searchParams.get('query');
  return place === null ? url.href : searched(place);
}
