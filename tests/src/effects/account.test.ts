import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { selectedSeatsKey } from '../../../contract/stored/storage.ts';
import { localeKey } from '../../../contract/stored/stored-key.ts';
import type { Result } from '../../../machines/shared/result.ts';
import { authEffects } from '../../../src/effects/flows/account.ts';
import type { EffectParts } from '../../../src/effects/parts.ts';
import { createBrowserStore } from '../../../src/effects/storage/storage.ts';
import { buyer, newcomer } from '../../support/flows/auth-flow.ts';
import { deferred, ok, refused, settle, unreachable } from '../../support/flows/machines.ts';

let user = buyer.id;
const forgetTickets = vi.fn(async (_except: string | null) => undefined);
const store = createBrowserStore(window, () => user);

beforeEach(() => {
  forgetTickets.mockClear();
  localStorage.clear();
  user = 'u9';
  store.write(selectedSeatsKey, ['A-1'], 'konser');
  store.write(localeKey, 'en');
  user = buyer.id;
  store.write(selectedSeatsKey, ['B-2'], 'konser');
});

function keptOf(whose: string) {
  user = whose;
  return store.read(selectedSeatsKey, 'konser');
}

async function read(answer: Result<unknown>) {
  const parts = {
    api: { call: async () => answer },
    store,
    forgetTickets,
  } as unknown as EffectParts;
  return toPromise(createActor(authEffects(parts, async () => undefined).fetchUser).start());
}

describe('reading the account', () => {
  it('forgets every user but the signed-in one, never the device (user change)', async () => {
    expect(await read(ok(buyer))).toEqual(ok(buyer));
    expect(keptOf('u9')).toBeNull();
    expect(keptOf(buyer.id)).toEqual(['B-2']);
    expect(store.read(localeKey)).toBe('en');
    expect(forgetTickets.mock.calls).toEqual([[buyer.id]]);
  });

  it.each([
    ['an account to be proven', ok(newcomer)],
    ['nobody', refused(401, 'Unauthorized')],
    ['silence', unreachable()],
  ])(
    '[F30] forgets nobody for %s, so that a buyer who comes back goes on',
    async (_who, answer) => {
      expect(await read(answer)).toEqual(answer);
      expect(keptOf('u9')).toEqual(['A-1']);
      expect(keptOf(buyer.id)).toEqual(['B-2']);
      expect(forgetTickets).not.toHaveBeenCalled();
    },
  );

  it('forgets no user when the read was aborted', async () => {
    const reply = deferred<Result<unknown>>();
    const parts = {
      api: { call: () => reply.promise },
      store,
      forgetTickets,
    } as unknown as EffectParts;
    const reading = createActor(authEffects(parts, async () => undefined).fetchUser).start();
    reading.stop();
    reply.resolve(ok(buyer));
    await settle();
    expect(keptOf('u9')).toEqual(['A-1']);
  });

  it('reports an account only after the code of its flows has loaded', async () => {
    const code = deferred<void>();
    const parts = {
      api: { call: async () => ok(buyer) },
      store,
      forgetTickets,
    } as unknown as EffectParts;
    const reading = createActor(authEffects(parts, () => code.promise).fetchUser).start();
    await settle();
    expect(reading.getSnapshot().status).toBe('active');
    code.resolve();
    expect(await toPromise(reading)).toEqual(ok(buyer));
  });

  it('treats an account whose flows cannot be loaded as no response, and forgets no user', async () => {
    const parts = {
      api: { call: async () => ok(buyer) },
      store,
      forgetTickets,
    } as unknown as EffectParts;
    const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
    const answer = await toPromise(createActor(authEffects(parts, gone).fetchUser).start());
    expect(answer).toMatchObject({ ok: false, failure: { kind: 'unreachable' } });
    expect(keptOf('u9')).toEqual(['A-1']);
  });

  it('sends no first request if the server saw no sign-in cookie, and sends later ones', async () => {
    const call = vi.fn(async () => ok(newcomer));
    const parts = { api: { call }, store, forgetTickets } as unknown as EffectParts;
    const { fetchUser } = authEffects(parts, async () => undefined, true);
    expect(await toPromise(createActor(fetchUser).start())).toMatchObject({
      ok: false,
      failure: { status: 401 },
    });
    expect(call).not.toHaveBeenCalled();
    expect(await toPromise(createActor(fetchUser).start())).toEqual(ok(newcomer));
  });

  it('loads no flows for a visitor', async () => {
    const parts = {
      api: { call: async () => refused(401, 'Unauthorized') },
      store,
    } as unknown as EffectParts;
    const load = vi.fn(async () => undefined);
    await toPromise(createActor(authEffects(parts, load).fetchUser).start());
    expect(load).not.toHaveBeenCalled();
  });
});

it('a sign-out removes the data of every user, tickets included, before it notifies the other tabs', async () => {
  const told: string[] = [];
  const parts = {
    store,
    forgetTickets: async (except: string | null) => void told.push(`forget all but ${except}`),
    sayToTabs: (word: string) => void told.push(word),
  } as unknown as EffectParts;
  await toPromise(createActor(authEffects(parts, async () => undefined).clearLocal).start());
  expect(told).toEqual(['forget all but null', 'signed-out']);
  expect([keptOf('u9'), keptOf(buyer.id)]).toEqual([null, null]);
});
