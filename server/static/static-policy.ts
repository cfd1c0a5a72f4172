/** The facts that decide what a page may load, run and connect to (§17.21). */
export interface PolicyFacts {
  /** Host and port of the request. */
  readonly host: string;
  readonly isHttps: boolean;
  /** Vite's dev server injects inline scripts and styles. */
  readonly devVite: boolean;
  /** Hashes of the inline styles. */
  readonly styles?: readonly string[];
  /** Hashes of the inline scripts. */
  readonly scripts?: readonly string[];
  /** The page runs WebAssembly: the QR code reader of the gate page. */
  readonly runsWasm?: boolean;
}

/**
 * The Content-Security-Policy of the app's pages. Trusted types are left out: MQTT.js starts its timer from a Blob address without
 * a policy, and would lose it in background tabs.
 */
export function contentSecurityPolicy(facts: PolicyFacts): string {
  const { host, isHttps, devVite, styles = [], scripts = [], runsWasm = false } = facts;
  // Some browsers do not count a socket of the same host as 'self'. An invalid host is left out.
  const socket = /^[\w.:[\]-]+$/.test(host) ? ` ${isHttps ? 'wss' : 'ws'}://${host}` : '';
  // A hash would revoke it.
  const inline = (hashes: readonly string[]) =>
    devVite ? " 'unsafe-inline'" : hashes.map((hash) => ` '${hash}'`).join('');
  return [
    "default-src 'none'",
    `script-src 'self'${inline(scripts)}${runsWasm ? " 'wasm-unsafe-eval'" : ''}`,
    `style-src 'self'${inline(styles)}`,
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    `connect-src 'self'${socket}`,
    "worker-src 'self' blob:",
    'frame-src https://www.google.com https://maps.google.com',
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}

/** Policy of responses other than pages: opened as a page, they load nothing and stand in no frame. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

/** Policy of a service worker: it fetches files of this server and runs nothing else. */
export const workerPolicy = "default-src 'none'; connect-src 'self'";

/** Headers of a file that a page loads; the headers about documents would only add bytes. */
export function fileHeaders(isHttps: boolean): Record<string, string> {
  return { 'x-content-type-options': 'nosniff', ...transportHeaders(isHttps) };
}

function transportHeaders(isHttps: boolean): Record<string, string> {
  return isHttps ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {};
}

/** Device features that a page may use: only the screen wake lock, and the camera on the gate page. */
export function permissionsPolicy(mayUseCamera = false): string {
  return `camera=(${mayUseCamera ? 'self' : ''}), microphone=(), geolocation=(), payment=(), usb=(), screen-wake-lock=(self)`;
}

/** Headers of every response. With `mayOpenOthers` a page keeps its reference to a window of another site that it opens. */
export function securityHeaders(isHttps: boolean, mayOpenOthers = false): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'permissions-policy': permissionsPolicy(),
    'cross-origin-opener-policy': mayOpenOthers ? 'same-origin-allow-popups' : 'same-origin',
    ...transportHeaders(isHttps),
  };
}
