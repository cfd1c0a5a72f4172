import type { Line } from '../../contract/queue.ts';
import type { MessageKind } from '../../contract/realtime.ts';

/** Publishes messages to clients. Delivery is a hint: no code waits for it, and a lost message costs one poll. */
export interface Broker {
  /**
   * Publishes a JSON body under `{prefix}/{kind}/{slug}` (or `{prefix}/status`), QoS 0, never retained. A body with `user_id` reaches that
   * account only; in seat messages `user_id` is the holder, and only the holder learns of it (§17.41).
   */
  publish(
    kind: Exclude<MessageKind, 'line'>,
    slug: string | null,
    body: Record<string, unknown>,
  ): void;
  /** Sends the line of an event to its readers at this process if it has changed, and to each later one at once; null forgets it. */
  retainLine(slug: string, line: Line | null): void;
  /** The events whose line is retained. */
  retainedLines(): string[];
  /** Closes every connection of this sign-in (logout). */
  dropSession(sessionHash: string): void;
  /** Development tool: refuses and closes every connection while down. */
  setUp(up: boolean): void;
  readonly up: boolean;
  /** Accounts with a live connection to this process; a client that exceeds its keepalive is disconnected. */
  accounts(): string[];
  /** Development tool: number of topic subscriptions over all connections. */
  readonly subscriptions: number;
  /** Refuses further connections, and ends the open ones evenly over `ms` milliseconds. */
  drain(ms: number): Promise<void>;
  close(): Promise<void>;
}
