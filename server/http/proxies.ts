import { BlockList, isIP } from 'node:net';

/** Names that stand for lists of networks. */
const namedNetworks: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
};

/** Describes the valid values of `TRUST_PROXY`, for messages. */
export const proxiesWords =
  'must be the networks of your proxies with commas between them, like 10.0.0.0/8,fd00::/8,loopback; a header from any other address is not believed. Unset it where there is no proxy';

/** The parts of a request that identify its client: of Fastify's `raw` and of an upgrade alike. */
export interface ForwardedRequest {
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** The client as the proxies saw it. */
export interface ForwardedClient {
  /** The right-most address of the chain that is not a trusted proxy. */
  readonly address: string;
  readonly host: string;
  readonly isHttps: boolean;
}

/** The trusted proxies in front of this server, whose X-Forwarded headers it believes. */
export interface Proxies {
  isTrustedPeer(address: string): boolean;
  /** Reads the X-Forwarded headers as Fastify does with `isTrustedPeer`: for requests that never reach Fastify, such as an upgrade. */
  clientOf(request: ForwardedRequest): ForwardedClient;
}

/** The networks of a setting; null if one of them is invalid or covers every address. */
export function readProxyNetworks(text: string): readonly string[] | null {
  const networks = text.split(',').flatMap((part) => {
    const word = part.trim();
    return namedNetworks[word.toLowerCase()] ?? [word];
  });
  return networks.every(isNetwork) ? networks : null;
}

const made = new WeakMap<readonly string[], Proxies>();

/** The proxies of the given networks, none for an empty list; each list is parsed once. */
export function proxiesOf(networks: readonly string[]): Proxies {
  const kept = made.get(networks) ?? createProxies(networks);
  made.set(networks, kept);
  return kept;
}

function createProxies(networks: readonly string[]): Proxies {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  const isTrustedPeer = (given: string) => {
    const address = plainAddress(given);
    const version = isIP(address);
    return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4');
  };
  return {
    isTrustedPeer,
    clientOf: (request) => {
      const peer = request.socket.remoteAddress ?? '';
      const isProxied = isTrustedPeer(peer);
      const forwarded = isProxied ? listOf(request.headers['x-forwarded-for']) : [];
      const chain = [...forwarded, peer];
      const address = chain.findLast((hop) => !isTrustedPeer(hop)) ?? chain[0] ?? '';
      const given = (name: string) =>
        isProxied ? listOf(request.headers[name]).at(-1) : undefined;
      const protocol =
        given('x-forwarded-proto') ?? ('encrypted' in request.socket ? 'https' : 'http');
      return {
        address,
        host: given('x-forwarded-host') ?? String(request.headers.host ?? ''),
        isHttps: protocol === 'https',
      };
    },
  };
}

/** Converts an IPv4 address that came over IPv6 to its IPv4 form. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

function listOf(header: string | string[] | undefined): string[] {
  const text = Array.isArray(header) ? header.join(',') : (header ?? '');
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || rest.length > 0) return false;
  if (bits === undefined) return true;
  return /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 6 ? 128 : 32);
}
