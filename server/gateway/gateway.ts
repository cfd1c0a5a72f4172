import type { PaymentData } from '../../contract/payment.ts';

/**
 * What a gateway can say of a charge. Money comes with 'settlement', and goes back whole with 'refund' (given back), 'reversal' (the bank
 * took it back) or 'chargeback' (the payer disputed it); 'partial_refund' is any of these for a part of it.
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

/** What a gateway answers when it is asked about a charge. */
export interface ChargeStatus {
  readonly status: GatewayStatus;
  /** Whole rupiah as the gateway has it; null where it knows of no charge. */
  readonly amount: number | null;
  /** ISO 4217; null where it knows of no charge. */
  readonly currency: string | null;
  /** What the gateway calls money that went back. */
  readonly reference: string | null;
}

/** A way to pay as the gateway offers it; amounts in whole rupiah. */
export interface GatewayMethod {
  readonly code: string;
  readonly name: string;
  readonly groupName: string;
  readonly iconUrl: string | null;
  readonly isRecommended: boolean;
  readonly feeDescription: string | null;
  readonly fee: (total: number) => number;
  readonly minAmount: number;
  readonly maxAmount: number;
}

/** What a charge is made of. */
export interface ChargeRequest {
  readonly paymentId: string;
  readonly orderCode: string;
  /** Order total plus fee, whole rupiah. */
  readonly amount: number;
  readonly methodCode: string;
  readonly expiresAt: Date;
}

/** One notification of a gateway, after its signature was checked. */
export interface GatewayNotice {
  /** What the gateway calls the notification. */
  readonly eventId: string;
  /** As the gateway has it; it may be no id of ours. */
  readonly paymentId: string;
  readonly orderCode: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: GatewayStatus;
  /** What the gateway calls money that went back; null where it went nowhere. */
  readonly reference: string | null;
}

/** A notification as it was read: not the gateway's, the gateway's but not understood, or what it says. */
export type NoticeReading = 'unsigned' | 'unreadable' | GatewayNotice;

/**
 * The payment port, shaped so that Midtrans or Xendit fit behind it. Every call may throw: the caller decides what that means. An
 * adapter gives up and throws after 10 s, and sends paymentId as the idempotency key of charges and refunds.
 */
export interface PaymentGateway {
  readonly name: string;
  readonly methods: readonly GatewayMethod[];
  /** Makes a charge; the same paymentId again gives the first one. */
  charge(request: ChargeRequest): Promise<PaymentData>;
  status(paymentId: string): Promise<ChargeStatus>;
  /** Voids a charge. False when it is settled already or cannot be voided. */
  void(paymentId: string): Promise<boolean>;
  /**
   * Sends the money back and answers what the gateway calls that, or null; the same paymentId again sends nothing twice: a crash
   * before our note repeats the call.
   */
  refund(paymentId: string, amount: number): Promise<string | null>;
  /** Headers that the signature of a notification stands in, kept with it; never one that is a secret itself. */
  readonly signatureHeaders: readonly string[];
  /** Checks signature and age of a notification, then reads it. */
  readNotice(
    rawBody: string,
    headers: Readonly<Record<string, string | undefined>>,
    now: Date,
  ): NoticeReading;
}
