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

/** One refund of a charge in the gateway's book. */
export interface GatewayRefund {
  /** The key by which we asked for it, or the gateway's own name of one that was made in its dashboard. */
  readonly key: string;
  /** Whole rupiah. */
  readonly amount: number;
  readonly state: 'done' | 'pending' | 'failed';
  /** The gateway's reference of the returned money. */
  readonly reference: string | null;
}

/** The gateway's response to a query about a charge. */
export interface ChargeStatus {
  readonly status: GatewayStatus;
  /** Whole rupiah; null where the gateway names none. */
  readonly amount: number | null;
  /** ISO 4217; null where the gateway names none. */
  readonly currency: string | null;
  /** The gateway's reference of returned money. */
  readonly reference: string | null;
  /** Every refund of the charge, oldest first; none where it is left out. */
  readonly refunds?: readonly GatewayRefund[];
  /** The gateway's id of the charge, to be compared with `MadeCharge.reference`; null where it names none. */
  readonly transaction?: string | null;
}

/** How the money of a method goes back. */
export interface RefundTerms {
  /** Through the gateway, or to a bank account that the buyer names. */
  readonly by: 'api' | 'payout';
  /** Days after the payment in which the gateway sends it back, a payout after them; null without a limit. */
  readonly withinDays: number | null;
  /** Time of day in Jakarta, as 'HH:MM', between which the gateway refuses refunds; may pass midnight. */
  readonly closed: readonly [from: string, to: string] | null;
  /** Sends the whole money alone; parts, too, where it is left out. What the bank of a payer takes, its refusal says. */
  readonly parts?: 'whole';
}

/** What a gateway says of one of its payment methods; amounts in whole rupiah. Name, fee and order are the operator's (decision 071). */
export interface GatewayMethod {
  readonly code: string;
  readonly minAmount: number;
  readonly maxAmount: number;
  /** How long a charge can live at the gateway, in seconds; a fixed time where both are equal. */
  readonly window: { readonly least: number; readonly most: number };
  /** What the buyer must give for a charge: the phone number of the e-wallet. */
  readonly asks: 'phone' | null;
  readonly refund: RefundTerms;
}

/** One line of an order. */
export interface ChargeItem {
  readonly name: string;
  readonly quantity: number;
  /** Whole rupiah for one; negative for a discount. */
  readonly price: number;
}

/** Data of a new charge. */
export interface ChargeRequest {
  readonly paymentId: string;
  /** As `ChargeRef.orderId`. */
  readonly orderId?: string | null;
  readonly orderCode: string;
  /** Order total plus fee, whole rupiah. */
  readonly amount: number;
  readonly methodCode: string;
  readonly createdAt: Date;
  /** End of the charge at the gateway, inside the window of the method. Where the window is longer than the hold of the seats, we void it in time. */
  readonly expiresAt: Date;
  readonly buyer: { readonly name: string; readonly email: string; readonly phone: string | null };
  /** In sum the amount. */
  readonly items: readonly ChargeItem[];
  /** Absolute address to which an app or page of the gateway sends its payer back. */
  readonly returnUrl: string;
  readonly language: 'id' | 'en';
  /** Given by the buyer for a method that asks for it, as '+62…'; null otherwise, and when an interrupted charge is repeated. */
  readonly phone: string | null;
}

/** A charge that the gateway made. */
export interface MadeCharge {
  readonly data: PaymentData;
  /** The gateway's own id, by which it is asked later; null where it is asked by ours. */
  readonly reference: string | null;
  /** Its end according to the gateway; null where it names none. */
  readonly expiresAt: Date | null;
}

/** The gateway will not make the charge, now or later: the buyer chooses another method. Any other error is worth a repetition. */
export class ChargeDenied extends Error {
  override readonly name = 'ChargeDenied';
}

/** The gateway refuses a refund, now or for good. After any other error it is unknown whether money moved. */
export class RefundRefused extends Error {
  override readonly name = 'RefundRefused';
  /** True where it will never send this refund. */
  readonly isForGood: boolean;

  constructor(reason: string, isForGood = false) {
    super(reason);
    this.isForGood = isForGood;
  }
}

