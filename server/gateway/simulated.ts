import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { apiRoot } from '../../contract/limits.ts';
import { Refusal } from '../http/refusal.ts';
import type { Services } from '../services.ts';
import {
  type GatewayRefund,
  type GatewayStatus,
  type NoticeResult,
  type PaymentGateway,
  RefundRefused,
} from './gateway.ts';
import type { Gateways } from './gateways.ts';
import { simulatedMethods } from './methods.ts';
import {
  isNoticeSigned,
  signatureHeader,
  signNotice,
  timestampHeader,
} from './notice-signature.ts';
import { simulatedPaymentData } from './payment-data.ts';

/** The simulated payer's actions with the states of a charge that allow them. */
const outcomeSources = {
  settlement: ['pending', 'expire'],
  expire: ['pending'],
  deny: ['pending'],
  refund: ['settlement', 'partial_refund'],
  reversal: ['settlement', 'partial_refund'],
  chargeback: ['settlement', 'partial_refund'],
} as const satisfies Partial<Record<GatewayStatus, readonly GatewayStatus[]>>;
/** The name of a simulated payer's action. */
export type SimulatedOutcome = keyof typeof outcomeSources;
/** All actions by name. */
export const simulatedOutcomes = Object.keys(outcomeSources) as [
  SimulatedOutcome,
  ...SimulatedOutcome[],
];

/** A charge as the development page shows it. */
export type SimulatedChargeRow = {
  payment_id: string;
  order_code: string;
  amount: number;
  method_code: string;
  status: GatewayStatus;
  expires_at: Date;
};
type StoredCharge = SimulatedChargeRow & {
  refunds: readonly Pick<GatewayRefund, 'key' | 'amount'>[];
};

/** Delivers a notification to the app's webhook; resolves with the HTTP status. */
export type DeliverNotice = (body: string, headers: Record<string, string>) => Promise<number>;

/** The simulated gateway: charges are rows, and signed notifications go through our own HTTP interface. */
export interface SimulatedGateway extends PaymentGateway {
  readonly name: typeof simulatedName;
  /** Sets the delivery of notifications; before it they are lost, as with a broken connection. */
  setDelivery(deliver: DeliverNotice): void;
  /**
   * Simulates the payer: updates the charge and delivers the notification with retries. The same action again only delivers again. Throws
   * 404 for an unknown charge, 409 if it ended otherwise; an expired charge can still be settled, like money sent in the last second, and a
   * settled one can be refunded, reversed or charged back.
   */
  settle(paymentId: string, outcome: SimulatedOutcome): Promise<SimulatedChargeRow>;
  find(paymentId: string): Promise<SimulatedChargeRow | null>;
  pending(): Promise<SimulatedChargeRow[]>;
}

const simulatedName = 'simulated';
const columns = 'payment_id, order_code, amount, method_code, status, refunds, expires_at';
const retryDelaysMs = [100, 500, 2000];
const pendingShown = 100;

const noticeSchema = z.object({
  event_id: z.string().check(z.minLength(1), z.maxLength(200)),
  payment_id: z.string().check(z.maxLength(200)),
  order_code: z.string().check(z.maxLength(200)),
  amount: z.number(),
  currency: z.string().check(z.maxLength(20)),
  status: z.enum([
    'pending',
    'settlement',
    'expire',
    'deny',
    'cancel',
    'refund',
    'reversal',
    'chargeback',
    'partial_refund',
  ]),
  reference: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
});
const currency = 'IDR';
/** States of a charge whose money was returned. */
const returned: readonly GatewayStatus[] = ['refund', 'partial_refund', 'reversal', 'chargeback'];

/** Returns the gateway's reference of returned money; null if none was returned. */
function referenceOf({
  payment_id,
  status,
}: Pick<SimulatedChargeRow, 'payment_id' | 'status'>): string | null {
  return returned.includes(status) ? `SIM-${payment_id.slice(0, 8).toUpperCase()}` : null;
}

/** The refunds of a charge, that by the payer's page included. */
function refundsOf(charge: StoredCharge): GatewayRefund[] {
  const reference = referenceOf({ ...charge, status: 'refund' });
  const own = charge.refunds.map((one) => ({ ...one, state: 'done' as const, reference }));
  const rest = charge.amount - own.reduce((sum, { amount }) => sum + amount, 0);
  if (charge.status !== 'refund' || rest === 0) return own;
  return [...own, { key: 'dashboard', amount: rest, state: 'done', reference }];
}

