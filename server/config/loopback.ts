/** Whether a host name or address from HOST or a URL is this machine. */
export function isLoopbackHost(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  return bare === 'localhost' || bare === '::1' || isLoopbackAddress(bare);
}

function isLoopbackAddress(host: string): boolean {
  return /^127(?:\.(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])){3}$/.test(host);
}

/** Whether a Host header names this machine, with any port. A foreign name that points here does not (DNS rebinding). */
export function isLoopbackHostHeader(header: string | undefined): boolean {
  const host = /^(\[[^\]]*\]|[^:]*)(?::\d{1,5})?$/.exec(header ?? '')?.[1];
  return host !== undefined && isLoopbackHost(host);
}
