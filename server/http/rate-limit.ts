import type { CallName } from '../../contract/calls.ts';
import type { GateCallName } from '../../contract/gate.ts';
import { Refusal } from './refusal.ts';

/** So many calls in so many seconds. */
export interface Limit {
  readonly calls: number;
  readonly seconds: number;
  /** Where given, only a body it says true to counts. */
  readonly counts?: (body: unknown) => boolean;
}

/** Limits of one call: by network address, and by account. */
export interface CallLimits {
  readonly perAddress?: readonly Limit[];
  readonly perAccount?: readonly Limit[];
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

const triesVoucher = (body: unknown) =>
  typeof body === 'object' && body !== null && 'voucher_code' in body && body.voucher_code !== null;

/** Every limit of the API (resolutions §3). Tries of a code and of a password are counted with their rows, not here. */
export const callLimits: Partial<Record<CallName | GateCallName, CallLimits>> = {
  login: { perAddress: [{ calls: 10, seconds: minute }] },
  register: { perAddress: [{ calls: 5, seconds: hour }] },
  googleUrl: { perAddress: [{ calls: 10, seconds: minute }] },
  generateOtp: { perAddress: [{ calls: 20, seconds: day }] },
  forgotPassword: {
    perAddress: [
      { calls: 5, seconds: minute },
      { calls: 20, seconds: day },
    ],
  },
  resetPassword: { perAddress: [{ calls: 10, seconds: minute }] },
  eventSearch: { perAddress: [{ calls: 60, seconds: minute }] },
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
  paymentStatus: { perAccount: [{ calls: 12, seconds: minute }] },
  // Every phone of a venue stands behind one address; a pass is far too long to be guessed.
  gateEvent: { perAddress: [{ calls: 120, seconds: minute }] },
  gateNews: { perAddress: [{ calls: 120, seconds: minute }] },
  gateScans: { perAddress: [{ calls: 600, seconds: minute }] },
};

/** Counts calls in fixed windows, in memory of this process. */
export interface RateCounter {
  /** Counts one call under `key`. Throws Refusal 429 with the wait when the window is full. */
  take(key: string, limit: Limit, now: Date): void;
  /** Opens every window anew: a development reset leaves nobody waiting. */
  clear(): void;
}

/** Windows kept before the outlived ones are swept for the first time. */
const sweepAtLeast = 10_000;

/** What one customer of a network has: the address, of IPv6 the first 64 bits, of which anybody has all the rest. */
export function limitedAddress(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail = ''] = plain.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === '' ? [] : tail.split(':');
  const zeros = plain.includes('::') ? Math.max(0, 8 - front.length - back.length) : 0;
  return [...front, ...Array<string>(zeros).fill('0'), ...back].slice(0, 4).join(':').toLowerCase();
}

export function createRateCounter(): RateCounter {
  const windows = new Map<string, { endsAt: number; used: number }>();
  let sweepAt = sweepAtLeast;
  const sweep = (now: number) => {
    for (const [key, window] of windows) if (window.endsAt <= now) windows.delete(key);
    // Twice what is still open, so that a flood of long windows is not walked through at every call.
    sweepAt = Math.max(sweepAtLeast, 2 * windows.size);
  };
  return {
    take(key, limit, now) {
      const time = now.getTime();
      const id = `${key} ${limit.calls}/${limit.seconds}`;
      const open = windows.get(id);
      // A window that begins later than now was opened before the development clock was set back.
      if (open === undefined || open.endsAt <= time || open.endsAt - limit.seconds * 1000 > time) {
        if (windows.size >= sweepAt) sweep(time);
        windows.set(id, { endsAt: time + limit.seconds * 1000, used: 1 });
        return;
      }
      if (open.used >= limit.calls) {
        throw new Refusal(429, 'Too many requests. Please wait a moment and try again.', {
          retryAfterSeconds: (open.endsAt - time) / 1000,
        });
      }
      open.used += 1;
    },
    clear: () => windows.clear(),
  };
}
