// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, toPromise } from 'xstate';
import type { Screen } from '../../../machines/shared/screen.ts';
import { wishOf } from '../../../machines/shared/screen.ts';
import { pathOf } from '../../../src/app/routing/paths.ts';
import { authEffects } from '../../../src/effects/flows/account.ts';
import type { EffectParts } from '../../../src/effects/parts.ts';
import { deferred, ok, settle } from '../../support/flows/machines.ts';

const address = 'https://accounts.example/authorize?state=x';
const answer = ok({ auth_url: address, callback_url: '', state: 'x' });
const leave = vi.fn();
const call = vi.fn();

const effects = () =>
  authEffects(
    { api: { call }, addressOf: pathOf, leave } as unknown as EffectParts,
    async () => undefined,
  );

function open(surface: 'page' | 'modal', returnTo: Screen | null) {
  return toPromise(createActor(effects().openGoogle, { input: { surface, returnTo } }).start());
}

beforeEach(() => {
  leave.mockReset();
  call.mockReset().mockResolvedValue(answer);
  window.history.replaceState(null, '', '/search?q=senja');
});
afterEach(() => window.history.replaceState(null, '', '/'));

describe('the way to Google', () => {
  it.each([
    ['page', null, {}],
    ['page', { name: 'queue', slug: 'konser' }, { returnTo: '/event/konser/queue' }],
    ['modal', null, { returnTo: '/search?q=senja' }],
    ['modal', wishOf('konser'), { returnTo: '/event/konser?buy=1' }],
  ] as const)(
    'from a %s with %j asks with %j and leaves the page',
    async (surface, returnTo, query) => {
      expect(await open(surface, returnTo)).toEqual(ok(null));
      expect(call.mock.calls[0]?.[1]).toMatchObject({ query });
      expect(leave.mock.calls).toEqual([[address]]);
    },
  );

  it('stays on the page after the form was closed', async () => {
    const reply = deferred<typeof answer>();
    call.mockReturnValue(reply.promise);
    const opening = createActor(effects().openGoogle, {
      input: { surface: 'page', returnTo: null },
    }).start();
    await vi.waitFor(() => expect(call).toHaveBeenCalled());
    opening.stop();
    reply.resolve(answer);
    await settle();
    expect(leave).not.toHaveBeenCalled();
  });
});

it('reports the restore from the back/forward cache, not a new page load', async () => {
  const listening = vi.spyOn(window, 'addEventListener');
  const waiting = createActor(effects().untilShownAgain).start();
  await vi.waitFor(() =>
    expect(listening).toHaveBeenCalledWith('pageshow', expect.anything(), expect.anything()),
  );
  const shown = (persisted: boolean) =>
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  shown(false);
  await settle();
  expect(waiting.getSnapshot().status).toBe('active');
  shown(true);
  await vi.waitFor(() => expect(waiting.getSnapshot().status).toBe('done'));
});
