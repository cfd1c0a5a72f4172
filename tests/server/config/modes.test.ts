import { describe, expect, test } from 'vitest';
import { productionEnv } from '../../../lab/shared/production-env.ts';
import { isLoopbackHost, isLoopbackHostHeader } from '../../../server/config/loopback.ts';
import { readSettings } from '../../../server/config.ts';

const { NODE_ENV: _, ...sold } = productionEnv;

/** The first word of each line of a refused start: the variables. */
function refused(env: Record<string, string | undefined>): string[] {
  return readSettings(env).problems.map((line) => line.split(' ')[0] ?? '');
}

describe('the mode (§16.1)', () => {
  test.each([
    [{}, 'development'],
    [{ NODE_ENV: '' }, 'development'],
    [{ NODE_ENV: 'development' }, 'development'],
    [{ NODE_ENV: 'test' }, 'development'],
    [{ ROETIX_MODE: 'Development' }, 'development'],
    [{ ROETIX_MODE: 'demo' }, 'demo'],
    [{ ROETIX_MODE: 'demo', NODE_ENV: 'development' }, 'demo'],
    [{ ...sold, NODE_ENV: 'production' }, 'production'],
    [{ ...sold, NODE_ENV: 'Production' }, 'production'],
    [{ ...sold, NODE_ENV: 'prod' }, 'production'],
    [{ ...sold, NODE_ENV: ' PROD ' }, 'production'],
    [{ ...sold, ROETIX_MODE: 'production' }, 'production'],
    [{ ...sold, ROETIX_MODE: 'production', NODE_ENV: 'development' }, 'production'],
    [{ ...sold, ROETIX_MODE: 'PRODUCTION', NODE_ENV: 'production' }, 'production'],
    [{ ROETIX_MODE: 'demo', NODE_ENV: 'staging' }, 'demo'],
  ])('of %j is %s', (env, mode) => {
    const { config, problems } = readSettings(env);
    expect(problems).toEqual([]);
    expect(config.mode).toBe(mode);
    expect(config.devTools).toBe(mode === 'development');
    expect(config.production).toBe(mode === 'production');
    expect(config.rateLimits).toBe(mode !== 'development');
    expect(config.host).toBe(mode === 'development' ? '127.0.0.1' : '0.0.0.0');
  });

  test.each([
    [{ ROETIX_MODE: 'open' }, ['ROETIX_MODE']],
    [{ ROETIX_MODE: 'open', NODE_ENV: 'production' }, ['ROETIX_MODE']],
    [{ ROETIX_MODE: 'development', NODE_ENV: 'production' }, ['ROETIX_MODE']],
    [{ ROETIX_MODE: 'development', NODE_ENV: 'Prod' }, ['ROETIX_MODE']],
    [{ ROETIX_MODE: 'demo', NODE_ENV: 'production' }, ['ROETIX_MODE']],
    [{ NODE_ENV: 'staging' }, ['NODE_ENV']],
    [{ NODE_ENV: 'produktion' }, ['NODE_ENV']],
  ])('of %j is refused, and read as the strictest', (env, names) => {
    expect(refused(env)).toEqual(names);
    expect(readSettings(env).config).toMatchObject({ mode: 'production', devTools: false });
  });
});

