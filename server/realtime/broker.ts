import type { MessageKind } from '../../contract/realtime.ts';

/** Where messages leave the server. Delivery is a hint: nothing waits for it and a lost one costs one poll. */
export interface Broker {
  /** Publishes a JSON body under `{prefix}/{kind}/{slug}` (or `{prefix}/status`), QoS 0, never retained. A body with `user_id` reaches that account alone; of seats it is the holder, who learns that they are theirs and nobody else learns whose (ruling R22). */
  publish(kind: MessageKind, slug: string | null, body: Record<string, unknown>): void;
  /** Closes every connection made with this authentication session (logout). */
  dropSession(sessionHash: string): void;
  /** Development tool: refuses and drops every connection while down. */
  setUp(up: boolean): void;
  readonly up: boolean;
  /** Accounts with a live connection to this process: one whose client is silent for longer than its keepalive is closed. */
  accounts(): string[];
  /** Development tool: topics that pages read now, summed over their connections. */
  readonly subscriptions: number;
  close(): Promise<void>;
}
