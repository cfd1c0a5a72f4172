import * as z from 'zod/mini';
import { type ChallengePort, hardest } from './challenge.ts';
import type { ChallengeSettings } from './settings.ts';

const verifyWithinMs = 3_000;
/** After a service did not answer, the built-in challenge stands in for so long. */
const standInMs = 60_000;
const longestResponse = 2_048;
const prefix = 'service~';

const verdictSchema = z.object({ success: z.boolean(), action: z.optional(z.string()) });

/** What an outside service is asked with. */
export interface ServiceTools {
  readonly fetch?: typeof fetch;
  readonly warn: (error: unknown) => void;
}

/**
 * A Turnstile-like service: the client sends what its widget gave, and one POST with `secret` and `response` verifies it. The service
 * itself makes sure that a response counts once. While it does not answer within 3 s, `builtIn` is asked for instead, for a minute:
 * an outage of the service locks nobody out.
 */
export function createServiceChallenge(
  settings: ChallengeSettings,
  builtIn: ChallengePort,
  { fetch: ask = fetch, warn }: ServiceTools,
): ChallengePort {
  let awayUntil = 0;
  return {
    issue: (bond, hardness, now) =>
      now.getTime() < awayUntil
        ? builtIn.issue(bond, hardness, now)
        : { kind: 'service', site_key: settings.siteKey, action: bond.call },
    async accept(answer, bond, now) {
      if (!answer.startsWith(prefix)) return builtIn.accept(answer, bond, now);
      const response = answer.slice(prefix.length);
      if (response === '' || response.length > longestResponse) return null;
      try {
        const answered = await ask(settings.url, {
          method: 'POST',
          body: new URLSearchParams({ secret: settings.secret, response }),
          signal: AbortSignal.timeout(verifyWithinMs),
          redirect: 'error',
        });
        if (!answered.ok) throw new Error(`The challenge service answered ${answered.status}.`);
        const verdict = verdictSchema.parse(await answered.json());
        const isFor = verdict.action === undefined || verdict.action === bond.call;
        return verdict.success && isFor ? hardest : null;
      } catch (error) {
        warn(error);
        awayUntil = now.getTime() + standInMs;
        return null;
      }
    },
  };
}
