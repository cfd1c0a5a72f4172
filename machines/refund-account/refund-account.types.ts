import type { AnswerOf, BodyOf } from '../../contract/call/call.ts';
import type { checkRefundAccount, RefundAccount } from '../../contract/refund/refund.ts';
import type { Failure } from '../shared/result.ts';

/** A bank account with its holder, as the buyer writes it. */
export type BankAccount = BodyOf<typeof checkRefundAccount>;
/** Whether the bank's records have this holder; null where the bank cannot be asked. */
export type Fits = AnswerOf<typeof checkRefundAccount>['fits'];

/** Context of the refund-account machine. */
export interface RefundAccountContext {
  /** Secret of the link. */
  readonly token: string;
  readonly refund: RefundAccount | null;
  /** The account that was named last. */
  readonly account: BankAccount | null;
  readonly fits: Fits;
  /** Why the last step did not work. */
  readonly failure: Failure | null;
}

/** Events of the refund-account machine. */
export type RefundAccountEvent =
  | { readonly type: 'check'; readonly account: BankAccount }
  | { readonly type: 'give' }
  | { readonly type: 'change' }
  | { readonly type: 'retry' };
