/** What a page of the app may load, run and talk to (resolutions §3). */
export interface PolicyFacts {
  /** Host and port the page was asked from. */
  readonly host: string;
  readonly isHttps: boolean;
  /** Vite's dev server injects inline scripts and styles. */
  readonly devVite: boolean;
  /** Hashes of the styles that stand in the page. */
  readonly styles?: readonly string[];
  /** The page runs WebAssembly: the reader of QR codes that the door staff's page brings. */
  readonly runsWasm?: boolean;
}

/**
 * The Content-Security-Policy of the app's pages. Trusted types are left out: MQTT.js starts its timer from a Blob address without
 * a policy, and would lose it in background tabs.
 */
export function contentSecurityPolicy(facts: PolicyFacts): string {
  const { host, isHttps, devVite, styles = [], runsWasm = false } = facts;
  // Not every browser counts the socket of the same host as 'self'. A host that is not one is left out.
  const socket = /^[\w.:[\]-]+$/.test(host) ? ` ${isHttps ? 'wss' : 'ws'}://${host}` : '';
  const inline = devVite ? " 'unsafe-inline'" : '';
  return [
    "default-src 'none'",
    `script-src 'self'${inline}${runsWasm ? " 'wasm-unsafe-eval'" : ''}`,
    `style-src 'self'${inline}${styles.map((hash) => ` '${hash}'`).join('')}`,
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

/** Policy of answers that are no page: opened as one, they load nothing and stand in no frame. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

/** Policy of a service worker: it asks this server for files, and runs nothing else. */
export const workerPolicy = "default-src 'none'; connect-src 'self'";

/** Headers of a file that a page is made of: what says how a document behaves would only be carried along. */
export function fileHeaders(isHttps: boolean): Record<string, string> {
  return { 'x-content-type-options': 'nosniff', ...transportHeaders(isHttps) };
}

function transportHeaders(isHttps: boolean): Record<string, string> {
  return isHttps ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {};
}

/** What a page may ask the device for: nothing but a screen that stays lit, and at the doors the camera. */
export function permissionsPolicy(mayUseCamera = false): string {
  return `camera=(${mayUseCamera ? 'self' : ''}), microphone=(), geolocation=(), payment=(), usb=(), screen-wake-lock=(self)`;
}

/** Headers of every answer, whatever it is. With `mayOpenOthers` a page keeps hold of a window of another site that it opens. */
export function securityHeaders(isHttps: boolean, mayOpenOthers = false): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'permissions-policy': permissionsPolicy(),
    'cross-origin-opener-policy': mayOpenOthers ? 'same-origin-allow-popups' : 'same-origin',
    ...transportHeaders(isHttps),
  };
}
