import { plainAddress } from '../http/proxies.ts';

/** The networks an address belongs to, from near to far. */
export interface Network {
  /** One customer, or everybody behind one gateway of a carrier: an IPv4 address, the first 64 bits of IPv6. */
  readonly host: string;
  /** A site: /24 of IPv4, /48 of IPv6. */
  readonly site: string;
  /** A carrier, or a good part of one: /16 of IPv4, /32 of IPv6. */
  readonly carrier: string;
}

/** How many times what one host may do, all hosts of the wider tier together may do. */
export const tierFactors = { host: 1, site: 4, carrier: 40 } as const;
/** A tier of networks. */
export type Tier = keyof typeof tierFactors;
/** Every tier, from near to far. */
export const tiers = Object.keys(tierFactors) as readonly Tier[];

/** The networks of an address. Total: what is no address is a network of its own. */
export function networkOf(address: string): Network {
  const plain = plainAddress(address);
  if (!plain.includes(':')) {
    const [a, b, c] = plain.split('.');
    return { host: plain, site: `${a}.${b}.${c}.0/24`, carrier: `${a}.${b}.0.0/16` };
  }
  const groups = groupsOf(plain);
  const first = (count: number) => groups.slice(0, count).join(':');
  return {
    host: `${first(4)}::/64`,
    site: `${first(3)}::/48`,
    carrier: `${first(2)}::/32`,
  };
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail = ''] = address.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === '' ? [] : tail.split(':');
  const zeros = address.includes('::') ? Math.max(0, 8 - front.length - back.length) : 0;
  return [...front, ...Array<string>(zeros).fill('0'), ...back].map((group) =>
    group.toLowerCase().replace(/^0+(?=.)/, ''),
  );
}
