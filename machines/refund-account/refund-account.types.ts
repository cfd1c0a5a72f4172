import type { AnswerOf, BodyOf } from '../../contract/call/call.ts';
import type { checkRefundAccount, RefundAccount } from '../../contract/refund/refund.ts';
import type { Failure } from '../shared/result.ts';

/** A bank account without its holder. */
export type BankAccount = BodyOf<typeof checkRefundAccount>;
/** The holder by the bank's records; null where the bank cannot be asked. */
export type Holder = AnswerOf<typeof checkRefundAccount>['holder'];

/** Context of the refund-account machine. */
export interface RefundAccountContext {
  /** Secret of the link. */
  readonly token: string;
  readonly refund: RefundAccount | null;
  /** The account that was named last. */
  readonly account: BankAccount | null;
  readonly holder: Holder;
  /** Why the last step did not work. */
  readonly failure: Failure | null;
}

/** Events of the refund-account machine. */
export type RefundAccountEvent =
  | { readonly type: 'check'; readonly account: BankAccount }
  /** The holder as the buyer confirms or writes it. */
  | { readonly type: 'give'; readonly holder: string }
  | { readonly type: 'change' }
  | { readonly type: 'retry' };
