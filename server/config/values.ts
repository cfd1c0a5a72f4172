import * as z from 'zod/mini';
import { proxiesWords, readProxyNetworks } from '../http/proxies.ts';
import { isPrivateTicketKey, isPublicTicketKey } from '../secrets/ticket-key.ts';
import { unquoted } from './env-file.ts';

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
/** False where a character of the password ends the host, so that the @ comes after it. */
function hasUser(value: string): boolean {
  return URL.canParse(value) && new URL(value).username !== '';
}
/** A URL with one of these schemes. */
export function address(schemes: readonly string[]) {
  const words = `must be an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`;
  const escapes =
    'cannot be read: write / as %2F, # as %23, ? as %3F, @ as %40 and % as %25 in its user and password, or leave the password to PGPASSWORD';
  return text.check(
    z.refine((value) => schemes.some((scheme) => value.startsWith(`${scheme}://`)), words),
    z.refine((value) => !/:\/\/[^/?#@]*:[^@]*@/.test(value) || hasUser(value), escapes),
    z.refine((value) => URL.canParse(value), words),
  );
}
/** A name and an e-mail address; systemd takes the quotes of a name, and the space behind them. */
export const mailbox = z.pipe(
  text.check(
    z.regex(
      /^[^\r\n]*[^\s@<]+@[^\s@>]+>?$/,
      'must hold an e-mail address, like Roetix <tiket@contoh.id>',
    ),
  ),
  z.transform((given: string) => {
    const [, name, mail] = /^\s*(.*?)\s*<([^<>]+)>\s*$/.exec(given) ?? [];
    return name === undefined || mail === undefined ? given : `${unquoted(name)} <${mail}>`.trim();
  }),
);
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
/** The 48 bytes of an Ed25519 private key (RFC 8410) in base64; the first 16 are always the same. */
const keyBody = /MC4CAQAwBQYDK2VwBCIEI[A-Za-z0-9+/]{43}/;
/** An Ed25519 private key as PEM, whatever a carrier left of its line breaks: `\n`, `n`, spaces or nothing; or its base64 alone. */
export const privateKey = z.pipe(
  z.pipe(
    text,
    z.transform((given: string) => {
      const body = keyBody.exec(given.replace(/\\+n|\s/g, ''))?.[0] ?? given;
      return `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----\n`;
    }),
  ),
  text.check(
    z.refine(
      isPrivateTicketKey,
      'must be an Ed25519 private key, as base64 or PEM; `openssl genpkey -algorithm ed25519 -outform DER | base64` makes one on one line',
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

/** Networks of proxies, separated by commas (§17.33). */
export const proxyNetworks = z.pipe(
  text.check(z.refine((list) => readProxyNetworks(list) !== null, proxiesWords)),
  z.transform((list: string) => readProxyNetworks(list) ?? []),
);
