import type * as z from 'zod/mini';
import { privateKey, publicKeys, secret } from './values.ts';

/** Variables of the installation's secrets, with their types. */
export const keyVariables = {
  OTP_KEY: secret,
  WEBHOOK_KEY: secret,
  DEVICE_KEY: secret,
  STAFF_KEY: secret,
  TICKET_PRIVATE_KEY: privateKey,
  TICKET_PUBLIC_KEYS: publicKeys,
} as const;

/** Secrets from the environment; null: the server generates its own and stores it in a file of the data folder. */
export interface KeySettings {
  readonly otp: string | null;
  readonly webhook: string | null;
  readonly device: string | null;
  /** Encrypts the authenticator keys of staff. */
  readonly staff: string | null;
  /** Ed25519 private key, PEM. */
  readonly ticketPrivate: string | null;
  /** Further public keys that verify tickets: former ones, and the next signing key. Raw, base64url. */
  readonly ticketTrusted: readonly string[];
}

type KeyValues = {
  [Name in keyof typeof keyVariables]?: z.infer<(typeof keyVariables)[Name]> | undefined;
};

/** The secrets of the settings. */
export function keysOf(values: KeyValues): KeySettings {
  return {
    otp: values.OTP_KEY ?? null,
    webhook: values.WEBHOOK_KEY ?? null,
    device: values.DEVICE_KEY ?? null,
    staff: values.STAFF_KEY ?? null,
    ticketPrivate: values.TICKET_PRIVATE_KEY ?? null,
    ticketTrusted: values.TICKET_PUBLIC_KEYS?.split(',') ?? [],
  };
}
