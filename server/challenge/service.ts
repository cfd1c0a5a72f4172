import * as z from 'zod/mini';
import { type ChallengePort, hardest } from './challenge.ts';
import type { ChallengeSettings } from './settings.ts';

const verifyTimeoutMs = 3_000;
/** Time for which the built-in challenge replaces a service that did not respond. */
const fallbackMs = 60_000;
const maxResponseLength = 2_048;
const prefix = 'service~';

const verdictSchema = z.object({ success: z.boolean(), action: z.optional(z.string()) });

/** Dependencies of the service client. */
export interface ServiceTools {
  readonly fetch?: typeof fetch;
  readonly warn: (error: unknown) => void;
}

/**
 * Creates the client of a Turnstile-like service: the browser sends the widget's token, and one POST with `secret` and `response` verifies
 * it. The service ensures that a token counts once. If it does not respond within 3 s, `builtIn` replaces it for a minute, so that an
 * outage locks no visitor out.
 */
export function createServiceChallenge(
  settings: ChallengeSettings,
  builtIn: ChallengePort,
  { fetch: ask = fetch, warn }: ServiceTools,
): ChallengePort {
  let unavailableUntil = 0;
  return {
    issue: (bond, hardness, now) =>
      now.getTime() < unavailableUntil
        ? builtIn.issue(bond, hardness, now)
        : { kind: 'service', site_key: settings.siteKey, action: bond.call },
    async accept(answer, bond, now) {
      if (!answer.startsWith(prefix)) return builtIn.accept(answer, bond, now);
      const response = answer.slice(prefix.length);
      if (response === '' || response.length > maxResponseLength) return null;
      try {
        const answered = await ask(settings.url, {
          method: 'POST',
          body: new URLSearchParams({ secret: settings.secret, response }),
          signal: AbortSignal.timeout(verifyTimeoutMs),
          redirect: 'error',
        });
        if (!answered.ok) throw new Error(`The challenge service answered ${answered.status}.`);
        const verdict = verdictSchema.parse(await answered.json());
        const isFor = verdict.action === undefined || verdict.action === bond.call;
        return verdict.success && isFor ? hardest : null;
      } catch (error) {
        warn(error);
        unavailableUntil = now.getTime() + fallbackMs;
        return null;
      }
    },
  };
}
