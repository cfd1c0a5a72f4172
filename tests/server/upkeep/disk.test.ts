import Fastify from 'fastify';
import { describe, expect, it, vi } from 'vitest';
import { setErrorHandler } from '../../../server/http/errors.ts';
import { mountHealth } from '../../../server/http/health.ts';
import type { Services } from '../../../server/services.ts';
import { createDiskWatch, refuseWhenFull } from '../../../server/upkeep/disk.ts';
import { testConfig } from '../support/test-app.ts';

const mebibyte = 1024 * 1024;
const config = testConfig({ DATA_DIR: '/tmp', DISK_RESERVE_MB: '128' });

function watched(freeMegabytes: () => number, of = config) {
  const log = { error: vi.fn(), warn: vi.fn() };
  const free = vi.fn(async () => freeMegabytes() * mebibyte);
  return { log, free, watch: createDiskWatch(of, log as never, free) };
}

describe('the disk under the embedded database', () => {
  it('is full below the reserve, measured once a second, and logged once', async () => {
    vi.useFakeTimers();
    let left = 128;
    const { watch, free, log } = watched(() => left);
    expect(await watch()).toEqual({ freeBytes: 128 * mebibyte, isFull: false });
    left = 127;
    expect((await watch())?.isFull).toBe(false);
    expect(free).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1_001);
    expect((await watch())?.isFull).toBe(true);
    vi.advanceTimersByTime(1_001);
    await watch();
    expect(log.error).toHaveBeenCalledTimes(1);
    expect(log.error).toHaveBeenCalledWith(
      { free_mb: 127, reserve_mb: 128 },
      'the disk of the data folder is nearly full: nothing new is sold until space is freed',
    );
    vi.advanceTimersByTime(60_001);
    await watch();
    expect(log.error).toHaveBeenCalledTimes(2);
    left = 500;
    vi.advanceTimersByTime(1_001);
    expect((await watch())?.isFull).toBe(false);
    expect(log.warn).toHaveBeenCalledTimes(1);
    vi.useRealTimers();
  });

  it('is not watched if the data is elsewhere or the size is unknown', async () => {
    for (const env of [{}, { DATABASE_URL: 'postgres://x@127.0.0.1/x' }]) {
      const { watch, free } = watched(() => 0, testConfig(env as Record<string, string>));
      expect(await watch()).toBeNull();
      expect(free).not.toHaveBeenCalled();
    }
    const failing = createDiskWatch(config, {} as never, () => Promise.reject(new Error('ENOSYS')));
    expect(await failing()).toBeNull();
  });

  it('while full refuses calls that start a purchase, not others; health gives the reason', async () => {
    let left = 1_000;
    const { watch } = watched(() => left);
    const app = Fastify();
    setErrorHandler(app);
    refuseWhenFull(app, async () => {
      const state = await watch();
      return state === null ? null : { ...state, isFull: left < 128 };
    });
    const paths = [
      '/api/auth/register',
      '/api/event/:slug/session/queue/join',
      '/api/event/:slug/order-draft',
      '/api/event/:slug/create-payment',
    ];
    for (const path of paths) app.post(path, async () => 'done');
    app.get('/api/event/:slug/order-draft', async () => 'read');
    const db = { query: async () => [], lane: () => db };
    mountHealth(app, { db, broker: { up: true } } as unknown as Services, async () => ({
      freeBytes: left * mebibyte,
      isFull: left < 128,
    }));
    const ask = async (method: 'GET' | 'POST', url: string) => {
      const answer = await app.inject({ method, url });
      return [answer.statusCode, answer.headers['retry-after'] ?? null];
    };
    const post = (path: string) => ask('POST', path.replace(':slug', 'konser'));
    for (const path of paths) expect(await post(path)).toEqual([200, null]);
    left = 10;
    for (const path of paths.slice(0, 3)) expect(await post(path)).toEqual([503, '30']);
    expect(await post('/api/event/:slug/create-payment')).toEqual([200, null]);
    expect(await ask('GET', '/api/event/konser/order-draft')).toEqual([200, null]);
    const health = await app.inject({ method: 'GET', url: '/api/health' });
    expect(health.statusCode).toBe(503);
    expect(health.json()).toMatchObject({
      message: 'The disk of the data folder is nearly full',
      data: { ok: false, database: true, disk: { ok: false, free_bytes: 10 * mebibyte } },
    });
    left = 1_000;
    expect((await app.inject({ method: 'GET', url: '/api/health' })).statusCode).toBe(200);
    await app.close();
  });
});
