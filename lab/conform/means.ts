import type { Broker } from './topics.ts';

/** An account that exists and has proven its address. */
export interface Account {
  readonly email: string;
  readonly password: string;
}

/** Means that only some back ends give. */
export interface Tools {
  /** The code that was sent last to this address. */
  codeTo(email: string): Promise<string>;
  /** Pays as the buyer. */
  pay(paymentId: string): Promise<void>;
}

/** What the kit has to play with; what is null is not tried. */
export interface Means {
  /** The API root, without a slash at its end. */
  readonly root: string;
  readonly fetch: typeof fetch;
  readonly accounts: readonly Account[];
  readonly slug: string | null;
  readonly buys: boolean;
  readonly provokesLimits: boolean;
  readonly broker: Broker | null;
  readonly tools: Partial<Tools>;
}
