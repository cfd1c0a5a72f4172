import { GatewayOverloaded, type PaymentGateway, type Payouts } from '../gateway/gateway.ts';
import type { Gateways } from '../gateway/gateways.ts';
import type { CallOutcome } from './lane.ts';

const badness: readonly CallOutcome[] = ['answered', 'failed', 'tooOften', 'silent'];

/** The gateways, whose calls `hear` learns about. */
export function heardGateways(gateways: Gateways, hear: (outcome: CallOutcome) => void): Gateways {
  const heard = <T extends PaymentGateway | Payouts>(port: T): T =>
    new Proxy(port, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (name === 'payouts' && member != null) return heard(member as Payouts);
        if (typeof member !== 'function' || name === 'readNotice') return member;
        return async (...given: unknown[]) => {
          try {
            const answer: unknown = await Reflect.apply(member, target, given);
            hear('answered');
            return answer;
          } catch (error) {
            hear(outcomeOf(error));
            throw error;
          }
        };
      },
    });
  return {
    ...gateways,
    all: gateways.all.map((gateway) => heard(gateway)),
    of: (name) => heard(gateways.of(name)),
  };
}

/** The worse of two outcomes; null is none. */
export function worse(one: CallOutcome | null, other: CallOutcome): CallOutcome {
  return one === null || badness.indexOf(other) > badness.indexOf(one) ? other : one;
}

function outcomeOf(error: unknown): CallOutcome {
  if (error instanceof GatewayOverloaded) return 'tooOften';
  if (!(error instanceof Error)) return 'failed';
  // A connection that is refused or lost: fetch says no more of it.
  const isUnreached = error instanceof TypeError && error.message === 'fetch failed';
  return error.name === 'TimeoutError' || isUnreached ? 'silent' : 'failed';
}
