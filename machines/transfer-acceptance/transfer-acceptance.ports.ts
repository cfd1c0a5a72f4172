import { fromPromise } from 'xstate';
import { notProvided } from '../shared/not-provided.ts';
import type { Result } from '../shared/result.ts';
import type { AcceptedTicket, OfferToRead } from './transfer-acceptance.types.ts';

/** The effects of the transfer-acceptance machine. */
export const transferAcceptancePorts = {
  /** POST /transfers/read: refused as `transferNotFound`. */
  read: fromPromise<Result<OfferToRead>, { readonly token: string }>(
    notProvided('transferAcceptance.read'),
  ),
  /** POST /transfers/accept: refused as `transferEnded`, `transferOwn` or `ticketUsed`. */
  accept: fromPromise<
    Result<AcceptedTicket>,
    { readonly token: string; readonly holderName: string }
  >(notProvided('transferAcceptance.accept')),
};
