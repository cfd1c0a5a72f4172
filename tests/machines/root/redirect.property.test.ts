import { describe, expect, it } from 'vitest';
import { type RefusalCode, refusalTable } from '../../../contract/call/refusal-codes.ts';
import { pageNames } from '../../../contract/pages.ts';
import { sessionStates } from '../../../contract/session.ts';
import {
  type AuthStatus,
  type PageRefusal,
  type RedirectFacts,
  resolveRedirect,
} from '../../../machines/root/redirect.ts';
import { stepOf } from '../../../machines/session/session.rules.ts';
import type { SessionReading } from '../../../machines/session/session.types.ts';
import { isFlowScreen, type Screen, sameScreen } from '../../../machines/shared/screen.ts';
import { readingAs } from '../../support/flows/readings.ts';
import { otherSlug, pages, slug } from './pages.ts';

/** Longest chain of redirects there may be (ruling 1.2-A), and where the server refuses every page on the way. */
const maxSteps = 3;
const maxStepsAgainstOdds = 4;

const plain = pageNames.flatMap((name): readonly Screen[] => {
  const screen: Screen = pages[name];
  return 'slug' in screen ? [screen, { ...screen, slug: otherSlug }] : [screen];
});
const screens: readonly Screen[] = [
  ...plain,
  ...plain.flatMap((returnTo): Screen[] => [
    { name: 'login', returnTo },
    { name: 'register', returnTo },
    { name: 'forgot-password', returnTo },
    { name: 'complete-profile', returnTo },
  ]),
];
const known: readonly AuthStatus[] = ['anonymous', 'unverified', 'verified'];
const readings: readonly (SessionReading | null)[] = [
  null,
  ...[...sessionStates, 'unknown' as const].flatMap((state) =>
    [slug, otherSlug, null].map((of) => readingAs({ id: 's-1', step: stepOf(state), slug: of })),
  ),
];
const drafts: readonly RedirectFacts['draft'][] = ['unknown', 'none'];
const refusals: readonly (PageRefusal | null)[] = [
  null,
  ...([...Object.keys(refusalTable), null] as (RefusalCode | null)[]).map((code) => ({ code })),
];
/** Refusals on a page of signing in, one for each rule: no call of it answers with most codes. */
const refusalsOfSignIn = refusals.filter(
  (refusal) =>
    refusal === null ||
    ['unauthenticated', 'draftRequired', 'sessionNotOnline', null].includes(refusal.code),
);

/** What a page that was just entered knows: its calls are still to come, the session is as it was. */
const entered = (before: RedirectFacts, screen: Screen): RedirectFacts => ({
  ...before,
  screen,
  refusal: null,
  draft: 'unknown',
});
/** The same where the server refuses every page of the purchase the same way. */
const enteredAgainstOdds = (before: RedirectFacts, screen: Screen): RedirectFacts => ({
  ...entered(before, screen),
  refusal: isFlowScreen(screen) ? before.refusal : null,
});
/** A signed-out refusal is believed only once the account says the same: the root doubts it until then. */
const believed = (facts: RedirectFacts): RedirectFacts =>
  facts.refusal?.code === 'unauthenticated' && facts.auth === 'verified'
    ? { ...facts, auth: 'anonymous' }
    : facts;

/** Why a chain of redirects is not as it must be; null when it is. */
function faultOf(given: RedirectFacts, enter: typeof entered): string | null {
  const limit = enter === entered ? maxSteps : maxStepsAgainstOdds;
  let now = given;
  for (let steps = 0; ; steps += 1) {
    const target = resolveRedirect(now);
    if (target === null) return null;
    if (sameScreen(target, now.screen)) return `sends to itself: ${JSON.stringify(now)}`;
    if (steps === limit) return `goes on and on: ${JSON.stringify(given)}`;
    now = believed(enter(now, target));
  }
}

describe('every combination of what a redirect may depend on', () => {
  it('has an answer, never the page itself, and comes to rest within three steps', () => {
    let tried = 0;
    const faults: string[] = [];
    for (const screen of screens) {
      for (const auth of known) {
        for (const reading of readings) {
          for (const draft of drafts) {
            for (const refusal of plain.includes(screen) ? refusals : refusalsOfSignIn) {
              tried += 1;
              const facts = { screen, auth, reading, draft, refusal };
              const target = resolveRedirect(facts);
              if (target !== null && sameScreen(target, screen)) faults.push('itself');
              const start = believed(facts);
              // At rest: no chain begins here.
              if (target === null && start === facts) continue;
              for (const enter of [entered, enteredAgainstOdds]) {
                const fault = faultOf(start, enter);
                if (fault !== null) faults.push(fault);
              }
            }
          }
        }
      }
    }
    expect(faults.slice(0, 5)).toEqual([]);
    expect(screens.length).toBeGreaterThan(150);
    const signIn = screens.length - plain.length;
    const pairs = plain.length * refusals.length + signIn * refusalsOfSignIn.length;
    expect([tried, refusalsOfSignIn.length]).toEqual([pairs * 3 * 34 * 2, 5]);
  });

  it('moves nobody while the account is unknown (rule 1)', () => {
    const moved = screens.flatMap((screen) =>
      readings.flatMap((reading) =>
        refusals.flatMap(
          (refusal) =>
            resolveRedirect({ screen, auth: 'checking', reading, draft: 'none', refusal }) ?? [],
        ),
      ),
    );
    expect(moved).toEqual([]);
  });

  it('shows no page of the purchase to anybody but a verified buyer', () => {
    const shown = screens.filter(isFlowScreen).flatMap((screen) =>
      (['anonymous', 'unverified'] as const).flatMap((auth) =>
        readings.flatMap((reading) =>
          refusals.flatMap((refusal) => {
            const facts = { screen, auth, reading, draft: 'none', refusal } as const;
            return resolveRedirect(facts) === null ? [facts] : [];
          }),
        ),
      ),
    );
    expect(shown).toEqual([]);
  });
});
