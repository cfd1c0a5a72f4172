import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Db } from './db/db.ts';
import type { Documents } from './documents/documents.ts';
import type { ReadRoomFacts } from './domain/room-facts.ts';
import type { PaymentGateway } from './gateway/gateway.ts';
import type { CpuBudget } from './http/cpu-budget.ts';
import type { Keys } from './keys.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Broker } from './realtime/broker.ts';

/** Everything a rule or a route may need, made once in app.ts and passed down; no module keeps state of its own. */
export interface Services {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  readonly keys: Keys;
  readonly broker: Broker;
  readonly gateway: PaymentGateway;
  readonly mailer: Mailer;
  readonly roomFacts: ReadRoomFacts;
  readonly budget: CpuBudget;
  readonly documents: Documents;
  readonly log: FastifyBaseLogger;
}
