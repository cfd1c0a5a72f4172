/** A service like Turnstile that tells people from programs. */
export interface ChallengeSettings {
  /** Where an answer is verified. */
  readonly url: string;
  readonly secret: string;
  /** Public; a front end draws the widget of the service with it. */
  readonly siteKey: string;
}

interface Given {
  readonly CHALLENGE_URL?: string;
  readonly CHALLENGE_SECRET?: string;
  readonly CHALLENGE_SITE_KEY?: string;
}

/** The service of the settings; null where it is not set in full. */
export function challengeOf(given: Given): ChallengeSettings | null {
  const { CHALLENGE_URL: url, CHALLENGE_SECRET: secret, CHALLENGE_SITE_KEY: siteKey } = given;
  if (url === undefined || secret === undefined || siteKey === undefined) return null;
  return { url, secret, siteKey };
}

/** What is wrong with them: a service set by half. */
export function challengeProblems(given: Given): string[] {
  const values = [given.CHALLENGE_URL, given.CHALLENGE_SECRET, given.CHALLENGE_SITE_KEY];
  const count = values.filter((value) => value !== undefined).length;
  if (count === 0 || count === values.length) return [];
  return [
    'CHALLENGE_URL, CHALLENGE_SECRET and CHALLENGE_SITE_KEY belong together: set all three, or none to keep the built-in proof of work.',
  ];
}
