import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../http/refusal.ts';

/** What a person at the other end does to a charge. 'reverse' denies one that was settled, as banks do within minutes. */
export const twinActs = ['settle', 'deny', 'expire', 'reverse', 'chargeback', 'refund'] as const;
/** What a person at the other end does to a charge. */
export type TwinAct = (typeof twinActs)[number];

/**
 * Fault of the next call: an error of the gateway, no response in time, a call that is carried out and whose response is lost, a first call
 * that still runs, a method that the merchant may not use, a response for another amount, a wallet that denies at once.
 */
export const twinFaults = [
  'error',
  'slow',
  'lost',
  'running',
  'disabled',
  'otherAmount',
  'denied',
] as const;
/** Fault of the next call. */
export type TwinFault = (typeof twinFaults)[number];

/** How notifications travel: one each, three times, kept until a later one has gone first, or not at all. */
export const twinPosts = ['once', 'thrice', 'swapped', 'lost'] as const;
/** How notifications travel. */
export type TwinPost = (typeof twinPosts)[number];

/** One notification as it was written. */
export interface TwinNotice {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends a notification to the shop; returns the HTTP status of its response. */
export type DeliverTwinNotice = (notice: TwinNotice) => Promise<number>;

/** A charge as the page of the twin shows it. */
export interface TwinCharge {
  readonly paymentId: string;
  readonly method: string;
  /** Whole rupiah. */
  readonly amount: number;
  readonly status: string;
  readonly expiresAt: Date;
}

/** The steering of a twin: a server of ours that speaks the wire of a payment gateway (decision 072). */
export interface Twin {
  readonly name: string;
  /** Charges in the order of their creation, with the expiries that are due. */
  charges(): readonly TwinCharge[];
  /** Throws Refusal 404 for an unknown charge, 409 for an act that its status does not allow. */
  act(paymentId: string, act: TwinAct): Promise<void>;
  /** Applies to the next call alone. */
  faultNext(fault: TwinFault): void;
  post(way: TwinPost): void;
  /** Sends the kept notifications, the newest first. */
  flush(): Promise<void>;
  /** Seconds by which expiries come late. */
  expireLate(seconds: number): void;
}

/** Time for which a faulty call stays without a response, beyond the limit of every adapter. */
const slowMs = 20_000;

/** The notifications of a twin. */
export function createTwinPost(deliver: DeliverTwinNotice) {
  let way: TwinPost = 'once';
  let kept: TwinNotice[] = [];
  const flush = async () => {
    const notices = kept.reverse();
    kept = [];
    for (const notice of notices) await deliver(notice);
  };
  return {
    set(next: TwinPost) {
      way = next;
    },
    flush,
    async send(notice: TwinNotice) {
      if (way === 'swapped') kept.push(notice);
      if (way === 'once') await deliver(notice);
      if (way === 'thrice') {
        for (let time = 0; time < 3; time += 1) await deliver(notice);
      }
    },
  };
}

/** The fault of the next call, taken once. */
export function createTwinFaults() {
  let next: TwinFault | null = null;
  return {
    set(fault: TwinFault) {
      next = fault;
    },
    /** Takes the fault if it is this one. */
    take(fault: TwinFault): boolean {
      if (next !== fault) return false;
      next = null;
      return true;
    },
  };
}

/** Leaves a call without a response until its client gives up. */
export async function staySilent(request: FastifyRequest): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, slowMs);
    timer.unref();
    request.raw.socket?.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Loses a response the way a proxy does: with a page of its own. */
export function loseResponse(reply: FastifyReply): FastifyReply {
  return reply.code(502).type('text/html').send('<html><body>Bad Gateway</body></html>');
}

/** True if a request carries this key as the user of Basic authentication, without a password. */
export function isKeyRight(request: FastifyRequest, key: string): boolean {
  return request.headers.authorization === `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
}

/** The charge, or Refusal 404. */
export function knownCharge<Charge>(charge: Charge | undefined): Charge {
  if (charge === undefined) throw new Refusal(404, 'No such charge at this twin');
  return charge;
}
