import { maxRealtimeBytes } from '../../contract/limits.ts';
import type { WireLimits } from './wire.ts';

/** What the broker allows; connections in all and from one address are settings. */
export interface BrokerLimits extends WireLimits {
  readonly connectionsPerAccount: number;
  readonly topicsPerConnection: number;
  /** Longest time between two packets that a client may ask for, in seconds; one that asks for more, or for none, gets it. */
  readonly keepaliveSeconds: number;
  /** How often it is asked whether the sessions behind the connections still live, in milliseconds. */
  readonly recheckMs: number;
}

/** The limits of every broker (§9 for the keepalive, resolutions §3 for accounts, topics and recheck; decision 023 for the rest). */
export const brokerLimits: BrokerLimits = {
  connectionsPerAccount: 5,
  topicsPerConnection: 10,
  keepaliveSeconds: 60,
  recheckMs: 60_000,
  // Ten topics of the longest prefix and slug in one SUBSCRIBE take 1,760 bytes.
  packetBytes: 2048,
  packetMs: 10_000,
  turnsPerMinute: 300,
  waitingMessages: 256,
  waitingBytes: 16 * maxRealtimeBytes,
  stuckMs: 30_000,
};
