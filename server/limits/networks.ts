import { plainAddress } from '../http/proxies.ts';

/** The networks that contain an address, from narrow to wide. */
export interface Network {
  /** One subscriber, or all subscribers behind one carrier gateway: an IPv4 address, the first 64 bits of an IPv6 address. */
  readonly host: string;
  /** A site: /24 of IPv4, /48 of IPv6. */
  readonly site: string;
  /** A carrier or a large part of one: /16 of IPv4, /32 of IPv6. */
  readonly carrier: string;
}

/** Limit of all hosts of a tier together, as a multiple of the limit of one host. */
export const tierFactors = { host: 1, site: 4, carrier: 40 } as const;
/** The name of a tier of networks. */
export type Tier = keyof typeof tierFactors;
/** All tiers, from narrow to wide. */
export const tiers = Object.keys(tierFactors) as readonly Tier[];

/** Returns the networks of an address. Never throws: an invalid address forms a network of its own. */
export function networkOf(address: string): Network {
  const plain = plainAddress(address) ?? address;
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

/** Returns the eight groups of an IPv6 address without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail = ''] = address.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === '' ? [] : tail.split(':');
  const zeros = address.includes('::') ? Math.max(0, 8 - front.length - back.length) : 0;
  return [...front, ...Array<string>(zeros).fill('0'), ...back].map((group) =>
    group.toLowerCase().replace(/^0+(?=.)/, ''),
  );
}
