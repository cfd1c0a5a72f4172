import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { Point } from '@noble/ed25519';
import { fromBase64Url } from '../../contract/ticket/ticket-code.ts';

const publicKeyBytes = 32;
const keyIdLength = 16;

/** Generates an Ed25519 key for ticket codes, PEM. */
export function newTicketKey(): string {
  return generateKeyPairSync('ed25519')
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();
}

/** Whether a text is an Ed25519 private key in PEM. */
export function isPrivateTicketKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}

/**
 * Whether a text is an Ed25519 public key as `GET /gate/keys` lists them: 32 raw bytes, base64url. Refuses the weak points for which any
 * signature verifies, such as the all-zero key of examples.
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

/** Returns the public part of a private key: 32 raw bytes, base64url, as WebCrypto takes them. */
export function publicPartOf(privatePem: string): string {
  const { x } = createPublicKey(createPrivateKey(privatePem)).export({ format: 'jwk' });
  if (typeof x !== 'string') throw new Error('The ticket key is not of Ed25519.');
  return x;
}

/** Returns a raw public key as a Node KeyObject. */
export function verifierOf(raw: string): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: raw }, format: 'jwk' });
}

/** Returns the id of a key: the beginning of its hash. */
export function ticketKeyId(raw: string): string {
  const hash = createHash('sha256').update(Buffer.from(raw, 'base64url')).digest('base64url');
  return hash.slice(0, keyIdLength);
}
