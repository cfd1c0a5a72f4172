import Fastify from 'fastify';
import { describe, expect, it, test } from 'vitest';
import { isDatabaseBusy, isDatabaseGone } from '../../../server/db/transaction.ts';
import { BusyError } from '../../../server/db/turns.ts';
import { addressPrefix } from '../../../server/domain/audit.ts';
import { loggedError, maskPersonal, setErrorHandler } from '../../../server/http/errors.ts';

const coded = (code: string, message = '') => Object.assign(new Error(message), { code });
const away = ['57P01', '57P03', '08006', '53300', '40P01', 'ECONNREFUSED', 'ECONNRESET'];

describe('an error of the database means', () => {
  it.each([
    ...away.map((code) => [coded(code), 'away'] as const),
    [new Error('Connection terminated unexpectedly'), 'away'],
    [new Error('timeout exceeded when trying to connect'), 'away'],
    ...['55P03', '57014', '25P03'].map((code) => [coded(code), 'busy'] as const),
    [new BusyError(), 'busy'],
    [new Error('Query read timeout'), 'busy'],
    ...['23505', '22021', '42703'].map((code) => [coded(code), 'neither'] as const),
    [new Error('something else'), 'neither'],
  ] as const)('%o: %s', (error, meaning) => {
    const found = [isDatabaseGone(error) && 'away', isDatabaseBusy(error) && 'busy'];
    expect(found.filter((each) => each !== false)).toEqual(meaning === 'neither' ? [] : [meaning]);
  });

  it.each([
    ['[F52] away', '57P01', 'serviceAway', /^1$/],
    ['busy', '55P03', 'serviceBusy', /^[123]$/],
  ])(
    '%s: 503 that may be tried again soon, and tells nothing else',
    async (_, code, name, wait) => {
      const app = Fastify();
      setErrorHandler(app);
      app.get('/', () => {
        throw coded(code, 'a statement of tiket');
      });
      const answers = await Promise.all(Array.from({ length: 20 }, () => app.inject('/')));
      for (const answer of answers) {
        expect(answer.statusCode).toBe(503);
        expect(answer.headers['retry-after']).toMatch(wait);
        const message = expect.not.stringContaining('tiket');
        expect(answer.json()).toEqual({ status: 503, code: name, message, data: null });
      }
      await app.close();
    },
  );
});

describe('a logged error (§17.61)', () => {
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
    const logged = loggedError(
      Object.assign(coded('23505', 'boom a@contoh.id\nat home'), {
        constraint: 'accounts_email',
        detail: 'Key (email)=(a@contoh.id)',
      }),
    );
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
])('the network of %s is %s', (address, prefix) => expect(addressPrefix(address)).toBe(prefix));
