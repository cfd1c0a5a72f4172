import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
/** RFC 4226 recommends 160 bits. */
const secretBytes = 20;
const stepSeconds = 30;
/** Steps before and after the present one that count, for a clock that is wrong by half a minute. */
const tolerance = 1;

/** Creates the key of an authenticator, base32. */
export function newAuthenticatorSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** The otpauth: address of a key, for a QR code. */
export function authenticatorAddress(issuer: string, email: string, secret: string): string {
  return totpOf(secret, issuer, email).toString();
}

/** The time step that a code belongs to; null for a wrong code, and for one of a step that is not after `lastStep`: each code counts once. */
export function stepOfCode(
  secret: string,
  code: string,
  lastStep: number,
  now: Date,
): number | null {
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: tolerance });
  if (delta === null) return null;
  const step = Math.floor(timestamp / 1000 / stepSeconds) + delta;
  return step > lastStep ? step : null;
}

/** The code of a key at an instant, as an authenticator shows it. */
export function codeAt(secret: string, now: Date): string {
  return totpOf(secret).generate({ timestamp: now.getTime() });
}

function totpOf(secret: string, issuer?: string, label?: string): TOTP {
  const named = issuer === undefined || label === undefined ? {} : { issuer, label };
  return new TOTP({ ...named, secret: Secret.fromBase32(secret), period: stepSeconds });
}

/** Encrypts an authenticator key for the row of one person: a copy of the database does not contain it. */
export function seal(key: string, personId: string, secret: string): string {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, keyOf(key), iv).setAAD(Buffer.from(personId));
  const sealed = Buffer.concat([sealing.update(secret, 'utf8'), sealing.final()]);
  return Buffer.concat([iv, sealing.getAuthTag(), sealed]).toString('base64url');
}

/** Decrypts what `seal` returned; null where it was sealed with another key, or for another person. */
export function unseal(key: string, personId: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  try {
    const opening = createDecipheriv(cipher, keyOf(key), bytes.subarray(0, ivBytes))
      .setAAD(Buffer.from(personId))
      .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    const text = opening.update(bytes.subarray(ivBytes + tagBytes));
    return Buffer.concat([text, opening.final()]).toString('utf8');
  } catch {
    return null;
  }
}

function keyOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