/** The gateway is asked too often. */
export class GatewayOverloaded extends Error {
  override readonly name = 'GatewayOverloaded';
}

/** Names a charge to its gateway. */
export interface ChargeRef {
  readonly paymentId: string;
  /** The name by which a gateway shows the charge, where it has one of ours to show; the payment id for a charge without one. */
  readonly orderId?: string | null;
  readonly methodCode: string;
  /** As `MadeCharge.reference`; null also while the response to the charge is missing. */
  readonly reference: string | null;
}

/** One notification with a verified signature. */
export interface GatewayNotice {
  /** The gateway's id of the notification; where it sends none, the id of its charge with the status. */
  readonly eventId: string;
  /** The gateway's value: the id or the name of a charge, or nothing of ours. */
  readonly paymentId: string;
  /** Null where the gateway does not send it: our payment id names the order then. */
  readonly orderCode: string | null;
  readonly amount: number;
  readonly currency: string;
  readonly status: GatewayStatus;
  /** The gateway's reference of returned money; null if none was returned. */
  readonly reference: string | null;
  /** True for one that the gateway's dashboard sent as a test: it is about no charge. */
  readonly isTest?: boolean;
}

/** The result of parsing a notification: not signed by the gateway, signed but not understood, or its content. */
export type NoticeResult = 'unsigned' | 'unreadable' | GatewayNotice;

/** Money that goes to a bank account. */
export interface PayoutRequest {
  /** The same id never pays twice. */
  readonly id: string;
  /** Whole rupiah. */
  readonly amount: number;
  /** The bank by its code, as `payoutBanks` of the contract names it. */
  readonly account: { readonly bank: string; readonly number: string; readonly holder: string };
}

/** Where a payout stands; 'accountWrong' for money that the bank refused or sent back because of the account. A word that we do not know is 'running'. */
export interface PayoutState {
  readonly status: 'running' | 'sent' | 'accountWrong' | 'failed';
  readonly reference: string | null;
}

/** Payouts of a gateway that offers them (decision 080). Every call may throw. */
export interface Payouts {
  /** The holder by the bank's records; null for an account that it does not know. */
  holderOf(bank: string, number: string): Promise<string | null>;
  /** Where the payout of this id stands; null for one that the gateway does not know. A bank may send money back days after it was sent. */
  find(id: string): Promise<PayoutState | null>;
  /** Sends money, or says where the payout of this id stands. */
  send(request: PayoutRequest): Promise<PayoutState>;
}

/**
 * The payment port (issue 19, decision 071). Every call may throw; the caller decides how to handle it. An adapter times out after
 * 10 s, and sends paymentId as the idempotency key of a charge.
 */
export interface PaymentGateway {
  readonly name: string;
  readonly methods: readonly GatewayMethod[];
  /** Path of our API to which the gateway sends its notifications. */
  readonly webhookPath: string;
  /**
   * Creates a charge; the same paymentId returns the first one. Throws ChargeDenied for one that the gateway refuses, or that exists and whose
   * data it does not give again.
   */
  charge(request: ChargeRequest): Promise<MadeCharge>;
  /** Null for a charge that the gateway does not know. */
  status(charge: ChargeRef): Promise<ChargeStatus | null>;
  /** Voids a charge; one that the gateway does not know counts as void. Returns false if it is settled or cannot be voided. */
  void(charge: ChargeRef): Promise<boolean>;
  /**
   * Sends money of a charge back and returns the gateway's reference or null; the same key never sends twice, because a crash before we store
   * the result repeats the call. Throws RefundRefused where no money has gone back and the gateway sends none; any other error, also for a refund
   * that is under way, says nothing about the money.
   */
  refund(charge: ChargeRef, amount: number, key: string): Promise<string | null>;
  /** Absent where money goes to bank accounts by hand. */
  readonly payouts?: Payouts;
  /** The fields of a notification's body that hold a signature: they are removed before the body is stored. */
  readonly signatureFields: readonly string[];
  /** Verifies signature and age of a notification, then parses it. */
  readNotice(
    rawBody: string,
    headers: Readonly<Record<string, string | undefined>>,
    now: Date,
  ): NoticeResult;
}
