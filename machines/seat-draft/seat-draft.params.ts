import type { OrderPreview } from '../../contract/order.ts';
import type { SessionReading } from '../session/session.types.ts';
import type { Result } from '../shared/result.ts';
import type { PlaceOffer, SeatChoice, SeatDraftContext } from './seat-draft.types.ts';

/** The context of a guard or a delay. */
export interface Scope {
  readonly context: SeatDraftContext;
}
/** A reading of the session. */
export interface Read {
  readonly reading: SessionReading | null;
}
/** A pressed seat. */
export interface Toggle {
  readonly seat: SeatChoice;
}
/** Another number of standing places. */
export interface Quantity {
  readonly place: PlaceOffer;
  readonly count: number;
}
/** A typed voucher code. */
export interface Code {
  readonly code: string;
}
/** Seats that were found. */
export interface Found {
  readonly output: readonly SeatChoice[];
}
/** Whether real-time runs. */
export interface Stale {
  readonly realtime: boolean;
}
/** The response to a question for a price. */
export interface Priced {
  readonly result: Result<OrderPreview>;
}
