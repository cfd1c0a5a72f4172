/** A client registered with an OpenID issuer. */
export interface GoogleSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

interface GoogleValues {
  readonly GOOGLE_ISSUER?: string;
  readonly GOOGLE_CLIENT_ID?: string;
  readonly GOOGLE_CLIENT_SECRET?: string;
}

const googleIssuer = 'https://accounts.google.com';

/** The client of the settings; null if none is registered. */
export function googleOf(values: GoogleValues): GoogleSettings | null {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = values;
  if (clientId === undefined || clientSecret === undefined) return null;
  return { issuer: values.GOOGLE_ISSUER ?? googleIssuer, clientId, clientSecret };
}

/** Problems of the combination of the three settings, one line each. */
export function googleProblems(values: GoogleValues, production: boolean): string[] {
  const { GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret, GOOGLE_ISSUER: issuer } = values;
  const problems: string[] = [];
  if ((id === undefined) !== (secret === undefined)) {
    problems.push(
      'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET belong together: set both, or neither to leave Google sign-in off.',
    );
  }
  if (issuer !== undefined && id === undefined) {
    problems.push('GOOGLE_ISSUER needs GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET. Set them too.');
  }
  if (production && issuer?.startsWith('http:') === true) {
    problems.push(
      'GOOGLE_ISSUER begins with http:// in production: the client secret would travel readable. Use https://.',
    );
  }
  return problems;
}
