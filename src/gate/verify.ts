import { verifyAsync } from '@noble/ed25519';
import {
  fromBase64Url,
  parseTicketCode,
  type TicketClaim,
} from '../../contract/ticket/ticket-code.ts';

const publicKeyBytes = 32;

/** Verifies one signature with one raw public key. */
export type CheckSignature = (
  publicKey: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
  message: Uint8Array<ArrayBuffer>,
) => Promise<boolean>;

/** Uses the browser's WebCrypto; rejects if it lacks Ed25519. */
export const checkInBrowser: CheckSignature = async (publicKey, signature, message) => {
  const key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', key, signature, message);
};

/** Uses our own code, for browsers older than 2025; equally strict. */
export const checkInCode: CheckSignature = async (publicKey, signature, message) => {
  try {
    return await verifyAsync(signature, message, publicKey, { zip215: false });
  } catch {
    return false;
  }
};

/** Returns the verification that this browser supports. */
export async function signatureCheck(): Promise<CheckSignature> {
  try {
    await crypto.subtle.importKey('raw', new Uint8Array(publicKeyBytes), 'Ed25519', false, [
      'verify',
    ]);
    return checkInBrowser;
  } catch {
    return checkInCode;
  }
}

/** Parses a scanned code; null unless one of the keys (base64url) signed it. */
export async function readSignedCode(
  text: string,
  keys: readonly string[],
  check: CheckSignature,
): Promise<TicketClaim | null> {
  const code = parseTicketCode(text);
  if (code === null) return null;
  const message = new TextEncoder().encode(code.signed);
  for (const key of keys) {
    const raw = fromBase64Url(key);
    if (raw?.length !== publicKeyBytes) continue;
    if (await check(new Uint8Array(raw), new Uint8Array(code.signature), message))
      return code.claim;
  }
  return null;
}
