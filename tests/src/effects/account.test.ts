import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { localeKey, selectedSeatsKey } from '../../../contract/storage.ts';
import type { Outcome } from '../../../machines/shared/outcome.ts';
import { authEffects } from '../../../src/effects/flows/account.ts';
import type { EffectParts } from '../../../src/effects/parts.ts';
import { createBrowserStore } from '../../../src/effects/storage/storage.ts';
import { buyer, newcomer } from '../../support/auth-flow.ts';
import { deferred, ok, refused, settle, unreachable } from '../../support/machines.ts';

let user = buyer.id;
const store = createBrowserStore(window, () => user);

beforeEach(() => {
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

async function read(answer: Outcome<unknown>) {
  const parts = { api: { call: async () => answer }, store } as unknown as EffectParts;
  return toPromise(createActor(authEffects(parts).fetchUser).start());
}

describe('reading the account', () => {
  it('forgets everybody but the buyer who is there, never the device (user change)', async () => {
    expect(await read(ok(buyer))).toEqual(ok(buyer));
    expect(keptOf('u9')).toBeNull();
    expect(keptOf(buyer.id)).toEqual(['B-2']);
    expect(store.read(localeKey)).toBe('en');
  });

  it.each([
    ['an account to be proven', ok(newcomer)],
    ['nobody', refused(401, 'Unauthorized')],
    ['silence', unreachable()],
  ])(
    'forgets nobody for %s, so that a buyer who comes back goes on (F30)',
    async (_who, answer) => {
      expect(await read(answer)).toEqual(answer);
      expect(keptOf('u9')).toEqual(['A-1']);
      expect(keptOf(buyer.id)).toEqual(['B-2']);
    },
  );

  it('forgets nobody when the read was given up', async () => {
    const reply = deferred<Outcome<unknown>>();
    const parts = { api: { call: () => reply.promise }, store } as unknown as EffectParts;
    const reading = createActor(authEffects(parts).fetchUser).start();
    reading.stop();
    reply.resolve(ok(buyer));
    await settle();
    expect(keptOf('u9')).toEqual(['A-1']);
  });
});
