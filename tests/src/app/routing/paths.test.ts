// @vitest-environment node

import { describe, expect, it } from 'vitest';
import type { FlowScreen, Screen } from '../../../../machines/shared/screen.ts';
import { parsePlace, pathOf, placeOf, returnScreen } from '../../../../src/app/routing/paths.ts';

const origin = 'https://tiket.example';

const queue = { name: 'queue', slug: 'konser' } as const;
const wish = { name: 'event', slug: 'konser', buy: true } as const;

describe('the route table (§2.1)', () => {
  it.each<[string, Screen]>([
    ['/', { name: 'home' }],
    ['/login', { name: 'login', returnTo: null }],
    ['/auth/login', { name: 'login', returnTo: null }],
    ['/auth/login?returnTo=/event/konser/queue', { name: 'login', returnTo: queue }],
    ['/register', { name: 'register', returnTo: null }],
    ['/verify', { name: 'verify', returnTo: null }],
    ['/verify?returnTo=/event/konser?buy=1', { name: 'verify', returnTo: wish }],
    ['/event/konser?buy=1', wish],
    ['/event/konser?buy=2', { name: 'event', slug: 'konser' }],
    [
      '/verify-code?returnTo=/event/konser%3Fbuy%3D1',
      { name: 'verify-code', email: null, returnTo: wish },
    ],
    ['/verify-code', { name: 'verify-code', email: null, returnTo: null }],
    ['/forgot-password', { name: 'forgot-password', returnTo: null }],
    ['/forgot-password?returnTo=/event/konser/queue', { name: 'forgot-password', returnTo: queue }],
    ['/complete-profile', { name: 'complete-profile', returnTo: null }],
    [
      '/complete-profile?returnTo=%2Fmy-tickets',
      { name: 'complete-profile', returnTo: { name: 'my-tickets' } },
    ],
    ['/search?q=senja&page=2', { name: 'search', query: '?q=senja&page=2' }],
    ['/event/konser-senja', { name: 'event', slug: 'konser-senja' }],
    ['/event/payment-queue-seats-fest', { name: 'event', slug: 'payment-queue-seats-fest' }],
    ...(
      [
        ...['queue', 'seats', 'categories', 'order-form'],
        ...['payment-method', 'payment', 'payment-generated'],
      ] as FlowScreen['name'][]
    ).map((name): [string, Screen] => [`/event/konser/${name}`, { name, slug: 'konser' }]),
    ['/my-tickets', { name: 'my-tickets' }],
    ['/e-ticket/9b2e', { name: 'e-ticket', ticketId: '9b2e' }],
    ['/transaction-history', { name: 'transaction-history', transactionId: null }],
    ['/profile', { name: 'profile' }],
    ['/contact-us', { name: 'contact-us' }],
    ['/create-event', { name: 'create-event' }],
  ])('%s', (path, screen) => {
    expect(parsePlace(path, null, origin)).toEqual(screen);
    // Formatting a screen and parsing the result returns the same screen.
    const place = placeOf(screen);
    expect(parsePlace(place?.path ?? '', place?.state ?? null, origin)).toEqual(screen);
  });

  it.each([
    ...['/nothing', '/event', '/event/UPPER', '/event/a/b/c', '/event/konser/unknown'],
    ...['/e-ticket/', '/__proto__', '/constructor'],
  ])('%s is not found', (path) => {
    expect(parsePlace(path, null, origin).name).toBe('not-found');
  });

  it('reads the state of a history entry, and ignores values of another type', () => {
    const state = { email: 'a@b.id', returnTo: '/event/konser/seats' };
    expect(parsePlace('/verify-code', state, origin)).toEqual({
      name: 'verify-code',
      email: 'a@b.id',
      returnTo: { name: 'seats', slug: 'konser' },
    });
    expect(parsePlace('/verify-code', { email: 7 }, origin)).toEqual({
      name: 'verify-code',
      email: null,
      returnTo: null,
    });
  });
});

describe('returnTo (§2.5)', () => {
  it.each([
    '//evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '///evil.test',
    '/\t/evil.test',
    'https://evil.test/',
    'https://tiket.example@evil.test/',
    'https:evil.test',
    '/.//evil.test',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://tiket.example.evil.test/profile',
    '/login?returnTo=/profile',
    '/unknown-page',
    ' ',
    '/forgot-password',
    '/complete-profile?returnTo=//evil.test',
  ])('%j leads nowhere else', (given) => {
    const screen = returnScreen(given, origin);
    const path = screen === null ? '/' : pathOf(screen);
    const target = new URL(path, origin);
    expect(target.origin).toBe(origin);
    expect(target.pathname).toBe('/');
  });

  it.each([
    ...['/login', '/auth/login', '/register', '/verify', '/verify-code', '/forgot-password'],
    '/complete-profile',
  ])('of %s never leads out, from the address or from the history entry', (path) => {
    for (const given of ['//evil.test', '/\\evil.test', 'https://evil.test/', '/.//evil.test']) {
      const asked = parsePlace(`${path}?returnTo=${encodeURIComponent(given)}`, null, origin);
      const kept = parsePlace(path, { returnTo: given }, origin);
      for (const screen of [asked, kept]) expect(screen).toMatchObject({ returnTo: null });
    }
  });

  it('keeps a page of ours, however it is written', () => {
    const seats = { name: 'seats', slug: 'konser' };
    expect(returnScreen('/event/konser/seats', origin)).toEqual(seats);
    expect(returnScreen(`${origin}/event/konser/seats`, origin)).toEqual(seats);
  });
});
