import type { allCalls } from '../../../contract/call/all-calls.ts';
import type { CallShape } from '../../../contract/call/call.ts';
import type { StaffRole } from '../../../contract/staff/roles.ts';
import { createDocuments } from '../../../server/documents/documents.ts';
import { createWorkerQueue } from '../../../server/documents/worker-line.ts';
import type { Services } from '../../../server/services.ts';
import { oneBuyer, setEvent } from '../support/open-shop.ts';
import { concert, party, seminar, theatre } from '../support/purchase.ts';
import {
  type Answer,
  type CallGiven,
  createTestApp,
  type TestApp,
  type TestClient,
} from '../support/test-app.ts';
import { crowd } from './crowd.ts';

type Rows = typeof allCalls;
type RowName = keyof Rows;
type DeclaredOf<N extends RowName> = Rows[N] extends { readonly refusals: infer R }
  ? keyof R
  : never;
type Refusing = { [N in RowName]: [DeclaredOf<N>] extends [never] ? never : N }[RowName];

/** Prepares a caller whom the row refuses with the code, and returns the response. */
export type Provoke = (shops: Shops) => Answered;
export type Answered = Promise<Answer<unknown>>;

/** A provocation of each code of each row: a missing one does not compile. */
export type Provocations = {
  readonly [M in Refusing]: { readonly [C in DeclaredOf<M>]: Provoke };
};
/** The provocations of some rows, each with all of its codes. */
export type SomeProvocations = Partial<Provocations>;

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
  const started = new Set<Promise<TestApp>>();
  const lazily = (env: Record<string, string>, overrides: Partial<Services> = {}) => {
    let app: Promise<TestApp> | undefined;
    return () => {
      app ??= createTestApp({ env, events, overrides });
      started.add(app);
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

type Act = (client: TestClient, app: TestApp) => Answered;

/** A new buyer of the shop without limits does something. */
export const asBuyer =
  (act: Act): Provoke =>
  async ({ open }) => {
    const app = await open();
    return act(await oneBuyer(app), app);
  };
/** Somebody who is not signed in does something. */
export const asGuest =
  (act: Act): Provoke =>
  async ({ open }) => {
    const app = await open();
    return act(app.anonymous(), app);
  };
/** Somebody of the staff does something. */
export const asRole =
  (role: StaffRole, act: Act): Provoke =>
  async ({ open }) => {
    const app = await open();
    return act(await app.asStaff(role), app);
  };
/** The same for a single call that needs no preparation. */
export const buyerCalls = (call: CallShape, given: CallGiven = {}) =>
  asBuyer((buyer) => buyer.call(call, given));
export const guestCalls = (call: CallShape, given: CallGiven = {}) =>
  asGuest((guest) => guest.call(call, given));
export const roleCalls = (role: StaffRole, call: CallShape, given: CallGiven = {}) =>
  asRole(role, (staff) => staff.call(call, given));

/** Runs while the password hasher is full. */
export async function whileCrowded<T>(run: () => Promise<T>): Promise<T> {
  crowd.isFull = true;
  try {
    return await run();
  } finally {
    crowd.isFull = false;
  }
}

/** Runs with a column of an event changed, and restores it. */
export async function withEvent<T>(
  app: TestApp,
  slug: string,
  column: 'status' | 'starts_at' | 'sale_starts_at' | 'presale_starts_at' | 'limit_per_phone',
  value: string | number | Date,
  run: () => Promise<T>,
): Promise<T> {
  const [row] = await app.services.db.query(
    `select ${column} as before from events where slug = $1`,
    [slug],
  );
  await setEvent(app, slug, `${column} = $2`, value);
  try {
    return await run();
  } finally {
    await setEvent(app, slug, `${column} = $2`, row?.before);
  }
}