/** Creates the simulated gateway on the server's own database and clock. */
export function createSimulatedGateway(
  services: Pick<Services, 'db' | 'clock' | 'keys' | 'log'>,
): SimulatedGateway {
  const { db, clock, keys, log } = services;
  let deliver: DeliverNotice | null = null;

  const find = async (paymentId: string): Promise<StoredCharge | null> => {
    await db.query(
      `update simulated_charges set status = 'expire'
       where payment_id = $1 and status = 'pending' and expires_at <= $2`,
      [paymentId, clock.now()],
    );
    const rows = await db.query<StoredCharge>(
      `select ${columns} from simulated_charges where payment_id = $1`,
      [paymentId],
    );
    return rows[0] ?? null;
  };

  const mark = async (paymentId: string, to: GatewayStatus, from: readonly GatewayStatus[]) => {
    await find(paymentId);
    const rows = await db.query<SimulatedChargeRow>(
      `update simulated_charges set status = $2 where payment_id = $1 and status = any($3::text[])
       returning ${columns}`,
      [paymentId, to, from],
    );
    return rows[0] ?? null;
  };

  const notify = async (charge: SimulatedChargeRow) => {
    const body = JSON.stringify({
      event_id: `sim-${charge.payment_id}-${charge.status}`,
      payment_id: charge.payment_id,
      order_code: charge.order_code,
      amount: charge.amount,
      currency,
      status: charge.status,
      reference: referenceOf(charge),
    });
    for (const delay of [0, ...retryDelaysMs]) {
      if (deliver === null) return;
      if (delay > 0) await sleep(delay);
      const timestamp = String(Math.floor(clock.now().getTime() / 1000));
      const status = await deliver(body, {
        'content-type': 'application/json',
        [timestampHeader]: timestamp,
        [signatureHeader]: signNotice(keys.webhook, timestamp, body),
      }).catch(() => 0);
      if (status >= 200 && status < 300) return;
      log.warn({ payment: charge.payment_id, status }, 'a gateway notification was not accepted');
    }
  };

  return {
    name: simulatedName,
    webhookPath: `${apiRoot}/webhooks/payment`,
    methods: simulatedMethods,
    find,
    setDelivery(way) {
      deliver = way;
    },
    pending: () =>
      db.query<SimulatedChargeRow>(
        `select ${columns} from simulated_charges where status = 'pending' and expires_at > $1
         order by created_at desc limit ${pendingShown}`,
        [clock.now()],
      ),
    async settle(paymentId, outcome) {
      const marked =
        (await mark(paymentId, outcome, outcomeSources[outcome])) ?? (await find(paymentId));
      if (marked === null) throw new Refusal(404, 'No such payment at the simulated gateway');
      if (marked.status !== outcome) {
        throw new Refusal(409, `This charge has ended already: ${marked.status}`);
      }
      await notify(marked);
      return marked;
    },
    async charge(request) {
      const data = simulatedPaymentData(request);
      await db.query(
        `insert into simulated_charges (id, payment_id, order_code, amount, method_code, status, expires_at, created_at)
         values ($1, $2, $3, $4, $5, 'pending', $6, $7) on conflict (payment_id) do nothing`,
        [
          randomUUID(),
          request.paymentId,
          request.orderCode,
          request.amount,
          request.methodCode,
          request.expiresAt,
          clock.now(),
        ],
      );
      return { data, reference: null, expiresAt: null };
    },
    async status({ paymentId }) {
      const charge = await find(paymentId);
      if (charge === null) return null;
      const { status, amount } = charge;
      return {
        status,
        amount,
        currency,
        reference: referenceOf(charge),
        refunds: refundsOf(charge),
      };
    },
    async void({ paymentId }) {
      const marked = await mark(paymentId, 'cancel', ['pending', 'cancel']);
      return marked !== null || (await find(paymentId)) === null;
    },
    async refund({ paymentId }, amount, key) {
      await db.query(
        `update simulated_charges c set refunds = refunds || jsonb_build_array(jsonb_build_object('key', $2::text, 'amount', $3::bigint)),
           status = case when s.back + $3 = c.amount then 'refund' else 'partial_refund' end
         from (select coalesce(sum((one ->> 'amount')::bigint), 0) as back from simulated_charges g, jsonb_array_elements(g.refunds) one
           where g.payment_id = $1) s
         where payment_id = $1 and status in ('settlement', 'partial_refund') and s.back + $3 <= c.amount
           and not refunds @> jsonb_build_array(jsonb_build_object('key', $2::text))`,
        [paymentId, key, amount],
      );
      const charge = await find(paymentId);
      const made = charge === null ? [] : refundsOf(charge);
      const own = made.find((one) => one.key === key);
      if (own === undefined)
        throw new RefundRefused('The simulated gateway has nothing to refund.');
      return own.reference;
    },
    signatureFields: [],
    readNotice(rawBody, headers, now): NoticeResult {
      if (!isNoticeSigned(keys.webhook, rawBody, headers, now)) return 'unsigned';
      const notice = noticeSchema.safeParse(parseJson(rawBody));
      if (!notice.success) return 'unreadable';
      return {
        eventId: notice.data.event_id,
        paymentId: notice.data.payment_id,
        orderCode: notice.data.order_code,
        amount: notice.data.amount,
        currency: notice.data.currency,
        status: notice.data.status,
        reference: notice.data.reference ?? null,
      };
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The simulated gateway, whose payer can be controlled; null on a server without it. */
export function simulatedOf({ all }: Pick<Gateways, 'all'>): SimulatedGateway | null {
  return all.find(isSimulated) ?? null;
}

function isSimulated(gateway: PaymentGateway): gateway is SimulatedGateway {
  return gateway.name === simulatedName && 'settle' in gateway;
}
