import type { IncomingMessage } from 'node:http';
import { createTally } from '../http/tally.ts';
import type { Audience } from './audience.ts';
import type { ProtocolClient } from './protocol.ts';
import type { Wire } from './wire.ts';

/** An open connection. */
export interface Connection extends ProtocolClient {
  readonly sessionHash: string;
  readonly wire: Wire;
}

/** The account and address of a connection. */
export interface Owner {
  readonly accountId: string;
  readonly sessionHash: string;
  /** Network address as the limits count it. */
  readonly address: string;
}

/** Every open connection, indexed by upgrade request, account and topic. */
export interface Connections {
  open(request: IncomingMessage, owner: Owner, wire: Wire): void;
  close(request: IncomingMessage): void;
  of(request: IncomingMessage | undefined): Connection | undefined;
  /** Returns the readers of a topic that belong to the audience. */
  readers(topic: string, audience: Audience): Iterable<Connection>;
  all(): Iterable<Connection>;
  readonly count: number;
  accounts(): string[];
  countOf(account: string): number;
  countFrom(address: string): number;
}

const none: ReadonlySet<Connection> = new Set();

/** Creates an empty register; `onSubscribe` is called for each new subscription. */
export function createConnections(
  onSubscribe: (connection: Connection, topic: string) => void = () => {},
): Connections {
  const byRequest = new Map<IncomingMessage, Connection>();
  const byAccount = new Map<string, Set<Connection>>();
  const byTopic = new Map<string, Set<Connection>>();
  const closers = new Map<IncomingMessage, () => void>();
  const fromAddress = createTally();

  return {
    open(request, { accountId, sessionHash, address }, wire) {
      const topics = new Set<string>();
      const connection: Connection = {
        accountId,
        sessionHash,
        wire,
        topics,
        subscribe(topic) {
          topics.add(topic);
          addTo(byTopic, topic, connection);
          onSubscribe(connection, topic);
        },
        unsubscribe(topic) {
          topics.delete(topic);
          removeFrom(byTopic, topic, connection);
        },
      };
      byRequest.set(request, connection);
      addTo(byAccount, accountId, connection);
      fromAddress.add(address);
      closers.set(request, () => {
        for (const topic of [...topics]) connection.unsubscribe(topic);
        removeFrom(byAccount, accountId, connection);
        fromAddress.remove(address);
      });
    },
    close(request) {
      closers.get(request)?.();
      closers.delete(request);
      byRequest.delete(request);
    },
    of: (request) => (request === undefined ? undefined : byRequest.get(request)),
    readers(topic, audience) {
      if (audience === 'nobody') return none;
      const readers = byTopic.get(topic) ?? none;
      if (audience === 'everyone') return readers;
      if ('exceptAccountId' in audience) {
        return [...readers].filter(({ accountId }) => accountId !== audience.exceptAccountId);
      }
      const own = [...(byAccount.get(audience.accountId) ?? none)];
      return own.filter(({ topics }) => topics.has(topic));
    },
    all: () => byRequest.values(),
    get count() {
      return byRequest.size;
    },
    accounts: () => [...byAccount.keys()],
    countOf: (account) => byAccount.get(account)?.size ?? 0,
    countFrom: (address) => fromAddress.of(address),
  };
}

function addTo(sets: Map<string, Set<Connection>>, key: string, connection: Connection): void {
  const set = sets.get(key) ?? new Set();
  set.add(connection);
  sets.set(key, set);
}

function removeFrom(sets: Map<string, Set<Connection>>, key: string, connection: Connection): void {
  const set = sets.get(key);
  if (set?.delete(connection) === true && set.size === 0) sets.delete(key);
}
