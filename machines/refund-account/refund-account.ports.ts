import { fromPromise } from 'xstate';
import type { RefundAccount } from '../../contract/refund/refund.ts';
import { notProvided } from '../shared/not-provided.ts';
import type { Result } from '../shared/result.ts';
import type { BankAccount, Fits } from './refund-account.types.ts';

/** The effects of the refund-account machine. */
export const refundAccountPorts = {
  /** GET /refund-account/{token}: refused as `refundLinkInvalid`. */
  read: fromPromise<Result<RefundAccount>, { readonly token: string }>(
    notProvided('refundAccount.read'),
  ),
  /** POST /refund-account/{token}/check: refused as `accountUnknown`, `accountTaken` or `refundLinkInvalid`. */
  check: fromPromise<Result<Fits>, { readonly token: string; readonly account: BankAccount }>(
    notProvided('refundAccount.check'),
  ),
  /** POST /refund-account/{token}: refused as `accountTaken` or `refundLinkInvalid`. */
  give: fromPromise<
    Result<RefundAccount>,
    { readonly token: string; readonly account: BankAccount }
  >(notProvided('refundAccount.give')),
};
