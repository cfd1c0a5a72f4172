import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { selectedSeatsKey } from '../../../contract/stored/storage.ts';
import { localeKey } from '../../../contract/stored/stored-key.ts';
import type { Result } from '../../../machines/shared/result.ts';
import { authEffects } from '../../../src/effects/flows/account.ts';
import type { Api } from '../../../src/effects/http/api.ts';
import { createBrowserStore } from '../../../src/effects/storage/storage.ts';
import { buyer, newcomer } from '../../support/flows/auth-flow.ts';
import { deferred, ok, refused, settle, unreachable } from '../../support/flows/machines.ts';
import { pageParts } from '../../support/flows/parts.ts';

let user = buyer.id;
const told: string[] = [];
const load = vi.fn(async () => undefined);
const store = createBrowserStore(window, () => user);

beforeEach(() => {
  load.mockClear();
  told.length = 0;
  user = 'u9';
  store.write(selectedSeatsKey, ['A-1'], 'konser');
  store.write(localeKey, 'en');
  user = buyer.id;
  store.write(selectedSeatsKey, ['B-2'], 'konser');
});

/** What this browser keeps of another buyer and of the one who is signed in. */
const kept = () =>
  ['u9', buyer.id].map((whose) => {
    user = whose;
    return store.read(selectedSeatsKey, 'konser');
  });
const all = [['A-1'], ['B-2']];

/** The effects over a server that says who is signed in. */
function effectsWith(
  answer: Result<unknown> | Promise<Result<unknown>>,
  loads: () => Promise<void> = load,
  isNobody = false,
) {
  const api = { call: async () => answer } as unknown as Api;
  const parts = pageParts({
    api,
    store,
    forgetTickets: async (except) => void told.push(`forget all but ${except}`),
    sayToTabs: (word) => void told.push(word),
  });
  return authEffects(parts, loads, isNobody);
}
const read = ({ fetchUser }: ReturnType<typeof effectsWith>) => createActor(fetchUser).start();

describe('reading the account', () => {
  it('forgets every user but the signed-in one, never the device', async () => {
    expect(await toPromise(read(effectsWith(ok(buyer))))).toEqual(ok(buyer));
    expect(kept()).toEqual([null, ['B-2']]);
    expect(store.read(localeKey)).toBe('en');
    expect(told).toEqual([`forget all but ${buyer.id}`]);
  });

  it.each([
    ['an account to be proven', ok(newcomer), 1],
    ['nobody', refused(401, 'Unauthorized'), 0],
    ['silence', unreachable(), 0],
  ])(
    '[F30] forgets nobody for %s, so that a buyer who comes back goes on',
    async (_who, answer, loads) => {
      expect(await toPromise(read(effectsWith(answer)))).toEqual(answer);
      expect(kept()).toEqual(all);
      expect(told).toEqual([]);
      // A visitor needs no code of the flows.
      expect(load).toHaveBeenCalledTimes(loads);
    },
  );

  it('reports an account only after the code of its flows has loaded', async () => {
    const code = deferred<void>();
    const reading = read(effectsWith(ok(buyer), () => code.promise));
    await settle();
    expect(reading.getSnapshot().status).toBe('active');
    code.resolve();
    expect(await toPromise(reading)).toEqual(ok(buyer));
  });

  it('takes an account whose flows cannot be loaded for no response, and forgets no user', async () => {
    const fails = () => Promise.reject(new TypeError('Failed to fetch'));
    expect(await toPromise(read(effectsWith(ok(buyer), fails)))).toMatchObject({
      ok: false,
      failure: { kind: 'unreachable' },
    });
    expect(kept()).toEqual(all);
  });

  it('asks only from the second time on where the server saw no sign-in cookie', async () => {
    const effects = effectsWith(ok(newcomer), load, true);
    expect(await toPromise(read(effects))).toMatchObject({ ok: false, failure: { status: 401 } });
    expect(await toPromise(read(effects))).toEqual(ok(newcomer));
  });
});

it('a sign-out removes the data of every user, tickets included, before it notifies the other tabs (§3.91)', async () => {
  await toPromise(createActor(effectsWith(ok(null)).clearLocal).start());
  expect(told).toEqual(['forget all but null', 'signed-out']);
  expect(kept()).toEqual([null, null]);
});
