import type { CallShape } from '../../contract/call/call.ts';
import type { CallName } from '../../contract/call/calls.ts';
import type { GateCallName } from '../../contract/gate.ts';
import type { Limit } from './budgets.ts';

/** A limit of an account; where `counts` is given, only a body it says true to counts. */
export interface AccountLimit extends Limit {
  readonly counts?: (body: unknown) => boolean;
}

/** Limits of one call: by account, and by network of the caller. */
export interface CallLimits {
  readonly perAccount?: readonly AccountLimit[];
  /** What one host may do (all of `ADDRESS_LIMIT_FACTOR` times as much); wider tiers of networks have multiples of it. */
  readonly perHost?: readonly Limit[];
  /** Beyond the limits of its network a call is not refused: who makes it from an unknown device must solve a challenge. */
  readonly challenges?: true;
}

const minute = 60;

const triesVoucher = (body: unknown) =>
  typeof body === 'object' && body !== null && 'voucher_code' in body && body.voucher_code !== null;

/**
 * Limits of the calls that need their own (resolutions §3, ruling R9). Tries of a code and of a password are counted with their
 * rows, not here. A host may be a carrier's gateway with thousands of phones behind it.
 */
const own: Partial<Record<CallName | GateCallName, CallLimits>> = {
  login: { perHost: [{ calls: 600, seconds: minute }], challenges: true },
  register: { perHost: [{ calls: 30, seconds: minute }], challenges: true },
  generateOtp: { perHost: [{ calls: 300, seconds: minute }], challenges: true },
  forgotPassword: { perHost: [{ calls: 30, seconds: minute }], challenges: true },
  resetPassword: { perHost: [{ calls: 60, seconds: minute }], challenges: true },
  changePhoto: { perAccount: [{ calls: 10, seconds: minute }] },
  // Beyond a network's share of a day a device works for each message; what one address may send is counted with its rows.
  sendContact: { perHost: [{ calls: 30, seconds: 24 * 60 * minute }], challenges: true },
  googleUrl: { perHost: [{ calls: 600, seconds: minute }] },
  eventSearch: { perHost: [{ calls: 3_000, seconds: minute }] },
  // Pricing follows every tap on the map; only a guess at a voucher is scarce.
  orderPreview: {
    perAccount: [
      { calls: 10, seconds: minute, counts: triesVoucher },
      { calls: 60, seconds: minute },
    ],
  },
  joinQueue: { perAccount: [{ calls: 6, seconds: minute }] },
  createDraft: { perAccount: [{ calls: 10, seconds: minute }] },
  createPayment: { perAccount: [{ calls: 5, seconds: minute }] },
  // Each one is a call of the gateway, as each charge is.
  voidPayment: { perAccount: [{ calls: 5, seconds: minute }] },
  paymentStatus: { perAccount: [{ calls: 12, seconds: minute }] },
  // Every phone of a venue stands behind one address; a pass is far too long to be guessed.
  gateEvent: { perHost: [{ calls: 1_200, seconds: minute }] },
  gateNews: { perHost: [{ calls: 3_000, seconds: minute }] },
  gateScans: { perHost: [{ calls: 6_000, seconds: minute }] },
};

/** What a call may do that has no limit of its own: a person is told by the account, so a network may hold very many. */
const standard = {
  perAccount: [{ calls: 600, seconds: minute }],
  perPublicHost: [{ calls: 6_000, seconds: minute }],
  perHost: [{ calls: 60_000, seconds: minute }],
} as const;

/** Limits of one row, none left out. */
export interface RowLimits {
  readonly perAccount: readonly AccountLimit[];
  readonly perHost: readonly Limit[];
  readonly challenges: boolean;
  /** False where the limits of accounts are the standard ones, which RATE_LIMITS=off turns off too. */
  readonly countsAlways: boolean;
}

/** The limits of a row of the route table: its own, and the standard ones where it has none. */
export function limitsOf(name: string, call: Pick<CallShape, 'access'>): RowLimits {
  const { perAccount, perHost, challenges = false } = own[name as CallName | GateCallName] ?? {};
  const isOfAccount = call.access === 'account' || call.access === 'verified';
  return {
    perAccount: perAccount ?? (isOfAccount ? standard.perAccount : []),
    perHost: perHost ?? (isOfAccount ? standard.perHost : standard.perPublicHost),
    challenges,
    countsAlways: perAccount !== undefined,
  };
}