describe('development', () => {
  test.each([
    ['HOST', '0.0.0.0'],
    ['HOST', '::'],
    ['HOST', '192.168.1.5'],
    ['PUBLIC_URL', 'https://tiket.contoh.id'],
    ['PUBLIC_URL', 'http://10.0.0.7:3000'],
    ['TRUST_PROXY', 'loopback'],
  ])('refuses %s=%s, with the modes that take it', (name, value) => {
    const { problems } = readSettings({ [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name} .*ROETIX_MODE=production.*ROETIX_MODE=demo`));
    expect(refused({ ROETIX_MODE: 'demo', [name]: value })).toEqual([]);
  });

  test.each([
    { HOST: 'localhost' },
    { HOST: '::1' },
    { PUBLIC_URL: 'http://localhost:3000' },
    { TRUST_PROXY: '' },
    { DEV_TOOLS: 'off' },
    { QA_BUILD: '1', DEV_VITE: '1', DEMO_FALLBACK: '1' },
  ])('takes %j', (env) => expect(refused(env)).toEqual([]));
});

describe('demo and production', () => {
  test.each(['DEV_TOOLS', 'DEV_VITE', 'QA_BUILD'])('refuse %s', (name) => {
    expect(refused({ ROETIX_MODE: 'demo', [name]: '1' })).toEqual([name]);
    expect(refused({ ...productionEnv, [name]: '1' })).toEqual([name]);
  });
});

describe('production (§16.2)', () => {
  test.each(Object.keys(sold))('without %s is refused by its name alone', (name) => {
    expect(refused({ ...productionEnv, [name]: '' })).toEqual([name]);
  });

  test.each([
    ['PUBLIC_URL', 'http://tiket.contoh.id', 'https://'],
    ['PUBLIC_URL', 'tiket.contoh.id', 'must be an address'],
    ['MAIL_FROM', 'Roetix <no-reply@localhost>', 'your own domain'],
    ['XENDIT_URL', 'https://api.xendit.co', 'needs XENDIT_SECRET_KEY'],
    ['MIDTRANS_URL', 'https://api.midtrans.com', 'needs MIDTRANS_SERVER_KEY'],
    ['MIDTRANS_SERVER_KEY', 'SB-Mid-server-x', 'key of the sandbox in production'],
    ['DEMO_FALLBACK', '1', 'Unset DEMO_FALLBACK'],
    ['GOOGLE_ISSUER', 'http://issuer.contoh.id', 'GOOGLE_CLIENT_ID'],
  ])('with %s=%s is refused in one line', (name, value, words) => {
    const { problems } = readSettings({ ...productionEnv, [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name} `));
    expect(problems[0]).toContain(words);
  });

  test('with a gateway named and no key of it asks for the key (§12.1)', () => {
    const named = { ...productionEnv, PAYMENT_GATEWAYS: 'midtrans' };
    expect(refused(named)).toEqual(['MIDTRANS_SERVER_KEY']);
    const whole = { ...named, MIDTRANS_SERVER_KEY: 'Mid-server-x' };
    expect(readSettings(whole)).toMatchObject({
      problems: [],
      config: { midtrans: { url: 'https://api.midtrans.com', merchantId: null } },
    });
    expect(refused({ ...whole, MIDTRANS_URL: 'http://api.contoh.id' })).toEqual(['MIDTRANS_URL']);
    const keyed = { ...productionEnv, XENDIT_SECRET_KEY: 'xnd_production_x' };
    expect(refused(keyed)).toEqual(['XENDIT_CALLBACK_TOKEN']);
    expect(refused({ ...keyed, XENDIT_CALLBACK_TOKEN: 'token' })).toEqual([]);
  });

  test('no trial takes real money', () => {
    const { problems } = readSettings({ MIDTRANS_SERVER_KEY: 'Mid-server-x' });
    expect(problems).toEqual([expect.stringContaining('trials would take real money')]);
    expect(problems.join()).not.toContain('Mid-server-x');
  });

  test('without a database says in two lines how Debian gets one', () => {
    const { problems } = readSettings({ ...productionEnv, DATABASE_URL: '' });
    const commands = problems.join('\n').match(/^ {2}sudo .+$/gm);
    expect(commands).toEqual([
      expect.stringContaining('apt install postgresql'),
      expect.stringContaining('create database roetix'),
    ]);
  });
});

describe('this machine (§16.4)', () => {
  test.each([
    [true, ['localhost', 'LOCALHOST', '127.0.0.1', '127.8.9.10', '::1', '[::1]']],
    [
      false,
      ['', 'localhost.evil.test', '127.0.0.1.evil.test', '127.1', '0.0.0.0', '::', '10.0.0.1'],
    ],
  ])('is (%s) each of %j', (isOurs, hosts) => {
    expect(hosts.map(isLoopbackHost)).toEqual(hosts.map(() => isOurs));
  });

  test.each([
    [true, ['localhost:3000', '127.0.0.1', '[::1]:3000']],
    [false, [undefined, '', 'evil.test:3000', 'localhost:3000@evil.test', 'localhost:', '::1']],
    [false, ['localhost:3000:1']],
  ])('is meant (%s) by each Host header of %j', (isOurs, headers) => {
    expect(headers.map(isLoopbackHostHeader)).toEqual(headers.map(() => isOurs));
  });
});
