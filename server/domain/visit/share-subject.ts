/**
 * A subject for which orders are counted, besides the account. `key` is a hash, never an address; null means no limit. A device or a network is
 * weak evidence of one person, so its limits must be generous.
 */
export interface ShareSubject {
  readonly kind: 'device' | 'network';
  readonly key: string;
  /** The most tickets of one event, bought and held. */
  readonly tickets: number | null;
  /** Unpaid holds of one event before the first pause. */
  readonly freeUnpaidHolds: number | null;
}
