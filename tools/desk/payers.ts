import {
  type SimulatedGateway,
  type SimulatedOutcome,
  simulatedOf,
  simulatedOutcomes,
} from '../../server/gateway/simulated.ts';
import { Refusal } from '../../server/http/refusal.ts';
import type { Services } from '../../server/services.ts';
import type { Twin, TwinAct, TwinCharge } from './twins/twin.ts';

type Charge = Awaited<ReturnType<SimulatedGateway['settle']>>;

/** A charge whose payer the tools play, with the outcomes that its gateway knows. */
export interface PlayedCharge extends Charge {
  readonly gateway: string;
  readonly outcomes: readonly SimulatedOutcome[];
}

/** The payers of every gateway that moves no money here: the simulated one and the twins. */
export interface Payers {
  readonly twins: readonly Twin[];
  find(paymentId: string): Promise<PlayedCharge | null>;
  /** Those that wait for their payer, the newest first. */
  pending(): Promise<PlayedCharge[]>;
  /**
   * Plays the payer or the bank; the same outcome again only notifies again. Throws 404 for an unknown charge, 409 for an outcome that its
   * status does not allow.
   */
  settle(paymentId: string, outcome: SimulatedOutcome): Promise<PlayedCharge>;
}

const actOf: Readonly<Record<SimulatedOutcome, TwinAct>> = {
  settlement: 'settle',
  expire: 'expire',
  deny: 'deny',
  refund: 'refund',
  reversal: 'reverse',
  chargeback: 'chargeback',
};

/** The payers of this server. */
export function createPayers(
  { db, gateways }: Pick<Services, 'db' | 'gateways'>,
  twins: readonly Twin[],
): Payers {
  const simulated = simulatedOf(gateways);
  const played = (charge: Charge): PlayedCharge => ({
    ...charge,
    gateway: 'simulated',
    outcomes: simulatedOutcomes,
  });
  const codesOf = async (ids: readonly string[]) => {
    if (ids.length === 0) return new Map<string, string>();
    const rows = await db.query<{ id: string; code: string }>(
      'select p.id, o.order_code as code from payments p join orders o on o.id = p.order_id where p.id = any($1::uuid[])',
      [ids],
    );
    return new Map(rows.map(({ id, code }) => [id, code]));
  };
  const fromTwin = (
    { name }: Twin,
    charge: TwinCharge,
    codes: ReadonlyMap<string, string>,
  ): PlayedCharge => ({
    payment_id: charge.paymentId,
    order_code: codes.get(charge.paymentId) ?? charge.paymentId,
    amount: charge.amount,
    method_code: charge.method,
    status: charge.status,
    expires_at: charge.expiresAt,
    gateway: name,
    outcomes: simulatedOutcomes.filter((outcome) => charge.acts.includes(actOf[outcome])),
  });
  const ofTwins = async (wanted: (charge: TwinCharge) => boolean) => {
    const found = twins.flatMap((twin) =>
      twin
        .charges()
        .filter(wanted)
        .map((charge) => [twin, charge] as const),
    );
    const codes = await codesOf(found.map(([, { paymentId }]) => paymentId));
    return found.map(([twin, charge]) => fromTwin(twin, charge, codes)).reverse();
  };
  const find = async (paymentId: string) => {
    const charge = (await simulated?.find(paymentId)) ?? null;
    if (charge !== null) return played(charge);
    return (await ofTwins((one) => one.paymentId === paymentId))[0] ?? null;
  };

  return {
    twins,
    find,
    async pending() {
      const own = ((await simulated?.pending()) ?? []).map(played);
      return [...(await ofTwins(({ status }) => status === 'pending')), ...own];
    },
    async settle(paymentId, outcome) {
      const charge = await find(paymentId);
      if (charge === null) throw new Refusal(404, 'No such payment at the gateways played here');
      const twin = twins.find(({ name }) => name === charge.gateway);
      if (twin === undefined && simulated !== null) {
        return played(await simulated.settle(paymentId, outcome));
      }
      await twin?.act(paymentId, charge.status === outcome ? 'repeat' : actOf[outcome]);
      return (await find(paymentId)) ?? charge;
    },
  };
}
