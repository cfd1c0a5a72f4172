import type { FastifyRequest } from 'fastify';
import { challengeHeader } from '../../contract/limits.ts';
import { type ChallengeBond, hardest } from '../challenge/challenge.ts';
import type { Config } from '../config.ts';
import { isHttps } from '../http/caller.ts';
import type { Cookie } from '../http/cookies.ts';
import { refusal } from '../http/refuse.ts';
import type { Limit } from './budgets.ts';
import { type Device, deviceLifeSeconds } from './device.ts';
import type { Limits } from './limits.ts';
import { type Network, networkOf, tierFactors, tiers } from './networks.ts';
import type { Visitor } from './visitor.ts';

const plainName = 'roetix_device';
/** Failed sign-ins of unknown devices in one network, after which its unknown devices must solve a challenge. */
const failures: Limit = { calls: 30, seconds: 60 };

/** Dependencies of readVisitor. */
export interface VisitorTools {
  readonly config: Pick<Config, 'publicUrl' | 'rateLimits' | 'addressLimitFactor'>;
  readonly clock: { now(): Date };
  readonly limits: Limits;
}

/** Identifies the visitor that makes a call: `call` is its name, `accountKey` the account it concerns (as of `accountKey()`), or null. */
export function visitorOf(
  tools: VisitorTools,
  request: FastifyRequest,
  call: string,
  accountKey: string | null,
): Visitor {
  const { config, clock, limits } = tools;
  const network = networkOf(request.ip);
  const device = deviceOf(tools, request);
  const bond: ChallengeBond = { call, subject: accountKey ?? '' };
  const answer = request.headers[challengeHeader];
  let proof: Promise<number | null> | undefined;
  let proven: number | null = null;
  const noted: (readonly [string, Limit])[] = [];
  const isKnown = accountKey !== null && limits.devices.knows(device, accountKey);
  // One step less is accepted: the required hardness may have risen while the visitor solved the challenge.
  const hasProven = (hardness = 0) => proven !== null && proven >= Math.min(hardness, hardest) - 1;
  const counted = () => networkLimits(config, 'failed sign-ins', network, failures);
  return {
    network,
    line: `${call} ${network.host}`,
    device,
    isKnown,
    hasProven,
    async prove(hardness = 0) {
      if (typeof answer === 'string') {
        proof ??= limits.challenge.accept(answer, bond, clock.now());
        proven = await proof;
      }
      if (hasProven(hardness)) return;
      const challenge = limits.challenge.issue(bond, hardness, clock.now());
      throw refusal('challengeRequired', { meta: { challenge } });
    },
    async countFailure() {
      if (!config.rateLimits || isKnown) return true;
      for (const [key, limit] of counted()) {
        // Calls beyond the limit of a host do not count against the networks around it.
        if ((await limits.budgets.spend(key, limit, clock.now())) > 0) return false;
        noted.push([key, limit]);
      }
      return true;
    },
    forgetFailure() {
      for (const [key, limit] of noted.splice(0)) limits.budgets.giveBack(key, limit, clock.now());
    },
  };
}

/** Returns the limit of a host and those of its wider networks, each with its key. */
export function networkLimits(
  config: Pick<Config, 'addressLimitFactor'>,
  name: string,
  network: Network,
  limit: Limit,
): readonly (readonly [key: string, limit: Limit])[] {
  return tiers.map((tier) => [
    `${name} ${tier} ${network[tier]}`,
    {
      calls: limit.calls * tierFactors[tier] * config.addressLimitFactor,
      seconds: limit.seconds,
    },
  ]);
}

/** Counts a call against the networks of its address; returns the seconds to wait if one of them has reached a limit. */
export async function spendNetwork(
  { config, clock, limits }: VisitorTools,
  address: string,
  name: string,
  perHost: readonly Limit[],
): Promise<number> {
  if (!config.rateLimits) return 0;
  const network = networkOf(address);
  for (const limit of perHost) {
    // A call that a single host may no longer make does not count against its wider networks.
    for (const [key, tier] of networkLimits(config, name, network, limit)) {
      const wait = await limits.budgets.spend(key, tier, clock.now());
      if (wait > 0) return wait;
    }
  }
  return 0;
}

/** Returns the device of a request's cookie; null without a valid one. */
function deviceOf({ config, clock, limits }: VisitorTools, request: FastifyRequest): Device | null {
  return limits.devices.read(request.cookies[cookieName(config, request)], clock.now());
}

/** Sets the cookie that makes a browser a known device of an account, in addition to its other accounts. */
export function knownDeviceCookie(
  tools: VisitorTools,
  request: FastifyRequest,
  accountKey: string,
): Cookie {
  return deviceCookie(
    tools,
    request,
    tools.limits.devices.with(deviceOf(tools, request), accountKey),
  );
}

/** Returns the Set-Cookie value of a device. */
export function deviceCookie(
  { config, clock, limits }: VisitorTools,
  request: FastifyRequest,
  device: Device,
): Cookie {
  return {
    name: cookieName(config, request),
    value: limits.devices.write(device, clock.now()),
    maxAgeSeconds: deviceLifeSeconds,
  };
}

function cookieName(config: VisitorTools['config'], request: FastifyRequest): string {
  return isHttps(config, request.protocol === 'https') ? `__Host-${plainName}` : plainName;
}
