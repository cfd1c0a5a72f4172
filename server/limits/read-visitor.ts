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
/** Failed sign-ins of unknown devices in one network before each of its unknown devices is asked for proof. */
const failures: Limit = { calls: 30, seconds: 60 };

/** What visitors are made from. */
export interface VisitorTools {
  readonly config: Pick<Config, 'publicUrl' | 'rateLimits' | 'addressLimitFactor'>;
  readonly clock: { now(): Date };
  readonly limits: Limits;
}

/** Reads who makes a call: `call` is its name, `accountKey` the account it is about (as of `accountKey()`), null where it is about none. */
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
  // One step less is as good: it may have become harder while somebody was at work.
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
        // What a full host may not do is no burden of the networks around it.
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

/** A limit of a host with those of the wider networks around it, each with its key. */
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

/** The device of a request's cookie; null where it has none of ours. */
function deviceOf({ config, clock, limits }: VisitorTools, request: FastifyRequest): Device | null {
  return limits.devices.read(request.cookies[cookieName(config, request)], clock.now());
}

/** The cookie that makes a browser a known device of an account, beside those it is known to already. */
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

/** The cookie of a device. */
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
