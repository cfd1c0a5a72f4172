import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { readConfig, readSettings } from '../../../server/config.ts';
import { type ForwardedRequest, proxiesOf } from '../../../server/http/proxies.ts';
import { networkOf } from '../../../server/limits/networks.ts';

// Development has no proxy in front.
const networks = readConfig({
  ROETIX_MODE: 'demo',
  TRUST_PROXY: '10.0.0.0/8, fd00::/8,loopback,192.0.2.7',
}).trustProxy;
const proxies = proxiesOf(networks);

describe('TRUST_PROXY (§17.33)', () => {
  test('believes its networks and nobody else', () => {
    const ours = ['10.1.2.3', '::ffff:10.1.2.3', 'fd12::1', '127.0.0.1', '::1', '192.0.2.7'];
    const foreign = ['11.1.2.3', 'fe80::1', '192.0.2.8', '', 'unknown'];
    expect([...ours, ...foreign].filter(proxies.isTrustedPeer)).toEqual(ours);
    expect(readConfig({}).trustProxy).toEqual([]);
    expect(proxiesOf([]).isTrustedPeer('127.0.0.1')).toBe(false);
  });

  test.each([
    ...['on', '1', 'true', 'off', '10.0.0.0/33', '10.0.0/8', '0.0.0.0/0', '::/0', 'fd00::/129'],
    ...['proxy.contoh.id', '10.0.0.1,,loopback', 'fe80::1%eth0'],
  ])('%s is refused with what to write instead', (value) => {
    const meant = /^TRUST_PROXY must be the networks .*10\.0\.0\.0\/8,fd00::\/8,loopback/;
    const { problems } = readSettings({ TRUST_PROXY: value });
    expect(problems).toEqual([expect.stringMatching(meant)]);
  });
});

const chain = '1.2.3.4, 198.51.100.4, fd00::7, 10.0.0.2';
const asked: [name: string, peer: string, sent: (string | undefined)[], expected: string][] = [
  ['no header', '203.0.113.9', [], '203.0.113.9 asli http'],
  [
    'a caller that makes them up',
    '203.0.113.9',
    ['1.2.3.4', 'https', 'x'],
    '203.0.113.9 asli http',
  ],
  ['one proxy', '10.0.0.1', ['198.51.100.4', 'https', 'tiket'], '198.51.100.4 tiket https'],
  [
    'one proxy behind which the caller made up a chain',
    '10.0.0.1',
    ['10.9.9.9, 1.2.3.4, 198.51.100.4'],
    '198.51.100.4 asli http',
  ],
  [
    'three proxies',
    '127.0.0.1',
    [chain, 'http, https', 'palsu, tiket'],
    '198.51.100.4 tiket https',
  ],
  ['a chain of proxies alone', '10.0.0.1', ['10.0.0.3, 10.0.0.2'], '10.0.0.3 asli http'],
  ['empty headers', '10.0.0.1', ['', ''], '10.0.0.1 asli http'],
  ['a proxy that appends ports', '10.0.0.1', ['1.2.3.4:5678'], '1.2.3.4 asli http'],
  ['brackets and a port', '10.0.0.1', ['[2001:DB8::1]:443'], '2001:db8::1 asli http'],
  ['IPv4 over IPv6', '10.0.0.1', ['::ffff:102:304'], '1.2.3.4 asli http'],
  ['no address', '10.0.0.1', ['1.2.3.4, unknown'], '10.0.0.1 asli http'],
  ['no address before the client', '10.0.0.1', ['unknown, 1.2.3.4'], '1.2.3.4 asli http'],
];

test.each(asked)(
  '%s: a call and an upgrade come from the same place',
  async (_name, peer, sent, expected) => {
    const names = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'];
    const given = names.flatMap((name, at) => (sent[at] === undefined ? [] : [[name, sent[at]]]));
    const headers = { host: 'asli', ...(Object.fromEntries(given) as Record<string, string>) };
    const request: ForwardedRequest = { socket: { remoteAddress: peer }, headers };
    const { address, host, isHttps } = proxies.clientOf(request);
    expect(`${address} ${host} ${isHttps ? 'https' : 'http'}`).toBe(expected);
    const app = Fastify({
      trustProxy: proxies.isTrustedPeer,
      rewriteUrl: (raw) => {
        proxies.readChain(raw);
        return raw.url ?? '/';
      },
    });
    app.get('/', async ({ ip, host, protocol }) => `${ip} ${host} ${protocol}`);
    expect((await app.inject({ url: '/', remoteAddress: peer, headers })).body).toBe(expected);
    await app.close();
  },
);

test.each([
  ['203.0.113.7', '203.0.113.7', '203.0.113.0/24', '203.0.0.0/16'],
  ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.0/24', '203.0.0.0/16'],
  ['0:0:0:0:0:FFFF:cb00:7107', '203.0.113.7', '203.0.113.0/24', '203.0.0.0/16'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48', '2001:db8::/32'],
  ['2001:DB8:01:2:ffff::9', '2001:db8:1:2::/64', '2001:db8:1::/48', '2001:db8::/32'],
  ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48', '2001:db8::/32'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48', '0:0::/32'],
])('the networks of %s are %s, %s and %s', (address, host, site, carrier) => {
  expect(networkOf(address)).toEqual({ host, site, carrier });
});

test('an invalid address forms a network of its own', () => {
  expect(networkOf('unknown').host).toBe('unknown');
  expect(networkOf('').host).toBe('');
});
