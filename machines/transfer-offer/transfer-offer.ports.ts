import { fromPromise } from 'xstate';
import type { Transfer } from '../../contract/ticket/transfer.ts';
import { notProvided } from '../shared/not-provided.ts';
import type { Result } from '../shared/result.ts';
import type { NewOffer, OfferedTicket } from './transfer-offer.types.ts';

/** The effects of the transfer-offer machine. */
export const transferOfferPorts = {
  /** GET /my/ticket/{id}/transfer: null for a ticket that was never offered. */
  read: fromPromise<Result<Transfer | null>, OfferedTicket>(notProvided('transferOffer.read')),
  /** POST /my/ticket/{id}/transfer: refused as `ticketUsed`, `transferClosed` or `refundAsked`. */
  offer: fromPromise<Result<NewOffer>, OfferedTicket>(notProvided('transferOffer.offer')),
  /** POST /my/ticket/{id}/transfer/withdraw: refused as `transferEnded` once nothing is offered any more. */
  withdraw: fromPromise<Result<Transfer>, OfferedTicket>(notProvided('transferOffer.withdraw')),
};
