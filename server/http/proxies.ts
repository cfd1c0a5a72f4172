import { BlockList, isIP, SocketAddress } from 'node:net';

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
  readonly headers: Record<string, string | string[] | undefined>;
}

/** The client as the proxies saw it. */
export interface ForwardedClient {
  /** The right-most address of the chain that is not a trusted proxy. */
  readonly address: string;
  readonly host: string;
  readonly isHttps: boolean;
}

/** Why an X-Forwarded-For does not count: it holds what is no address, or comes from outside of the trusted networks. */
export type ChainFault = 'noAddress' | 'untrusted';

/** The trusted proxies in front of this server, whose X-Forwarded headers it believes. */
export interface Proxies {
  isTrustedPeer(address: string): boolean;
  /**
   * Rewrites X-Forwarded-For to the addresses that count, without ports and brackets: from the first that is no proxy on. Empties the header if
   * something else than an address stands among them. Returns why the caller counts as the peer in spite of the header; null if it does not.
   */
  readChain(request: ForwardedRequest): ChainFault | null;
  /** Reads the X-Forwarded headers as Fastify does after `readChain`: for requests that never reach Fastify, such as an upgrade. */
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
    return address !== null && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  };
  const chainOf = ({ socket, headers }: ForwardedRequest): readonly string[] | null => {
    if (!isTrustedPeer(socket.remoteAddress ?? '')) return [];
    const chain: string[] = [];
    for (const hop of listOf(headers['x-forwarded-for']).reverse()) {
      const address = plainAddress(hop);
      if (address === null) return null;
      chain.unshift(address);
      // The client itself may have invented the rest.
      if (!isTrustedPeer(address)) break;
    }
    return chain;
  };
  return {
    isTrustedPeer,
    readChain: (request) => {
      if (request.headers['x-forwarded-for'] === undefined) return null;
      const chain = chainOf(request);
      // The header stays, whatever it holds: a development server refuses every request that has one.
      if (chain?.length !== 0) request.headers['x-forwarded-for'] = chain?.join(', ') ?? '';
      if (chain === null) return 'noAddress';
      return isTrustedPeer(request.socket.remoteAddress ?? '') ? null : 'untrusted';
    },
    clientOf: (request) => {
      const peer = request.socket.remoteAddress ?? '';
      const isProxied = isTrustedPeer(peer);
      const [address = peer] = chainOf(request) ?? [];
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

/** An IP address in its shortest form, without port, brackets and zone; IPv4 that came over IPv6 as IPv4; null for any other text. */
export function plainAddress(text: string): string | null {
  const [, inBrackets, beforePort] =
    /^(?:\[([^\]]*)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(text) ?? [];
  const [address = ''] = (inBrackets ?? beforePort ?? text).split('%', 1);
  const version = isIP(address);
  if (version !== 6) return version === 4 ? address : null;
  return new SocketAddress({ address, family: 'ipv6' }).address.replace(/^::ffff:(?=\d+\.)/, '');
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
