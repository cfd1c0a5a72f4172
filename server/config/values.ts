import * as z from 'zod/mini';
import { proxiesWords, readProxyNetworks } from '../http/proxies.ts';
import { isPrivateTicketKey, isPublicTicketKey } from '../secrets/ticket-key.ts';

const switchWords: Readonly<Record<string, boolean>> = {
  '1': true,
  true: true,
  on: true,
  yes: true,
  '0': false,
  false: false,
  off: false,
  no: false,
};
/** Levels of the log. */
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Any text. */
export const text = z.string();
/** A switch: 1, true, on, yes and their opposites, in upper or lower case. */
export const onOff = z.pipe(
  text.check(
    z.toLowerCase(),
    z.refine((word) => word in switchWords, 'must be on or off'),
  ),
  z.transform((word: string) => switchWords[word] ?? false),
);
/** A whole number in digits, both limits inclusive. */
export function wholeNumber(from: number, to: number) {
  const words = `must be a whole number from ${from} to ${to}`;
  return z.pipe(
    text.check(z.regex(/^\d{1,9}$/, words)),
    z.pipe(
      z.transform((digits: string) => Number(digits)),
      z.number().check(z.minimum(from, words), z.maximum(to, words)),
    ),
  );
}
/** A URL with one of these schemes. */
export function address(schemes: readonly string[]) {
  const words = `must be an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`;
  return text.check(
    z.refine(
      (value) => URL.canParse(value) && schemes.includes(new URL(value).protocol.slice(0, -1)),
      words,
    ),
  );
}
/** A URL, or the word for none. */
export const siteOrNone = text.check(
  z.regex(
    /^(?:none|https?:\/\/[^\s/]\S*)$/,
    'must be an address that begins with https://, or none',
  ),
);
/** A secret that is long enough to have been generated. */
export const secret = text.check(
  z.minLength(32, 'must have at least 32 characters; `openssl rand -hex 32` makes one'),
);
/** An Ed25519 private key in PEM, on one line or on several. */
export const privateKey = z.pipe(
  // One line of an env file cannot contain the line breaks of a PEM.
  z.pipe(
    text,
    z.transform((pem: string) => pem.replaceAll('\\n', '\n')),
  ),
  text.check(
    z.refine(
      isPrivateTicketKey,
      'must be an Ed25519 private key in PEM; `openssl genpkey -algorithm ed25519` makes one',
    ),
  ),
);
/** Raw public keys of tickets, separated by commas. */
export const publicKeys = text.check(
  z.refine(
    (keys) => keys.split(',').every(isPublicTicketKey),
    'must be public keys as GET /api/gate/keys shows them (43 letters each), with commas between them',
  ),
);

/** Networks of proxies, separated by commas (ruling R9). */
export const proxyNetworks = z.pipe(
  text.check(z.refine((list) => readProxyNetworks(list) !== null, proxiesWords)),
  z.transform((list: string) => readProxyNetworks(list) ?? []),
);
