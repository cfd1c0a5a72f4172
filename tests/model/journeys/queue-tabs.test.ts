// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { queueEffects } from '../../../src/effects/flows/session.ts';
import type { EffectParts } from '../../../src/effects/parts.ts';
import { createBrowserStore } from '../../../src/effects/storage/storage.ts';

const noon = 1_772_000_000_000;
let at = noon;

/** A tab of the browser asks whether it should move. */
function claim(slug = 'konser'): Promise<boolean> {
  const store = createBrowserStore(window, () => 'u-1');
  const { claimRedirect } = queueEffects({ store, wallNow: () => at } as EffectParts);
  return toPromise(createActor(claimRedirect, { input: { slug } }).start());
}

beforeEach(() => {
  localStorage.clear();
  at = noon;
});

describe('§4 Queue: two tabs', () => {
  it('skipped if a redirect for that event happened in the last 5 s', async () => {
    expect(await claim()).toBe(true);
    at = noon + 4_999;
    expect(await claim()).toBe(false);
    at = noon + 5_000;
    expect(await claim()).toBe(true);
  });

  it('skipped if a redirect for that event happened: that event, not another', async () => {
    expect(await claim('konser')).toBe(true);
    expect(await claim('teater')).toBe(true);
  });

  it('(tracked in local storage)', async () => {
    await claim();
    expect(localStorage.getItem('roetix:v1:u-1:konser:lastRedirect')).toBe(String(noon));
  });

  // A clock set back would otherwise block the move for hours.
  it('(ruling 1.4-N) a redirect of the future is ignored', async () => {
    await claim();
    at = noon - 1;
    expect(await claim()).toBe(true);
  });
});
