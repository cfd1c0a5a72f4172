import type { Device } from './device.ts';
import type { Network } from './networks.ts';

/** Who makes a call, as far as limits tell people apart: a device that is known or not, in some network, that has shown proof or not. */
export interface Visitor {
  readonly network: Network;
  /** Name of the line it waits in where calls queue: those of one call from one host, so that wrong passwords do not delay registrations. */
  readonly line: string;
  readonly device: Device | null;
  /** True for a device from which somebody signed in to the account this call is about. */
  readonly isKnown: boolean;
  /** True once this call brought a right answer to a challenge of this hardness; the easiest where none is given. */
  hasProven(hardness?: number): boolean;
  /** Lets pass who brought a right answer to a challenge made for this call and account. Throws Refusal 428 with a challenge otherwise. */
  prove(hardness?: number): Promise<void>;
  /**
   * Counts a sign-in against the failures of its networks before it is known to be one. False where an unknown device is in a network
   * with too many; always true with RATE_LIMITS=off.
   */
  countFailure(): Promise<boolean>;
  /** Takes that back: it was none. */
  forgetFailure(): void;
}
