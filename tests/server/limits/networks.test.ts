import { describe, expect, test } from 'vitest';
import { networkOf } from '../../../server/limits/networks.ts';

describe('networkOf', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7', '203.0.113.0/24', '203.0.0.0/16'],
    ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.0/24', '203.0.0.0/16'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48', '2001:db8::/32'],
    ['2001:DB8:01:2:ffff::9', '2001:db8:1:2::/64', '2001:db8:1::/48', '2001:db8::/32'],
    ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48', '2001:db8::/32'],
    ['::1', '0:0:0:0::/64', '0:0:0::/48', '0:0::/32'],
  ])('%s', (address, host, site, carrier) => {
    expect(networkOf(address)).toEqual({ host, site, carrier });
  });

  test('an invalid address forms a network of its own', () => {
    expect(networkOf('unknown').host).toBe('unknown');
    expect(networkOf('').host).toBe('');
  });
});
