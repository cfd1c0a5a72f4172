import type { PaymentData } from '../../contract/payment.ts';

/** What a gateway can say of a charge. */
export type GatewayStatus = 'pending' | 'settlement' | 'expire' | 'deny' | 'cancel' | 'refund';

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
  /** Unique per notification: a repeated one changes nothing. */
  readonly eventId: string;
  readonly paymentId: string;
  readonly orderCode: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: GatewayStatus;
}

/**
 * The payment port, shaped so that Midtrans or Xendit fit behind it. Every call may throw: the caller decides what that means. An
 * adapter gives up and throws after 10 s, and sends paymentId as the idempotency key of charges and refunds.
 */
export interface PaymentGateway {
  readonly name: string;
  readonly methods: readonly GatewayMethod[];
  /** Makes a charge; the same paymentId again gives the first one. */
  charge(request: ChargeRequest): Promise<PaymentData>;
  status(paymentId: string): Promise<GatewayStatus>;
  /** Voids a charge. False when it is settled already or cannot be voided. */
  void(paymentId: string): Promise<boolean>;
  /**
   * Sends the money back and answers what the gateway calls that, or null; the same paymentId again sends nothing twice: a crash
   * before our note repeats the call.
   */
  refund(paymentId: string, amount: number): Promise<string | null>;
  /** Checks signature and age of a notification; null when it must not be trusted. */
  readNotice(
    rawBody: string,
    headers: Readonly<Record<string, string | undefined>>,
    now: Date,
  ): GatewayNotice | null;
}
