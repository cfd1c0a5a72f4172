import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayStatus } from '../../../server/gateway/gateway.ts';
import { Refusal } from '../../../server/http/refusal.ts';

/**
 * What the other end does to a charge. 'reverse' denies one that was settled, as banks do within minutes; 'repeat' sends the notification of the
 * present status again; 'refund' and 'refundPart' are what staff do in the dashboard with all or half of the money that is left.
 */
export const twinActs = [
  'settle',
  'deny',
  'expire',
  'reverse',
  'chargeback',
  'refund',
  'refundPart',
  'repeat',
] as const;
/** What a person at the other end does to a charge. */
export type TwinAct = (typeof twinActs)[number];

/**
 * Fault of the next call: an error of the gateway, no response in time, a call that is carried out and whose response is lost, a first call
 * that still runs, a method that the merchant may not use, a response for another amount, a wallet that denies at once, a refund that is refused.
 */
export const twinFaults = [
  'error',
  'slow',
  'lost',
  'running',
  'disabled',
  'otherAmount',
  'denied',
  'refundRefused',
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

/** A charge of a twin as its page shows it. */
export interface TwinCharge {
  readonly paymentId: string;
  /** Code of our payment method. */
  readonly method: string;
  /** Whole rupiah. */
  readonly amount: number;
  /** Whole rupiah that the payer sent, and that went back by whatever way the twin knows. */
  readonly received: number;
  readonly returned: number;
  readonly status: GatewayStatus;
  /** What may happen to it now. */
  readonly acts: readonly TwinAct[];
  readonly expiresAt: Date;
}

/** How a twin behaves at present. */
export interface TwinMood {
  /** The fault of the next call; null for none. */
  readonly fault: TwinFault | null;
  readonly post: TwinPost;
  /** Notifications that wait for `flush`. */
  readonly kept: number;
  /** Seconds by which expiries come late. */
  readonly lateSeconds: number;
}

/** Where the charges of a twin survive a restart of its server, as JSON texts by payment id. */
export interface TwinStore {
  readonly read: readonly { readonly paymentId: string; readonly text: string }[];
  save(paymentId: string, text: string): Promise<void>;
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
  expireLate(seconds: number): void;
  mood(): TwinMood;
  /** Forgets every charge, fault and notification. */
  reset(): void;
}

/** Time for which a faulty call stays without a response, beyond the limit of every adapter. */
const slowMs = 20_000;

/** The behaviour of a twin, as its page steers it. */
export function createTwinControls(deliver: DeliverTwinNotice, now: () => Date) {
  const usual: TwinMood = { fault: null, post: 'once', kept: 0, lateSeconds: 0 };
  let mood = usual;
  let kept: TwinNotice[] = [];
  const steering: Pick<Twin, 'faultNext' | 'post' | 'flush' | 'expireLate' | 'mood'> = {
    faultNext(fault) {
      mood = { ...mood, fault };
    },
    post(post) {
      mood = { ...mood, post };
    },
    async flush() {
      const notices = kept.reverse();
      kept = [];
      for (const notice of notices) await deliver(notice);
    },
    expireLate(lateSeconds) {
      mood = { ...mood, lateSeconds };
    },
    mood: () => ({ ...mood, kept: kept.length }),
  };
  return {
    steering,
    reset() {
      mood = usual;
      kept = [];
    },
    /** Takes the fault of this call if it is this one. */
    takeFault(fault: TwinFault): boolean {
      if (mood.fault !== fault) return false;
      mood = { ...mood, fault: null };
      return true;
    },
    async notify(notice: TwinNotice) {
      if (mood.post === 'swapped') kept.push(notice);
      if (mood.post === 'once') await deliver(notice);
      if (mood.post === 'thrice') {
        for (let time = 0; time < 3; time += 1) await deliver(notice);
      }
    },
    /** True once a charge with this end has expired. */
    isOver: (end: Date) => end.getTime() <= now().getTime() - mood.lateSeconds * 1000,
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

/** The charge. Throws Refusal 404 without one, 409 for an act that is not among `acts`. */
export function chargeFor<Charge extends { readonly status: string }>(
  charge: Charge | undefined,
  act: TwinAct,
  acts: (status: string) => readonly TwinAct[],
): Charge {
  if (charge === undefined) throw new Refusal(404, 'No such charge at this twin');
  if (acts(charge.status).includes(act)) return charge;
  throw new Refusal(409, `This charge allows no '${act}' now: it is ${charge.status}`);
}

/** The acts that a status allows; a notification may come again in every one. */
export function actsIn(
  table: Readonly<Record<Exclude<TwinAct, 'repeat'>, { readonly from: readonly string[] }>>,
): (status: string) => readonly TwinAct[] {
  return (status) => twinActs.filter((act) => act === 'repeat' || table[act].from.includes(status));
}
