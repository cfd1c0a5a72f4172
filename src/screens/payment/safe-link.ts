/** Returns an address only if it is our own, or on https on a configured host or its subdomain (ruling 1.2-AH); null for any other. */
export function safeLink(
  address: string | null,
  origin: string,
  hosts: readonly string[],
): string | null {
  if (address === null) return null;
  try {
    const url = new URL(address, origin);
    const isOwn = url.origin === origin && /^https?:$/.test(url.protocol);
    const isNamed =
      url.protocol === 'https:' &&
      hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
    return isOwn || isNamed ? url.href : null;
  } catch {
    return null;
  }
}
