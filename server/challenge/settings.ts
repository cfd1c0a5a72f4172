/** A Turnstile-like service that distinguishes people from programs. */
export interface ChallengeSettings {
  /** URL that verifies a token. */
  readonly url: string;
  readonly secret: string;
  /** Public key with which the front end shows the widget. */
  readonly siteKey: string;
}

interface ChallengeVariables {
  readonly CHALLENGE_URL?: string;
  readonly CHALLENGE_SECRET?: string;
  readonly CHALLENGE_SITE_KEY?: string;
}

/** Returns the configured service; null unless all settings are present. */
export function readChallengeSettings(variables: ChallengeVariables): ChallengeSettings | null {
  const { CHALLENGE_URL: url, CHALLENGE_SECRET: secret, CHALLENGE_SITE_KEY: siteKey } = variables;
  if (url === undefined || secret === undefined || siteKey === undefined) return null;
  return { url, secret, siteKey };
}

/** Returns the problems of a partly configured service. */
export function challengeProblems(variables: ChallengeVariables): string[] {
  const values = [
    variables.CHALLENGE_URL,
    variables.CHALLENGE_SECRET,
    variables.CHALLENGE_SITE_KEY,
  ];
  const count = values.filter((value) => value !== undefined).length;
  if (count === 0 || count === values.length) return [];
  return [
    'CHALLENGE_URL, CHALLENGE_SECRET and CHALLENGE_SITE_KEY belong together: set all three, or none to keep the built-in proof of work.',
  ];
}
