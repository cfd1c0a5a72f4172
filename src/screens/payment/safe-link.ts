/** An address to open, only if it is https or our own (ruling 1.2-AH); null for any other. */
export function safeLink(address: string | null, origin: string): string | null {
  if (address === null) return null;
  try {
    const url = new URL(address, origin);
    const isOwn = url.origin === origin && /^https?:$/.test(url.protocol);
    return isOwn || url.protocol === 'https:' ? url.href : null;
  } catch {
    return null;
  }
}
