import { createDocuments } from '../../../server/documents/documents.ts';
import { createWorkerQueue } from '../../../server/documents/worker-line.ts';
import type { PaymentGateway } from '../../../server/gateway/gateway.ts';
import type { Services } from '../../../server/services.ts';
import { concert, party, seminar, theatre } from '../support/purchase.ts';
import { createTestApp, type TestApp, type TestClient } from '../support/test-app.ts';

/** An event not yet on sale, one that is over, and a cancelled one. */
export const coming = 'konser-tutup-tahun-semarang';
export const past = 'pentas-topeng-cirebon';
export const cancelled = 'festival-kopi-bogor';

/** Servers shared by provocations, each started at its first use. */
export interface Shops {
  /** Without rate limits. */
  readonly open: () => Promise<TestApp>;
  /** With limits: two tickets per person and no free unpaid hold. */
  readonly strict: () => Promise<TestApp>;
  /** Its document worker accepts no work. */
  readonly paperless: () => Promise<TestApp>;
  close(): Promise<void>;
}

/** Declares the servers; each starts at its first use. */
export function createShops(): Shops {
  const events = [concert, party, seminar, theatre, coming, past, cancelled];
  const line = createWorkerQueue({ onFailure: () => {}, maxWaiting: 0 });
  const started: Promise<TestApp>[] = [];
  const lazily = (env: Record<string, string>, overrides: Partial<Services> = {}) => {
    let app: Promise<TestApp> | undefined;
    return () => {
      app ??= createTestApp({ env, events, overrides });
      if (!started.includes(app)) started.push(app);
      return app;
    };
  };
  return {
    open: lazily({}),
    strict: lazily({ RATE_LIMITS: 'on', MAX_TICKETS_PER_PERSON: '2', FREE_UNPAID_HOLDS: '0' }),
    paperless: lazily({}, { documents: createDocuments({ log: { error: () => {} }, line }) }),
    async close() {
      for (const app of started) await (await app).close();
    },
  };
}

/** A new verified buyer. */
export async function oneBuyer(app: TestApp): Promise<TestClient> {
  const [buyer] = await app.makeBuyers(1);
  if (buyer === undefined) throw new Error('No buyer was made.');
  return buyer;
}

/** Runs with parts of a service replaced, and restores them. */
export async function withService<N extends keyof Services, T>(
  app: TestApp,
  name: N,
  replaced: Partial<Services[N]>,
  run: () => Promise<T>,
): Promise<T> {
  return withReplaced(app.services[name] as object, replaced, run);
}

/** Runs with parts of the simulated gateway replaced, and restores them. */
export function withGateway<T>(
  app: TestApp,
  replaced: Partial<PaymentGateway>,
  run: () => Promise<T>,
): Promise<T> {
  return withReplaced(app.services.gateways.of('simulated'), replaced, run);
}

async function withReplaced<T>(
  service: object,
  replaced: object,
  run: () => Promise<T>,
): Promise<T> {
  const before = Object.fromEntries(
    Object.keys(replaced).map((key) => [key, (service as Record<string, unknown>)[key]]),
  );
  Object.assign(service, replaced);
  try {
    return await run();
  } finally {
    Object.assign(service, before);
  }
}

/** Runs with a column of an event changed, and restores it. */
export async function withEvent<T>(
  app: TestApp,
  slug: string,
  column: 'status' | 'starts_at' | 'sale_starts_at' | 'presale_starts_at' | 'limit_per_phone',
  value: string | number | Date | null,
  run: () => Promise<T>,
): Promise<T> {
  const { db } = app.services;
  const [row] = await db.query<Record<string, string | number | Date | null>>(
    `select ${column} from events where slug = $1`,
    [slug],
  );
  const set = (to: string | number | Date | null) =>
    db.query(`update events set ${column} = $2 where slug = $1`, [slug, to]);
  await set(value);
  try {
    return await run();
  } finally {
    await set(row?.[column] ?? null);
  }
}
