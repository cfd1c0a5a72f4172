import type { AnswerOf } from '../../contract/call/call.ts';
import type { acceptTransfer, readTransfer } from '../../contract/ticket/transfer.ts';
import type { Failure } from '../shared/result.ts';

/** A link's offer, as its receiver sees it. */
export type OfferToRead = AnswerOf<typeof readTransfer>;
/** The ticket that an acceptance issued. */
export type AcceptedTicket = AnswerOf<typeof acceptTransfer>;

/** Context of the transfer-acceptance machine. */
export interface TransferAcceptanceContext {
  /** Secret of the link. */
  readonly token: string;
  readonly offer: OfferToRead | null;
  readonly ticket: AcceptedTicket | null;
  /** Why the last step did not work. */
  readonly failure: Failure | null;
}

/** Events of the transfer-acceptance machine. */
export type TransferAcceptanceEvent =
  | { readonly type: 'accept'; readonly holderName: string }
  | { readonly type: 'retry' };
