import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { isDatabaseBusy, isDatabaseGone } from '../../../server/db/transaction.ts';
import { BusyError } from '../../../server/db/turns.ts';
import { addressPrefix } from '../../../server/domain/audit.ts';
import { loggedError, maskPersonal, setErrorHandler } from '../../../server/http/errors.ts';

describe('an unreachable database', () => {
  test.each([
    [{ code: '57P01' }, true],
    [{ code: '57P03' }, true],
    [{ code: '08006' }, true],
    [{ code: '53300' }, true],
    [{ code: 'ECONNREFUSED' }, true],
    [{ code: 'ECONNRESET' }, true],
    [{ code: '40P01' }, true],
    [{ message: 'Connection terminated unexpectedly' }, true],
    [{ message: 'timeout exceeded when trying to connect' }, true],
    [{ code: '23505' }, false],
    [{ code: '22021' }, false],
    [{ code: '42703' }, false],
    [{ message: 'something else' }, false],
  ])('%j: %s', (told, isGone) => {
    expect(isDatabaseGone(Object.assign(new Error(), told))).toBe(isGone);
  });

  test('[F52] is a 503 that may be tried again in a second, and tells nothing else', async () => {
    const app = Fastify();
    setErrorHandler(app);
    app.get('/', () => {
      throw Object.assign(new Error('terminating connection of tiket'), { code: '57P01' });
    });
    const answer = await app.inject('/');
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1']);
    expect(answer.json()).toEqual({ status: 503, message: expect.any(String), data: null });
    expect(answer.body).not.toContain('terminating');
    await app.close();
  });
});

describe('a busy database', () => {
  test.each([
    [Object.assign(new Error(), { code: '55P03' }), true],
    [Object.assign(new Error(), { code: '57014' }), true],
    [Object.assign(new Error(), { code: '25P03' }), true],
    [new BusyError(), true],
    [new Error('Query read timeout'), true],
    [Object.assign(new Error(), { code: '57P01' }), false],
    [Object.assign(new Error(), { code: '23505' }), false],
    [new Error('something else'), false],
  ])('%o: %s', (error, isBusy) => {
    expect(isDatabaseBusy(error)).toBe(isBusy);
  });

  test('is a 503 that may be retried in one to three seconds', async () => {
    const app = Fastify();
    setErrorHandler(app);
    app.get('/', () => {
      throw Object.assign(new Error('canceling statement of tiket'), { code: '55P03' });
    });
    const answers = await Promise.all(Array.from({ length: 20 }, () => app.inject('/')));
    for (const answer of answers) {
      expect(answer.statusCode).toBe(503);
      expect(answer.headers['retry-after']).toMatch(/^[123]$/);
      expect(answer.json()).toEqual({ status: 503, message: expect.any(String), data: null });
      expect(answer.body).not.toContain('canceling');
    }
    await app.close();
  });
});

describe('a logged error', () => {
  test.each([
    ['Key (lower(email))=(pembeli@contoh.id) already exists.', 'pembeli@contoh.id'],
    ['invalid input syntax for type uuid: "rahasia"', 'rahasia'],
    ['no account with +62 812-3456-7890', '3456'],
    ['code 123456 is wrong', 'code 123456'],
  ])('%s is masked', (text, personal) => {
    expect(maskPersonal(text)).not.toContain(personal);
    expect(maskPersonal(text)).toContain('[…]');
  });

  test('contains the stack without the message, beside code and constraint', () => {
    const error = Object.assign(new Error('boom a@contoh.id\nat home'), {
      code: '23505',
      constraint: 'accounts_email',
      detail: 'Key (email)=(a@contoh.id)',
    });
    const logged = loggedError(error);
    expect(logged).toMatchObject({ type: 'Error', code: '23505', constraint: 'accounts_email' });
    expect(JSON.stringify(logged)).not.toContain('a@contoh.id');
    expect(logged.stack).toMatch(/^\s+at .*errors\.test\.ts/);
  });
});

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:DB8:1:2::9', '2001:db8:1::/48'],
  ['::1', '0:0:0::/48'],
  ['somewhere', 'unknown'],
])('the network of %s is %s', (address, prefix) => {
  expect(addressPrefix(address)).toBe(prefix);
});
