import PgBoss from 'pg-boss';
import type { Clock } from '../clock.ts';
import type { Db, Queryable } from '../db/db.ts';

/** Work that waits in a queue. */
export interface NewJob {
  readonly queue: string;
  /** What the work is about: it waits once in its queue. */
  readonly key: string;
  readonly dueAt: Date;
  /** Of the jobs that are due, those with a higher number come first; 0 by default. */
  readonly priority?: number;
}

/** A job that a process has taken. */
export interface TakenJob {
  readonly id: string;
  readonly queue: string;
  readonly key: string;
  readonly priority: number;
  /** How often in a row its work was put off by a growing pause. */
  readonly pauses: number;
  /** How often in a row its work failed by an error of ours. */
  readonly failures: number;
}

/** What a taken job becomes: it waits again. */
export type JobAgain = Pick<TakenJob, 'pauses' | 'failures' | 'priority'> & {
  readonly dueAt: Date;
};

/** The queues in the database: the tables and the fetch of pg-boss, with due times by our clock (decision 105). Every call throws as the database does. */
export interface JobStore {
  /** Gives dead letters one more try: a restart usually follows the fix of an error. Throws an Error if the tables are those of another version of the engine. */
  start(): Promise<void>;
  /** Those of the queues in which a job is due. */
  due(queues: readonly string[]): Promise<string[]>;
  /** Takes up to `most` due jobs, of one priority those first that waited or were worked on longest ago. No other process gets them. */
  take(queue: string, most: number): Promise<TakenJob[]>;
  /** The job is over. */
  done(job: TakenJob): Promise<void>;
  /** The job waits again; nothing changes where another one with its key is due earlier. */
  again(job: TakenJob, next: JobAgain): Promise<void>;
  /** Sets the job aside as a dead letter, with the name of its error. */
  bury(job: TakenJob, error: string): Promise<void>;
  /** Makes the jobs that were put off by a growing pause due now. */
  hasten(queue: string): Promise<void>;
  /** Frees the jobs of processes that are gone. */
  freeLeft(): Promise<void>;
}

/** The longest work of a job: some calls of a gateway, each of at most 10 s. A job that a process holds longer is taken by another. */
const longestWork = '60 seconds';

const waitingKey = `(name, (coalesce(singleton_key, ''))) where state = 'created' and policy = 'short'`;
const columns = 'name, singleton_key, start_after, priority, data, policy, retry_limit, expire_in';
const constants = `'short', 0, interval '${longestWork}'`;
const earlier = `start_after = least(job_common.start_after, excluded.start_after),
  priority = greatest(job_common.priority, excluded.priority)`;

/** Makes work due, in the caller's transaction. Work with the same key that waits already is due at the earlier of both times. */
export async function enqueue(q: Queryable, jobs: readonly NewJob[]): Promise<void> {
  if (jobs.length === 0) return;
  await q.query(
    `insert into job_common (${columns})
     select distinct on (queue, key) queue, key, due_at, priority, '{}'::jsonb, ${constants}
     from unnest($1::text[], $2::text[], $3::timestamptz[], $4::int[]) as j (queue, key, due_at, priority)
     order by queue, key, due_at
     on conflict ${waitingKey} do update set ${earlier}`,
    [
      jobs.map(({ queue }) => queue),
      jobs.map(({ key }) => key),
      jobs.map(({ dueAt }) => dueAt),
      jobs.map(({ priority = 0 }) => priority),
    ],
  );
}

/** Opens the queues. The engine runs no worker, no timer and no migration of its own. */
export function createJobStore(db: Db, clock: Clock): JobStore {
  const engine = new PgBoss({
    db: executorOf(db, () => clock.now()),
    schema: 'public',
    migrate: false,
    supervise: false,
    schedule: false,
  });
  return {
    async start() {
      await engine.start();
      await db.query(`update job_common set state = 'retry' where state = 'failed'`);
    },
    async due(queues) {
      const rows = await db.query<{ queue: string }>(
        `select queue from unnest($1::text[]) as queue where exists (
           select 1 from job_common where name = queue and state < 'active' and start_after <= $2)`,
        [queues, clock.now()],
      );
      return rows.map(({ queue }) => queue);
    },
    async take(queue, most) {
      const executor = executorOf(db, () => instantOf(clock));
      // The engine keeps the errors of its statement to itself.
      let failure: unknown;
      const taken = await engine.fetch<Partial<Pick<TakenJob, 'pauses' | 'failures'>>>(queue, {
        batchSize: most,
        includeMetadata: true,
        db: {
          executeSql: (text, values) =>
            executor.executeSql(text, values).catch((error: unknown) => {
              failure = error;
              throw error;
            }),
        },
      });
      if (failure !== undefined) throw failure;
      return taken.map(({ id, singletonKey, priority, data }) => ({
        id,
        queue,
        key: singletonKey ?? '',
        priority,
        pauses: data.pauses ?? 0,
        failures: data.failures ?? 0,
      }));
    },
    async done({ queue, id }) {
      await engine.deleteJob(queue, id);
    },
    async again({ id, queue, key }, { dueAt, priority, pauses, failures }) {
      await db.query(
        `with gone as (delete from job_common where name = $1 and id = $2 and state = 'active' returning 1)
         insert into job_common (${columns})
         select $1, $3, $4, $5, $6::jsonb, ${constants} from gone on conflict ${waitingKey} do update set ${earlier}`,
        [queue, id, key, dueAt, priority, JSON.stringify({ pauses, failures })],
      );
    },
    async bury({ queue, id }, error) {
      await engine.fail(queue, id, { error });
    },
    async hasten(queue) {
      await db.query(
        `update job_common set start_after = $2
         where name = $1 and state = 'created' and start_after > $2 and (data ->> 'pauses')::int > 0`,
        [queue, clock.now()],
      );
    },
    async freeLeft() {
      await db.query(
        `update job_common set state = 'retry' where state = 'active' and started_on + expire_in <= $1`,
        [instantOf(clock)],
      );
    },
  };
}

/** The engine takes what is due before an instant: what is due now is due before this one. */
function instantOf(clock: Clock): Date {
  return new Date(clock.now().getTime() + 1);
}

/** Runs the engine's statements; each now() in them is the instant of our clock. */
function executorOf(q: Queryable, now: () => Date): PgBoss.Db {
  return {
    async executeSql(text, values = []) {
      const ours = text.replaceAll('now()', `$${values.length + 1}::timestamptz`);
      return { rows: await q.query(ours, ours === text ? values : [...values, now()]) };
    },
  };
}
