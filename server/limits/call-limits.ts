import type { AnyCallName } from '../../contract/call/all-calls.ts';
import type { CallShape } from '../../contract/call/call.ts';
import type { Limit } from './budgets.ts';

/** A limit per account; with `counts`, only bodies for which it returns true count. */
export interface AccountLimit extends Limit {
  readonly counts?: (body: unknown) => boolean;
}

/** Limits of one call, per account and per network of the caller. */
export interface CallLimits {
  readonly perAccount?: readonly AccountLimit[];
  /** Limit of one host, multiplied by `ADDRESS_LIMIT_FACTOR`; wider tiers of networks have multiples of it. */
  readonly perHost?: readonly Limit[];
  /** Beyond the limits of its network a call from an unknown device is not refused but must solve a challenge. */
  readonly challenges?: true;
}

const minute = 60;

const triesVoucher = (body: unknown) =>
  typeof body === 'object' && body !== null && 'voucher_code' in body && body.voucher_code !== null;

/**
 * Limits of the calls that need their own (§17.31, §17.30). Attempts at passwords, one-time codes and presale codes are counted where they are
 * judged, not here.
 * A host may be a carrier's gateway with thousands of phones behind it.
 */
const own: Partial<Record<AnyCallName, CallLimits>> = {
  login: { perHost: [{ calls: 600, seconds: minute }], challenges: true },
  register: { perHost: [{ calls: 30, seconds: minute }], challenges: true },
  generateOtp: { perHost: [{ calls: 300, seconds: minute }], challenges: true },
  forgotPassword: { perHost: [{ calls: 30, seconds: minute }], challenges: true },
  resetPassword: { perHost: [{ calls: 60, seconds: minute }], challenges: true },
  changePhoto: { perAccount: [{ calls: 10, seconds: minute }] },
  // Beyond the daily share of a network every message needs a challenge; messages per e-mail address are counted in their rows.
  sendContact: { perHost: [{ calls: 30, seconds: 24 * 60 * minute }], challenges: true },
  googleUrl: { perHost: [{ calls: 600, seconds: minute }] },
  eventSearch: { perHost: [{ calls: 3_000, seconds: minute }] },
  // The page requests prices after every tap on the map; guesses at vouchers have fewer calls.
  orderPreview: {
    perAccount: [
      { calls: 10, seconds: minute, counts: triesVoucher },
      { calls: 60, seconds: minute },
    ],
  },
  joinQueue: { perAccount: [{ calls: 6, seconds: minute }] },
  setTurnPush: { perAccount: [{ calls: 10, seconds: minute }] },
  joinWaitingList: { perAccount: [{ calls: 6, seconds: minute }] },
  leaveWaitingList: { perAccount: [{ calls: 6, seconds: minute }] },
  createDraft: { perAccount: [{ calls: 10, seconds: minute }] },
  createPayment: { perAccount: [{ calls: 5, seconds: minute }] },
  // Each retry is a call of the gateway, as each charge is.
  voidPayment: { perAccount: [{ calls: 5, seconds: minute }] },
  askOrderRefund: { perAccount: [{ calls: 6, seconds: minute }] },
  keepTickets: { perAccount: [{ calls: 6, seconds: minute }] },
  saveLaterForms: { perAccount: [{ calls: 20, seconds: minute }] },
  offerTransfer: { perAccount: [{ calls: 20, seconds: minute }] },
  // Each is a paid question to a bank, and only the holder of a signed link can ask.
  checkRefundAccount: { perHost: [{ calls: 60, seconds: 60 * minute }] },
  giveRefundAccount: { perHost: [{ calls: 60, seconds: 60 * minute }] },
  paymentStatus: { perAccount: [{ calls: 12, seconds: minute }] },
  // All phones of a venue may share one address; a pass is too long to be guessed.
  gateEvent: { perHost: [{ calls: 1_200, seconds: minute }] },
  gateNews: { perHost: [{ calls: 3_000, seconds: minute }] },
  gateScans: { perHost: [{ calls: 6_000, seconds: minute }] },
  // The staff of a shop share an office; the failures of each person are counted where they are judged.
  staffSignIn: { perHost: [{ calls: 30, seconds: minute }] },
  readInvitation: { perHost: [{ calls: 60, seconds: minute }] },
  acceptInvitation: { perHost: [{ calls: 30, seconds: minute }] },
};

/** Default limits: the account identifies a person, so a network may make very many calls. */
const standard = {
  perAccount: [{ calls: 600, seconds: minute }],
  perPublicHost: [{ calls: 6_000, seconds: minute }],
  perHost: [{ calls: 60_000, seconds: minute }],
} as const;

/** The complete limits of one call. */
export interface RowLimits {
  readonly perAccount: readonly AccountLimit[];
  readonly perHost: readonly Limit[];
  readonly challenges: boolean;
  /** False for the default limits of accounts, which RATE_LIMITS=off disables too. */
  readonly countsAlways: boolean;
}

/** Returns the limits of a call: its own, else the default ones. */
export function limitsOf(name: string, call: Pick<CallShape, 'access'>): RowLimits {
  const { perAccount, perHost, challenges = false } = own[name as AnyCallName] ?? {};
  const isOfAccount = call.access === 'account' || call.access === 'verified';
  return {
    perAccount: perAccount ?? (isOfAccount ? standard.perAccount : []),
    perHost: perHost ?? (isOfAccount ? standard.perHost : standard.perPublicHost),
    challenges,
    countsAlways: perAccount !== undefined,
  };
}
