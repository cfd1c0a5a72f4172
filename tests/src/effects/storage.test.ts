import { beforeEach, describe, expect, it } from 'vitest';
import type { SessionResponse } from '../../../contract/session.ts';
import {
  idempotencyKey,
  lastRedirectKey,
  orderFormKey,
  selectedSeatsKey,
} from '../../../contract/stored/storage.ts';
import { localeKey } from '../../../contract/stored/stored-key.ts';
import { createIdempotencyKeys, followSession } from '../../../src/effects/storage/idempotency.ts';
import { createBrowserStore } from '../../../src/effects/storage/storage.ts';
import { session as answered } from '../../contract/samples-purchase.ts';

let user: string | null = 'u-1';
const store = createBrowserStore(window, () => user);

beforeEach(() => {
  user = 'u-1';
});

describe('the browser store (§3.90)', () => {
  it('stores hints by user and event, in the area of the key (§3.92)', () => {
    store.write(selectedSeatsKey, ['A-1'], 'konser');
    store.write(
      orderFormKey,
      { dynamicFields: {}, ticketHolderForms: [], additionalBuyers: [] },
      'konser',
    );
    expect(localStorage.getItem('roetix:v1:u-1:konser:seats')).toBe('["A-1"]');
    expect(localStorage.getItem('roetix:v1:u-1:konser:orderForm')).toBeNull();
    expect(sessionStorage.getItem('roetix:v1:u-1:konser:orderForm')).not.toBeNull();
    expect(store.read(selectedSeatsKey, 'konser')).toEqual(['A-1']);
    expect(store.read(selectedSeatsKey, 'other')).toBeNull();
  });

  it("[F13] never shows one user another's hints", () => {
    store.write(selectedSeatsKey, ['A-1'], 'konser');
    user = 'u-2';
    expect(store.read(selectedSeatsKey, 'konser')).toBeNull();
    user = null;
    expect(store.read(selectedSeatsKey, 'konser')).toBeNull();
  });

  it.each(['{', '"text"', '[1]', 'null'])('drops a corrupt value: %s', (text) => {
    localStorage.setItem('roetix:v1:u-1:konser:seats', text);
    expect(store.read(selectedSeatsKey, 'konser')).toBeNull();
    expect(localStorage.getItem('roetix:v1:u-1:konser:seats')).toBeNull();
  });

  it('clears one event, and every user at a sign-out, never the device (§3.93)', () => {
    store.write(localeKey, 'en');
    store.write(selectedSeatsKey, ['A-1'], 'konser');
    store.write(lastRedirectKey, 5, 'pesta');
    store.clearEvent('konser');
    expect(store.read(selectedSeatsKey, 'konser')).toBeNull();
    expect(store.read(lastRedirectKey, 'pesta')).toBe(5);
    store.clearUsers();
    expect(store.read(lastRedirectKey, 'pesta')).toBeNull();
    expect(store.read(localeKey)).toBe('en');
  });

  it('[F13] forgets everybody but the one who is there, never the device', () => {
    store.write(localeKey, 'en');
    localStorage.setItem('roetix:v1:u-10:konser:seats', '["B-1"]');
    sessionStorage.setItem('roetix:v1:u-2:konser:orderForm', '{}');
    store.write(selectedSeatsKey, ['A-1'], 'konser');
    store.clearUsers('u-1');
    expect(store.read(selectedSeatsKey, 'konser')).toEqual(['A-1']);
    expect(store.read(localeKey)).toBe('en');
    expect(localStorage.getItem('roetix:v1:u-10:konser:seats')).toBeNull();
    expect(sessionStorage.getItem('roetix:v1:u-2:konser:orderForm')).toBeNull();
  });

  it('[F58] works without storage', () => {
    const refuses = {
      get: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    };
    const areas = { localStorage: refuses, sessionStorage: refuses };
    const blocked = createBrowserStore(Object.defineProperties({}, areas) as Window, () => 'u-1');
    blocked.write(selectedSeatsKey, ['A-1'], 'konser');
    expect(blocked.read(selectedSeatsKey, 'konser')).toBeNull();
    blocked.clearUsers();
  });
});

describe('idempotency keys (§4.76)', () => {
  let made = 0;
  const keys = createIdempotencyKeys(store, () => `key-${++made}`);

  it('[F05][F28] repeat for the same request, also after a refresh, and change with it', () => {
    const first = keys.keyFor('konser', 'createPayment', { method: 'qris' });
    const refreshed = createIdempotencyKeys(store, () => 'fresh');
    expect(refreshed.keyFor('konser', 'createPayment', { method: 'qris' })).toBe(first);
    expect(keys.keyFor('konser', 'createPayment', { method: 'gopay' })).not.toBe(first);
  });

  it('are new after a final result', () => {
    const first = keys.keyFor('konser', 'createDraft', { seats: ['A-1'] });
    keys.settle('konser', 'createDraft');
    expect(keys.keyFor('konser', 'createDraft', { seats: ['A-1'] })).not.toBe(first);
    expect(sessionStorage.getItem('roetix:v1:u-1:konser:idempotency')).not.toBeNull();
    expect(idempotencyKey.area).toBe('session');
  });

  it('belong to one session: another one has its own, and the end of the session drops them', () => {
    const told = (id: string, state: 'payment_selection' | 'completed'): SessionResponse => ({
      ...answered,
      event: { id: 'e-1', slug: 'konser', name: 'Konser' },
      session: { ...answered.session, id, state },
    });
    const ask = () => keys.keyFor('konser', 'createPayment', { method: 'qris' });
    followSession(store, told('s-1', 'payment_selection'));
    const first = ask();
    followSession(store, told('s-1', 'payment_selection'));
    expect(ask()).toBe(first);
    followSession(store, told('s-2', 'payment_selection'));
    const second = ask();
    expect(second).not.toBe(first);
    followSession(store, told('s-2', 'completed'));
    expect(sessionStorage.getItem('roetix:v1:u-1:konser:idempotency')).toBeNull();
    expect(ask()).not.toBe(second);
  });
});
