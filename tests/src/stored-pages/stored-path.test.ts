import { describe, expect, it } from 'vitest';
import { planOf } from '../../../src/rendering/page-plan.ts';
import { isCode, isPicture, storedPath } from '../../../src/stored-pages/stored-path.ts';

const pathOf = (address: string) => storedPath(new URL(address, 'https://toko.contoh.id'));

describe('the name of a stored page', () => {
  it.each([
    '/',
    '/?utm_source=pesan',
    '/search',
    '/search/',
    '/search?utm_medium=x&q=konser&fbclid=1',
    '/search?q=%20konser%20senja%20',
    '/search?page=2&q=a&province_id=34&time=today',
    '/event/konser-senja-jakarta',
    '/event/konser-senja-jakarta/?buy=1&utm_source=x',
  ])('is the one that the server renders: %s', (address) => {
    expect(pathOf(address)).toBe(planOf(address)?.path);
  });

  it.each([
    '/event/konser/seats',
    '/event/konser/queue',
    '/event/konser/order-form',
    '/event/konser/payment',
    '/event/konser/undian',
    '/event',
    '/event/Konser',
    '/event/a%2fb',
    '/login',
    '/my-tickets',
    '/e-ticket/1',
    '/gate',
    '/api/event/konser',
    '/searching',
    '//event/konser',
  ])('is none at %s', (address) => {
    expect(storedPath(new URL(`https://toko.contoh.id${address}`))).toBeNull();
  });

  it('knows its files by their folder', () => {
    expect(isCode('/assets/app-1.js')).toBe(true);
    expect(isPicture('/media/posters/a.svg')).toBe(true);
    for (const path of ['/api/event/a', '/dev/assets/play.js', '/shop-worker.js', '/']) {
      expect([isCode(path), isPicture(path)]).toEqual([false, false]);
    }
  });
});
