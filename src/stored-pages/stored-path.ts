/** Parameters of a search that the server regards, in the order in which it writes them. */
const searchParams = [
  'q',
  'province_id',
  'sort_by',
  'sort_direction',
  'is_online',
  'topic',
  'time',
  'price',
  'page',
];
const eventPath = /^\/event\/[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** The name of a public page, without campaign tags, as the server has it; null for any other address, which the worker leaves alone. */
export function storedPath({ pathname, searchParams: given }: URL): string | null {
  const path = pathname.replace(/(.)\/$/, '$1');
  if (path === '/' || eventPath.test(path)) return path;
  if (path !== '/search') return null;
  const asked = new URLSearchParams();
  for (const name of searchParams) {
    const value = given.get(name)?.trim() ?? '';
    if (value !== '') asked.set(name, value);
  }
  return asked.size === 0 ? path : `${path}?${asked}`;
}

/** Code and styles: their names contain a hash of their content. */
export function isCode(pathname: string): boolean {
  return pathname.startsWith('/assets/');
}

/** Pictures of the server. */
export function isPicture(pathname: string): boolean {
  return /^\/(?:media|placeholders|icons)\//.test(pathname);
}
