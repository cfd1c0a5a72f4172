import type { Device } from './device.ts';
import type { Network } from './networks.ts';

/** The caller as limits see it: a known or unknown device in a network, with or without a solved challenge. */
export interface Visitor {
  readonly network: Network;
  /** Name of its lane where calls queue: one per call and host, so that wrong passwords do not delay registrations. */
  readonly line: string;
  readonly device: Device | null;
  /** True if the account of this call has signed in on the device. */
  readonly isKnown: boolean;
  /** True if this call carried a solved challenge of this hardness; default: the easiest. */
  hasProven(hardness?: number): boolean;
  /** Returns if this call carried a challenge solved for its call and account. Throws Refusal 428 with a challenge otherwise. */
  prove(hardness?: number): Promise<void>;
  /**
   * Counts a sign-in as a failure of its networks before its result is known. Returns false for an unknown device in a network with too
   * many; always true with RATE_LIMITS=off.
   */
  countFailure(): Promise<boolean>;
  /** Undoes the count after a successful sign-in. */
  forgetFailure(): void;
}
