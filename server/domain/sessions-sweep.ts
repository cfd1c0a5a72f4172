import type { Services } from '../services.ts';
import { endSession } from './session-end.ts';
import { activeStatesSql, liveStatesSql, type SessionRow, sessionColumns } from './session-rows.ts';
import { closeSession, expireSession } from './sessions.ts';

const batch = 200;

/** Ends every session whose deadline and grace are over: seats free, order expired (design §3). */
export async function sweepDeadlines(services: Services): Promise<void> {
  const { clock, config, db } = services;
  const over = new Date(clock.now().getTime() - config.graceSeconds * 1000);
  const rows = await db.query<{ id: string }>(
    `select id from purchase_sessions where state in (${activeStatesSql}) and deadline < $1
     order by deadline limit ${batch}`,
    [over],
  );
  await each(services, rows, (row) => expireSession(services, row.id));
}

/** Drops those who wait and were not heard of for so long that they are gone (ruling 1.2-I). */
export async function sweepSilent(services: Services): Promise<void> {
  const { clock, config, db } = services;
  const now = clock.now();
  const heardBefore = new Date(now.getTime() - config.waitingInactiveMinutes * 60_000);
  await db.tx(async (tx) => {
    const silent = await tx.query<SessionRow>(
      `select ${sessionColumns} from purchase_sessions s join events e on e.id = s.event_id
       where s.state = 'queued' and s.last_contact_at < $1
       order by s.event_id, s.ticket limit ${batch} for update of s skip locked`,
      [heardBefore],
    );
    for (const session of silent) {
      await endSession(
        tx,
        services,
        session,
        { state: 'cancelled', reason: 'inactive', order: 'cancelled', payment: 'failed' },
        now,
      );
    }
  });
}

/** Ends the sessions of events that are no longer on sale (F56). */
export async function sweepClosed(services: Services): Promise<void> {
  const rows = await services.db.query<SessionRow>(
    `select ${sessionColumns} from events e join purchase_sessions s on s.event_id = e.id
     where e.status <> 'active' and s.state in (${liveStatesSql}) limit ${batch}`,
  );
  await each(services, rows, (row) => closeSession(services, row));
}

/** One failure must not keep the others from being swept. */
async function each<T extends { id: string }>(
  services: Services,
  rows: readonly T[],
  work: (row: T) => Promise<void>,
): Promise<void> {
  for (const row of rows) {
    try {
      await work(row);
    } catch (error) {
      services.log.warn({ err: error, session: row.id }, 'a session could not be swept');
    }
  }
}
