import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../../server/config.ts';
import { type ForwardedRequest, proxiesOf } from '../../../server/http/proxies.ts';

// Development has no proxy in front.
const networks = readConfig({
  ROETIX_MODE: 'demo',
  TRUST_PROXY: '10.0.0.0/8, fd00::/8,loopback,192.0.2.7',
}).trustProxy;
const proxies = proxiesOf(networks);

describe('TRUST_PROXY', () => {
  test.each([
    ['10.1.2.3', true],
    ['::ffff:10.1.2.3', true],
    ['11.1.2.3', false],
    ['fd12::1', true],
    ['fe80::1', false],
    ['127.0.0.1', true],
    ['::1', true],
    ['192.0.2.7', true],
    ['192.0.2.8', false],
    ['', false],
    ['unknown', false],
  ])('%s is one of them: %s', (address, isTrusted) => {
    expect(proxies.isTrustedPeer(address)).toBe(isTrusted);
  });

  test('nobody is believed without it', () => {
    expect(readConfig({}).trustProxy).toEqual([]);
    expect(proxiesOf([]).isTrustedPeer('127.0.0.1')).toBe(false);
  });

  test.each([
    ['on'],
    ['1'],
    ['true'],
    ['off'],
    ['10.0.0.0/33'],
    ['10.0.0/8'],
    ['0.0.0.0/0'],
    ['::/0'],
    ['fd00::/129'],
    ['proxy.contoh.id'],
    ['10.0.0.1,,loopback'],
    ['fe80::1%eth0'],
  ])('%s is refused with what to write instead', (value) => {
    const problems = (() => {
      try {
        readConfig({ TRUST_PROXY: value });
        return [];
      } catch (error) {
        return error instanceof ConfigError ? error.problems : ['?'];
      }
    })();
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(
      /^TRUST_PROXY must be the networks .*10\.0\.0\.0\/8,fd00::\/8,loopback/,
    );
  });
});

const asked: [name: string, peer: string, headers: Record<string, string>, expected: string][] = [
  ['no header', '203.0.113.9', {}, '203.0.113.9 asli http'],
  [
    'a caller that makes them up',
    '203.0.113.9',
    { 'x-forwarded-for': '1.2.3.4', 'x-forwarded-host': 'palsu', 'x-forwarded-proto': 'https' },
    '203.0.113.9 asli http',
  ],
  [
    'one proxy',
    '10.0.0.1',
    {
      'x-forwarded-for': '198.51.100.4',
      'x-forwarded-host': 'tiket',
      'x-forwarded-proto': 'https',
    },
    '198.51.100.4 tiket https',
  ],
  [
    'one proxy behind which the caller made up a chain',
    '10.0.0.1',
    { 'x-forwarded-for': '10.9.9.9, 1.2.3.4, 198.51.100.4' },
    '198.51.100.4 asli http',
  ],
  [
    'three proxies',
    '127.0.0.1',
    {
      'x-forwarded-for': '1.2.3.4, 198.51.100.4, fd00::7, 10.0.0.2',
      'x-forwarded-proto': 'http, https',
      'x-forwarded-host': 'palsu, tiket',
    },
    '198.51.100.4 tiket https',
  ],
  [
    'a chain of proxies alone',
    '10.0.0.1',
    { 'x-forwarded-for': '10.0.0.3, 10.0.0.2' },
    '10.0.0.3 asli http',
  ],
  [
    'empty headers',
    '10.0.0.1',
    { 'x-forwarded-for': '', 'x-forwarded-proto': '' },
    '10.0.0.1 asli http',
  ],
];

describe('where a request comes from', () => {
  test.each(asked)('%s', (_name, peer, headers, expected) => {
    const request: ForwardedRequest = {
      socket: { remoteAddress: peer },
      headers: { host: 'asli', ...headers },
    };
    const { address, host, isHttps } = proxies.clientOf(request);
    expect(`${address} ${host} ${isHttps ? 'https' : 'http'}`).toBe(expected);
  });

  test.each(asked)(
    '%s: a call and an upgrade are read alike',
    async (_name, peer, headers, expected) => {
      const app = Fastify({ trustProxy: proxies.isTrustedPeer });
      app.get('/', async ({ ip, host, protocol }) => `${ip} ${host} ${protocol}`);
      const answer = await app.inject({
        url: '/',
        remoteAddress: peer,
        headers: { host: 'asli', ...headers },
      });
      expect(answer.body).toBe(expected);
      await app.close();
    },
  );
});
