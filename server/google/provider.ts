import * as client from 'openid-client';
import { emailSchema } from '../../contract/fields.ts';
import { visibleText } from '../../contract/texts/visible-text.ts';
import type { GoogleSettings } from '../config/google.ts';

/** Values that the return from the issuer must match; the server stores them, never the browser. */
export interface RoundTrip {
  readonly state: string;
  readonly nonce: string;
  /** The secret half of PKCE. */
  readonly verifier: string;
}

/** The signed-in person according to the issuer. */
export interface GoogleIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  readonly firstName: string;
  readonly lastName: string;
}

/** One OpenID issuer, used by the code flow with PKCE, state and nonce. */
export interface GoogleProvider {
  readonly issuer: string;
  /** Returns the address for the redirect, and the values to store until the return. Throws if the issuer does not respond. */
  begin(callbackUrl: string): Promise<RoundTrip & { readonly url: string }>;
  /** Redeems the code in the address of the return. Throws on any mismatch with the round trip. */
  finish(returned: URL, trip: RoundTrip): Promise<GoogleIdentity>;
}

/** Well below the time that a person waits, and below the client's 10 s. */
const timeoutSeconds = 5;

/** A provider for one issuer; its configuration is fetched on first use, and again after a failure. */
export function createGoogleProvider(
  settings: GoogleSettings,
  fetchFrom?: client.CustomFetch,
): GoogleProvider {
  let known: Promise<client.Configuration> | null = null;
  const configuration = () => {
    known ??= client
      .discovery(
        new URL(settings.issuer),
        settings.clientId,
        undefined,
        client.ClientSecretPost(settings.clientSecret),
        {
          timeout: timeoutSeconds,
          // Only an issuer on a developer's machine has an http address (config.ts).
          execute: settings.issuer.startsWith('http:') ? [client.allowInsecureRequests] : [],
          ...(fetchFrom === undefined ? {} : { [client.customFetch]: fetchFrom }),
        },
      )
      .catch((error: unknown) => {
        known = null;
        throw error;
      });
    return known;
  };

  return {
    issuer: settings.issuer,
    begin: async (callbackUrl) => {
      const trip = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: callbackUrl,
        scope: 'openid email profile',
        state: trip.state,
        nonce: trip.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(trip.verifier),
        code_challenge_method: 'S256',
        // People who share a phone must be able to choose an account.
        prompt: 'select_account',
      });
      return { ...trip, url: url.href };
    },
    finish: async (returned, trip) => {
      const tokens = await client.authorizationCodeGrant(await configuration(), returned, {
        expectedState: trip.state,
        expectedNonce: trip.nonce,
        pkceCodeVerifier: trip.verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('The issuer sent no identity.');
      return {
        issuer: claims.iss,
        subject: claims.sub,
        email: emailOf(claims.email),
        isEmailVerified: claims.email_verified === true,
        ...namesOf(claims),
      };
    },
  };
}

/** A claim as a reader sees it, in one line; null without one. */
function textOf(claim: unknown): string | null {
  const text = typeof claim === 'string' ? visibleText(claim).replace(/\p{C}+/gu, ' ') : '';
  return text === '' ? null : text;
}

function emailOf(claim: unknown): string | null {
  const read = emailSchema.safeParse(claim);
  return read.success ? read.data : null;
}

/** First and last name; one of them, or the local part of the address, if the issuer knows no more. */
function namesOf(claims: Readonly<Record<string, unknown>>): {
  firstName: string;
  lastName: string;
} {
  const whole = textOf(claims.name) ?? textOf(claims.email)?.split('@')[0] ?? '';
  const [first = '', ...others] = whole.split(/\s+/);
  return {
    firstName: clipped(textOf(claims.given_name) ?? first),
    lastName: clipped(textOf(claims.family_name) ?? others.join(' ')),
  };
}

function clipped(name: string): string {
  return [...name].slice(0, longestName).join('');
}

const longestName = 100;
