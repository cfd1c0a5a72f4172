import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

const payoutSchema = z.object({
  reference_id: z.string(),
  channel_code: z.string().check(z.regex(/^ID_[A-Z]+$/)),
  channel_properties: z.object({
    account_number: z.string().check(z.regex(/^\d+$/)),
    account_holder_name: z.string(),
  }),
  amount: z.number().check(z.positive()),
  currency: z.literal('IDR'),
});
const holderSchema = z.object({
  bank_code: z.string(),
  bank_account_number: z.string().check(z.regex(/^\d+$/)),
});

interface TwinPayout {
  readonly id: string;
  readonly reference_id: string;
  readonly amount: number;
  readonly account: string;
  status: string;
  failure_code?: string;
}

/** Ends of account numbers, by what the bank of the twin does with them. */
export const twinAccounts = { unknown: '000', closed: '111', asleep: '222', poor: '333' } as const;

/**
 * Mounts the payouts of the twin under `root`: accepted at first, ended at the next look. An account number that ends with one of
 * `twinAccounts` is unknown to the bank, refused, sent back, or meets an empty balance. Returns what of a payment, in whole rupiah, is on its way to an account or has arrived.
 */
export function mountTwinPayouts(
  scope: FastifyInstance,
  root: string,
): (paymentId: string) => number {
  const payouts = new Map<string, TwinPayout>();

  scope.post(`${root}/bank_account_data_requests`, async (request, reply) => {
    const body = holderSchema.safeParse(request.body);
    if (!body.success) return reply.code(400).send({ error_code: 'API_VALIDATION_ERROR' });
    const { bank_account_number: number } = body.data;
    if (number.endsWith(twinAccounts.unknown)) return reply.send({ status: 'FAILURE' });
    return reply.send({ status: 'SUCCESS', bank_account_holder_name: 'SITI CONTOH AMINAH' });
  });

  scope.post(`${root}/v2/payouts`, async (request, reply) => {
    const body = payoutSchema.safeParse(request.body);
    if (!body.success) return reply.code(400).send({ error_code: 'API_VALIDATION_ERROR' });
    const { reference_id, amount, channel_properties } = body.data;
    const first = payouts.get(reference_id);
    if (first !== undefined && request.headers['idempotency-key'] !== reference_id) {
      return reply.code(400).send({ error_code: 'DUPLICATE_ERROR' });
    }
    const payout = first ?? {
      id: `disb-${randomUUID()}`,
      reference_id,
      amount,
      account: channel_properties.account_number,
      status: 'ACCEPTED',
    };
    payouts.set(reference_id, payout);
    // A repeated key gives the first response again.
    return reply.send({ ...payout, status: 'ACCEPTED' });
  });

  scope.get<{ Querystring: { reference_id?: string } }>(
    `${root}/v2/payouts`,
    async (request, reply) => {
      const payout = payouts.get(request.query.reference_id ?? '');
      if (payout !== undefined) settle(payout);
      return reply.send({ data: payout === undefined ? [] : [payout] });
    },
  );

  return (paymentId) =>
    [...payouts.values()]
      .filter(({ reference_id: id, status }) => id.startsWith(paymentId) && standing.has(status))
      .reduce((sum, { amount }) => sum + amount, 0);
}

const standing: ReadonlySet<string> = new Set(['ACCEPTED', 'SUCCEEDED']);

function settle(payout: TwinPayout): void {
  const { account } = payout;
  if (account.endsWith(twinAccounts.closed)) {
    Object.assign(payout, { status: 'FAILED', failure_code: 'INVALID_DESTINATION' });
  } else if (account.endsWith(twinAccounts.poor)) {
    Object.assign(payout, { status: 'FAILED', failure_code: 'INSUFFICIENT_BALANCE' });
  } else payout.status = account.endsWith(twinAccounts.asleep) ? 'REVERSED' : 'SUCCEEDED';
}
