import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { Point } from '@noble/ed25519';
import { fromBase64Url } from '../../contract/ticket-code.ts';

const publicKeyBytes = 32;
const keyIdLength = 16;

/** A new Ed25519 key that signs ticket codes, PEM. */
export function newTicketKey(): string {
  return generateKeyPairSync('ed25519')
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();
}

/** Whether a text is a private key of Ed25519 in PEM. */
export function isPrivateTicketKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}

/**
 * Whether a text is a public key of Ed25519 as `GET /gate/keys` shows them: 32 raw bytes, base64url. The few points that any signature
 * could be made for, like the key of zeros that stands in examples, are none.
 */
export function isPublicTicketKey(raw: string): boolean {
  const bytes = fromBase64Url(raw);
  if (bytes?.length !== publicKeyBytes) return false;
  try {
    return !Point.fromBytes(bytes).isSmallOrder();
  } catch {
    return false;
  }
}

/** The public part of a private key: 32 raw bytes, base64url, as WebCrypto and every other library take them. */
export function publicPartOf(privatePem: string): string {
  const { x } = createPublicKey(createPrivateKey(privatePem)).export({ format: 'jwk' });
  if (typeof x !== 'string') throw new Error('The ticket key is not of Ed25519.');
  return x;
}

/** A raw public key as Node verifies with it. */
export function verifierOf(raw: string): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: raw }, format: 'jwk' });
}

/** Name of a key: the beginning of its hash, the same wherever it is asked for. */
export function ticketKeyId(raw: string): string {
  const hash = createHash('sha256').update(Buffer.from(raw, 'base64url')).digest('base64url');
  return hash.slice(0, keyIdLength);
}
