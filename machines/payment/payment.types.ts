import type { DraftResponse } from '../../contract/order.ts';
import type { Payment, PaymentMethod } from '../../contract/payment.ts';
import type { Healing } from '../shared/healing.ts';
import type { ParentRef } from '../shared/parent.ts';
import type { ScreenText } from '../shared/screen-text.ts';

/** Texts of the payment and of the choice of a method (§8.26). */
export type PaymentText = ScreenText<
  | 'payment.methodsFailed'
  | 'payment.methodUnfit'
  | 'payment.createRefused'
  | 'payment.createFailed'
  | 'payment.readFailed'
  | 'payment.failedUnpaid'
  | 'payment.inReview'
  | 'payment.refundDue'
  | 'payment.refunded'
  | 'purchase.timeUp'
>;

/** A payment with its deadline on the monotonic clock of the device. */
export interface PaymentReading {
  readonly payment: Payment;
  /** Monotonic milliseconds; null when the gateway gives no limit. */
  readonly deadline: number | null;
  readonly remainingMs: number | null;
}

/** A real-time notice of the payment page; the last two are shown (§9.38). */
export interface PaymentNotice {
  readonly id: number;
  readonly event: 'payment_started' | 'payment_completed' | 'payment_expired';
}

/** Why a charge ended while the seats went on being held (§4.75). */
export type ReopenReason = NonNullable<Payment['end_reason']>;

/** What the payment machine keeps. */
export interface PaymentContext {
  readonly parent: ParentRef<PaymentParentEvent>;
  readonly slug: string;
  readonly entry: 'choose' | 'pay';
  readonly draft: DraftResponse | null;
  /** Only the groups the app shows (§12.5). */
  readonly methods: readonly PaymentMethod[];
  readonly methodCode: string | null;
  /** Fee of the chosen method, whole rupiah; 0 when it has none. */
  readonly serviceFee: number;
  readonly reading: PaymentReading | null;
  readonly notices: readonly PaymentNotice[];
  readonly noticeCount: number;
  readonly error: PaymentText | null;
  /** How calls that failed are made again (§4.110). */
  readonly healing: Healing;
  /** True while a payment that was asked for got no response: the same call is made again by itself, unless the buyer changes their mind. */
  readonly hasNoResponse: boolean;
  /** Why the buyer is back at the methods; null at the first choice. */
  readonly reopened: ReopenReason | null;
  /** Why the method could not be changed. */
  readonly changeError: ScreenText<'payment.changeRefused' | 'payment.changeFailed'> | null;
}

/** What the broker says of the payment. */
export interface PaymentHint {
  readonly type: 'payment.hinted';
  readonly event: PaymentNotice['event'];
}

/** Events that the payment machine takes. */
export type PaymentEvent =
  | { readonly type: 'method.select'; readonly code: string }
  /** 'Bayar Sekarang'. */
  | { readonly type: 'payment.request' }
  /** 'Periksa Status Pembayaran', a wake, a hint of the broker: read the status. */
  | { readonly type: 'payment.check' }
  /** Loads the methods again after a failure. */
  | { readonly type: 'methods.retry' }
  /** 'Ganti metode', 'Pilih metode lain' (§2.308). */
  | { readonly type: 'payment.change' }
  /** The broker's word, for its notice; a read follows (§3.82, §4.73). */
  | PaymentHint
  /** The broker tells of a refusal, for which §2.313 has no notice: a read that is younger than the message decides. */
  | { readonly type: 'payment.failureHinted' }
  /** Nobody looks at the page any more, and somebody does again (§4.72). */
  | { readonly type: 'page.hidden' }
  | { readonly type: 'page.shown' }
  /** The session's deadline passed while a method was being chosen. */
  | { readonly type: 'payment.timeUp' }
  /** Closes the success modal, or a download finished. */
  | { readonly type: 'success.close' }
  /** 'Time is up!' and the like were read. */
  | { readonly type: 'notice.dismiss' };

/** What the payment machine tells itself, from one region to the other. */
export type PaymentOwnEvent =
  /** A read that runs is dropped and made again, so that the response is younger than the message. */
  | { readonly type: 'read.wanted' }
  /** A fresh reading, and with it a fresh deadline. */
  | { readonly type: 'reading.taken' };

/** What the payment machine tells the root in mid-flight: the payment exists, its page is next, or that of the methods again. */
export type PaymentParentEvent =
  | { readonly type: 'payment.begun' }
  /** The charge is over, the seats are held: the page of the methods is next (§4.75). */
  | { readonly type: 'payment.reopened' }
  | { readonly type: 'session.refreshWanted' };

/** What the payment machine starts from. */
export interface PaymentInput {
  readonly parent: ParentRef<PaymentParentEvent>;
  readonly slug: string;
  readonly entry: 'choose' | 'pay';
  /** A number from 0 to 1, for jitter; without it there is none. */
  readonly random?: () => number;
}

/** How paying ends. */
export type PaymentOutput =
  /** Paid and read: home (§2.330). */
  | { readonly kind: 'completed' }
  /** Time ran out while choosing: the seats, replacing history (§2.288). */
  | { readonly kind: 'timeUp' }
  /** The payment ran out or was refused: the event page (§4.74). */
  | { readonly kind: 'event' }
  /** No draft: the seats (§6.24, §6.27). */
  | { readonly kind: 'noDraft' }
  /** The session is at another step. */
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'signedOut' };

/** What the payment machine announces to its page: a read of the status has ended, and the payment is awaited as before. */
export interface PaymentEmitted {
  readonly type: 'read.ended';
}
