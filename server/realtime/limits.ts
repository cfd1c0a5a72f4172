import { keepaliveSeconds, maxRealtimeBytes } from '../../contract/limits.ts';
import type { WireLimits } from './wire.ts';

/** Limits of the broker; the numbers of connections in total and per address are settings. */
export interface BrokerLimits extends WireLimits {
  readonly connectionsPerAccount: number;
  readonly topicsPerConnection: number;
  /** Maximum keepalive in seconds; clients that ask for more or for none get it. */
  readonly keepaliveSeconds: number;
  /** Interval between checks that the sign-ins of open connections are still valid, in milliseconds. */
  readonly recheckMs: number;
}

/** Default limits (§17.42 for accounts, topics and recheck; decision 023 for the rest). */
export const brokerLimits: BrokerLimits = {
  connectionsPerAccount: 5,
  topicsPerConnection: 10,
  keepaliveSeconds,
  recheckMs: 60_000,
  // Ten topics with the longest prefix and slug take 1,760 bytes in one SUBSCRIBE.
  packetBytes: 2048,
  packetMs: 10_000,
  turnsPerMinute: 300,
  waitingMessages: 256,
  waitingBytes: 16 * maxRealtimeBytes,
  stuckMs: 30_000,
};
