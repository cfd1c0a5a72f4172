import type { Transfer } from '../../contract/ticket/transfer.ts';
import type { Failure } from '../shared/result.ts';

/** A new offer with the secret of its link, which the server says once. */
export interface NewOffer {
  readonly transfer: Transfer;
  readonly token: string;
}

/** Input of every port: the ticket that is offered. */
export interface OfferedTicket {
  readonly ticketId: string;
}

/** Context of the transfer-offer machine. */
export interface TransferOfferContext extends OfferedTicket {
  /** The latest offer of the ticket; null if there was none. */
  readonly transfer: Transfer | null;
  /** Secret of the link; null for an offer that an earlier visit made. */
  readonly token: string | null;
  /** Why the last step did not work. */
  readonly failure: Failure | null;
}

/** Events of the transfer-offer machine. */
export type TransferOfferEvent =
  | { readonly type: 'offer' }
  | { readonly type: 'withdraw' }
  | { readonly type: 'retry' };

/** What the transfer-offer machine tells its page: the ticket belongs to another person now. */
export type TransferOfferEmitted = { readonly type: 'ticket.given' };
