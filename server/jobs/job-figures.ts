import type { Queryable } from '../db/db.ts';

/** What waits in a queue: the jobs that are due, since when the oldest is, and the dead letters. */
export type JobFigures = {
  readonly queue: string;
  readonly due: number;
  readonly at: Date | null;
  readonly dead: number;
};

/** The figures of the queues in which a job is due or dead, from the engine's own tables. */
export function readJobFigures(q: Queryable, now: Date): Promise<JobFigures[]> {
  return q.query<JobFigures>(
    `select queue, sum(due)::int as due, min(at) as at, sum(dead)::int as dead from (
       select name as queue, count(*) as due, min(start_after) as at, 0 as dead from job_common
       where state < 'active' and start_after <= $1 group by name
       union all select name, 0, null, count(*) from job_common where state = 'failed' group by name) j
     group by queue order by queue`,
    [now],
  );
}
