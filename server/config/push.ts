import * as z from 'zod/mini';
import { text } from './values.ts';

/** The VAPID keys of this installation, with which push services know the sender of notifications (RFC 8292). */
export interface PushSettings {
  /** Uncompressed point of P-256, base64url. */
  readonly publicKey: string;
  /** Scalar of P-256, base64url. */
  readonly privateKey: string;
  /** Where a push service reaches the operator: `mailto:` or https. */
  readonly contact: string;
}

const keyWords = '`npx web-push generate-vapid-keys` makes the pair';

/** The variables with their types. */
export const pushVariables = {
  PUSH_PUBLIC_KEY: text.check(
    z.regex(/^B[\w-]{86}$/, `must be a VAPID public key, 87 characters; ${keyWords}`),
  ),
  PUSH_PRIVATE_KEY: text.check(
    z.regex(/^[\w-]{43}$/, `must be a VAPID private key, 43 characters; ${keyWords}`),
  ),
  PUSH_CONTACT: text.check(
    z.regex(
      /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s/]\S*)$/,
      'must begin with mailto: or https://, such as mailto:it@tiket.example',
    ),
  ),
};

interface PushValues {
  readonly PUSH_PUBLIC_KEY?: string;
  readonly PUSH_PRIVATE_KEY?: string;
  readonly PUSH_CONTACT?: string;
}

/** The keys of the settings; null sends no notifications. */
export function pushOf(values: PushValues): PushSettings | null {
  const { PUSH_PUBLIC_KEY: publicKey, PUSH_PRIVATE_KEY: privateKey } = values;
  const { PUSH_CONTACT: contact } = values;
  if (publicKey === undefined || privateKey === undefined || contact === undefined) return null;
  return { publicKey, privateKey, contact };
}

/** Problems of the combination of the three settings, one line each. */
export function pushProblems(values: PushValues): string[] {
  const names = ['PUSH_PUBLIC_KEY', 'PUSH_PRIVATE_KEY', 'PUSH_CONTACT'] as const;
  const missing = names.filter((name) => values[name] === undefined);
  if (missing.length === 0 || missing.length === names.length) return [];
  return missing.map(
    (name) => `${name} is missing: ${names.join(', ')} belong together. Set all three, or none.`,
  );
}
