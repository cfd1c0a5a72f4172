import type { PaymentData } from '../../contract/payment.ts';

/**
 * Status of a charge at the gateway. Money arrives with 'settlement' and returns completely with 'refund' (given back), 'reversal' (taken
 * back by the bank) or 'chargeback' (disputed by the payer); 'partial_refund' is any of these for a part.
 */
export type GatewayStatus =
  | 'pending'
  | 'settlement'
  | 'expire'
  | 'deny'
  | 'cancel'
  | 'refund'
  | 'reversal'
  | 'chargeback'
  | 'partial_refund';

/** The gateway's response to a query about a charge. */
export interface ChargeStatus {
  readonly status: GatewayStatus;
  /** Whole rupiah; null for an unknown charge. */
  readonly amount: number | null;
  /** ISO 4217; null for an unknown charge. */
  readonly currency: string | null;
  /** The gateway's reference of returned money. */
  readonly reference: string | null;
}

/** A payment method as the gateway offers it; amounts in whole rupiah. */
export interface GatewayMethod {
  readonly code: string;
  readonly name: string;
  readonly groupName: string;
  readonly iconUrl: string | null;
  readonly isRecommended: boolean;
  readonly feeDescription: string | null;
  readonly fee: (total: number) => number;
  /** How its money goes back: through the gateway, or to a bank account that the buyer names. */
  readonly refundsBy: 'api' | 'payout';
  readonly minAmount: number;
  readonly maxAmount: number;
}

/** Data of a new charge. */
export interface ChargeRequest {
  readonly paymentId: string;
  readonly orderCode: string;
  /** Order total plus fee, whole rupiah. */
  readonly amount: number;
  readonly methodCode: string;
  readonly expiresAt: Date;
}

/** One notification with a verified signature. */
export interface GatewayNotice {
  /** The gateway's id of the notification. */
  readonly eventId: string;
  /** The gateway's value; may be no id of ours. */
  readonly paymentId: string;
  readonly orderCode: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: GatewayStatus;
  /** The gateway's reference of returned money; null if none was returned. */
  readonly reference: string | null;
}

/** The result of parsing a notification: not signed by the gateway, signed but not understood, or its content. */
export type NoticeResult = 'unsigned' | 'unreadable' | GatewayNotice;

/**
 * The payment port, which fits Midtrans and Xendit. Every call may throw; the caller decides how to handle it. An adapter times out after
 * 10 s, and sends paymentId as the idempotency key of charges and refunds.
 */
export interface PaymentGateway {
  readonly name: string;
  readonly methods: readonly GatewayMethod[];
  /** Creates a charge; the same paymentId returns the first one. */
  charge(request: ChargeRequest): Promise<PaymentData>;
  status(paymentId: string): Promise<ChargeStatus>;
  /** Voids a charge. Returns false if it is settled or cannot be voided. */
  void(paymentId: string): Promise<boolean>;
  /**
   * Refunds the money and returns the gateway's reference or null; the same paymentId never refunds twice, because a crash before we store
   * the result repeats the call.
   */
  refund(paymentId: string, amount: number): Promise<string | null>;
  /** Names of the signature headers, stored with a notification; never a secret header. */
  readonly signatureHeaders: readonly string[];
  /** Verifies signature and age of a notification, then parses it. */
  readNotice(
    rawBody: string,
    headers: Readonly<Record<string, string | undefined>>,
    now: Date,
  ): NoticeResult;
}
