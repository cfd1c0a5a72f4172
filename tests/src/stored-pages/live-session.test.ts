import { describe, expect, it } from 'vitest';
import { type LiveSession, liveSessionKey } from '../../../contract/stored/live-session.ts';
import { createBrowserStore } from '../../../src/effects/storage/storage.ts';
import { liveSessionOf } from '../../../src/stored-pages/follow-live-session.ts';
import {
  forgetSession,
  pathOfSession,
  storedSession,
} from '../../../src/stored-pages/live-session.ts';
import { readingAs } from '../../support/flows/readings.ts';

const store = createBrowserStore(window, () => 'u-1');
const storage = () => localStorage;
const place = { step: 'order-form', slug: 'konser-senja', event: 'Konser Senja' } as const;
const held: LiveSession = { ...place, deadline: 10_000, readAt: 1_000 };

describe('the stored session (§18.9)', () => {
  it('is found without knowing who is signed in', () => {
    store.write(liveSessionKey, held);
    expect(storedSession(storage, 9_999)).toEqual(held);
    expect(pathOfSession(held)).toBe('/event/konser-senja/order-form');
  });

  it('is over at its deadline, and in the queue half a day after it was read', () => {
    store.write(liveSessionKey, held);
    expect(storedSession(storage, 10_000)).toBeNull();
    store.write(liveSessionKey, { ...held, step: 'queue', deadline: null });
    expect(storedSession(storage, 11 * 3_600_000)).not.toBeNull();
    expect(storedSession(storage, 13 * 3_600_000)).toBeNull();
  });

  it('is gone after a sign-out, for another account, and where nobody is signed in', () => {
    store.write(liveSessionKey, held);
    store.clearUsers('u-1');
    expect(storedSession(storage, 0)).not.toBeNull();
    store.clearUsers('u-2');
    expect(storedSession(storage, 0)).toBeNull();
    store.write(liveSessionKey, held);
    store.clearUsers();
    expect(storedSession(storage, 0)).toBeNull();
    store.write(liveSessionKey, held);
    forgetSession(storage);
    expect(storedSession(storage, 0)).toBeNull();
  });

  it('is none where the storage is blocked or holds something else', () => {
    const blocked = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    expect(storedSession(blocked, 0)).toBeNull();
    expect(() => forgetSession(blocked)).not.toThrow();
    for (const text of ['{', '{}', JSON.stringify({ ...held, slug: '../login' })]) {
      localStorage.setItem('roetix:v1:u-1:liveSession', text);
      expect(storedSession(storage, 0)).toBeNull();
    }
  });
});

describe('a reading', () => {
  const at = (over: Parameters<typeof readingAs>[0]) =>
    liveSessionOf(
      readingAs({ id: 's-1', slug: 'konser', eventName: 'Konser', ...over }),
      (monotonic) => monotonic + 5_000,
      1_000,
    );

  it.each([
    ['queued', false, 'queue'],
    ['online', false, 'seats'],
    ['online', true, 'order-form'],
    ['paymentSelection', true, 'payment-method'],
    ['paymentProcessing', true, 'payment'],
  ] as const)('of a session that is %s (draft: %s) leads back to %s', (step, hasDraft, page) => {
    expect(at({ step, hasDraft, deadline: step === 'queued' ? null : 100 })).toEqual({
      step: page,
      slug: 'konser',
      event: 'Konser',
      deadline: step === 'queued' ? null : 5_100,
      readAt: 1_000,
    });
  });

  it.each(['notInQueue', 'completed', 'expired', 'cancelled', 'failed', 'unknown'] as const)(
    'of a session that is %s leads nowhere',
    (step) => expect(at({ step })).toBeNull(),
  );
});
