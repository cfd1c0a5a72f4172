import { createHmac, timingSafeEqual } from 'node:crypto';

/** Header with the time of signing in Unix seconds. */
export const timestampHeader = 'x-roetix-timestamp';
/** Header with the HMAC of a notification, lower-case hex. */
export const signatureHeader = 'x-roetix-signature';
/** Maximum difference between the time of signing and ours in seconds (§12.22). */
const toleranceSeconds = 300;

/** Returns the HMAC-SHA-256 of `timestamp.rawBody`, lower-case hex. */
export function signNotice(key: string, timestamp: string, rawBody: string): string {
  return createHmac('sha256', key).update(`${timestamp}.${rawBody}`).digest('hex');
}

/** True if our key signed the notification within 300 s of `now`; compares in constant time. */
export function isNoticeSigned(
  key: string,
  rawBody: string,
  headers: Readonly<Record<string, string | undefined>>,
  now: Date,
): boolean {
  const timestamp = headers[timestampHeader];
  const signature = headers[signatureHeader];
  if (timestamp === undefined || signature === undefined) return false;
  if (!/^\d{1,12}$/.test(timestamp) || !/^[0-9a-f]{64}$/.test(signature)) return false;
  const age = Math.abs(now.getTime() / 1000 - Number(timestamp));
  const expected = Buffer.from(signNotice(key, timestamp, rawBody), 'hex');
  const matches = timingSafeEqual(expected, Buffer.from(signature, 'hex'));
  return matches && age <= toleranceSeconds;
}
