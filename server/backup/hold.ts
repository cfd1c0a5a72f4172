import * as z from 'zod/mini';
import type { Db } from '../db/db.ts';

/** What a copy of the running database must hold beside its files, to be a database again. */
export interface HoldEnd {
  /** Text of the file `backup_label`. */
  readonly label: string;
  readonly firstSegment: string;
  readonly lastSegment: string;
}
export const holdEndSchema = z.object({
  label: z.string(),
  firstSegment: z.string(),
  lastSegment: z.string(),
});

const slot = 'backup_hold';

/** A database whose files may be copied while it goes on. */
export interface Hold {
  /** Ends the copying of files; from here on the segments of the log that it names are to be copied. */
  end(): Promise<HoldEnd>;
  /** Lets the log go again. Never rejects. */
  release(): Promise<void>;
}

/**
 * Makes the embedded database ready to be copied as PostgreSQL's online backup does it: everything it writes from here on goes whole into
 * the log, which a slot keeps. Throws where another copy is under way.
 */
export async function holdForBackup(db: Db): Promise<Hold> {
  await db.query('select pg_create_physical_replication_slot($1, true, true)', [slot]);
  let isStarted = false;
  const release = async () => {
    if (isStarted) await db.query('select pg_backup_stop(false)').catch(() => {});
    isStarted = false;
    await db.query('select pg_drop_replication_slot($1)', [slot]).catch(() => {});
  };
  try {
    await db.query('select pg_backup_start($1, true)', ['backup']);
    isStarted = true;
  } catch (error) {
    await release();
    throw error;
  }
  return {
    end: async () => {
      const [row] = await db.query<{ labelfile: string; last: string }>(
        'select labelfile, pg_walfile_name(lsn) as last from pg_backup_stop(false)',
      );
      isStarted = false;
      const firstSegment = /\(file ([0-9A-F]{24})\)/.exec(row?.labelfile ?? '')?.[1];
      if (row === undefined || firstSegment === undefined) {
        throw new Error('The database told no start of its backup.');
      }
      return { label: row.labelfile, firstSegment, lastSegment: row.last };
    },
    release,
  };
}
