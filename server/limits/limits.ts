import { createHmac } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { ChallengePort } from '../challenge/challenge.ts';
import { createProofOfWork } from '../challenge/proof-of-work.ts';
import { createServiceChallenge } from '../challenge/service.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import type { Keys } from '../secrets/keys.ts';
import { type Budgets, createBudgets } from './budgets.ts';
import { createDevices, type Devices } from './device.ts';

/** The components of limits: shared budgets, known devices, and challenges in place of refusals (§17.30). */
export interface Limits {
  readonly budgets: Budgets;
  readonly devices: Devices;
  readonly challenge: ChallengePort;
}

/** Creates the limits of one process. Their keys derive from the device key, so all processes share them. */
export function createLimits(given: {
  readonly db: Db;
  readonly config: Pick<Config, 'challenge'>;
  readonly keys: Pick<Keys, 'device'>;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}): Limits {
  const { db, config, keys, log } = given;
  const derived = (purpose: string) =>
    createHmac('sha256', keys.device).update(`roetix ${purpose}`).digest('base64url');
  const work = createProofOfWork(db, derived('challenge'));
  return {
    budgets: createBudgets(db, derived('limit budget'), log),
    devices: createDevices(derived('device cookie')),
    challenge:
      config.challenge === null
        ? work
        : createServiceChallenge(config.challenge, work, {
            warn: (error) => log.warn({ err: error }, 'the challenge service does not respond'),
          }),
  };
}
