import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Db } from './db/db.ts';
import type { Lane } from './db/lanes.ts';
import type { Presence } from './db/presence.ts';
import type { Documents } from './documents/documents.ts';
import type { KeptReads } from './domain/catalogue/kept-reads.ts';
import type { Lines } from './domain/line/lines.ts';
import type { Contacts } from './domain/session/contacts.ts';
import type { Listening } from './domain/session/listening.ts';
import type { ReadQueueFacts } from './domain/session/queue-facts.ts';
import type { SessionReads } from './domain/session/session-reads.ts';
import type { Gateways } from './gateway/gateways.ts';
import type { CpuBudget } from './http/cpu-budget.ts';
import type { LegalTexts } from './legal/texts.ts';
import type { Limits } from './limits/limits.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Pictures, PosterColourReader } from './pictures/pictures.ts';
import type { Push } from './push/push.ts';
import type { Broker } from './realtime/broker.ts';
import type { Keys } from './secrets/keys.ts';

/** Everything that a rule or a route may need, created once in app.ts and passed down; no module has state of its own. */
export interface Services {
  readonly config: Config;
  readonly db: Db;
  /** The sign of this process for other processes over the database. */
  readonly presence: Presence;
  readonly clock: Clock;
  readonly keys: Keys;
  readonly broker: Broker;
  readonly gateways: Gateways;
  readonly mailer: Mailer;
  /** Null where the settings have no keys for notifications. */
  readonly push: Push | null;
  readonly limits: Limits;
  readonly queueFacts: ReadQueueFacts;
  readonly sessionReads: SessionReads;
  readonly contacts: Contacts;
  readonly listening: Listening;
  readonly lines: Lines;
  readonly budget: CpuBudget;
  readonly keptReads: KeptReads;
  /** Null where the settings open no port for metrics. */
  readonly metrics: Metrics | null;
  /** Starts the jobs that are due: for work that must not wait for the next second. Nothing where only `tick` works. */
  readonly wakeJobs: () => void;
  /** The queues of jobs that this process pauses, because their gateway does not respond. */
  readonly shutQueues: () => readonly string[];
  readonly documents: Documents;
  /** Posters, maps and logos of event folders. */
  readonly pictures: Pictures;
  readonly posterColours: PosterColourReader;
  /** The current terms and privacy texts. */
  readonly legal: LegalTexts;
  readonly log: FastifyBaseLogger;
}

/** The same services through the connections of a lane; `share` as in `Db.lane`. */
export function throughLane(services: Services, lane: Lane, share?: string): Services {
  return { ...services, db: services.db.lane(lane, share) };
}

/** For a call that changes data of one event: it must not use all connections to wait for that event's rows. */
export function forEvent(services: Services, slug: string): Services {
  return throughLane(services, 'buy', `event ${slug}`);
}
