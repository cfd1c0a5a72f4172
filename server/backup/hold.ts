import * as z from 'zod/mini';
import type { Db } from '../db/db.ts';

/** Additional content that makes a copy of the running database consistent. */
export interface HoldEnd {
  /** Content of the file `backup_label`. */
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

/** A running database whose files may be copied. */
export interface Hold {
  /** Ends the copying of files; the named log segments must be copied after it. */
  end(): Promise<HoldEnd>;
  /** Releases the log. Never rejects. */
  release(): Promise<void>;
}

/**
 * Prepares the embedded database for copying like PostgreSQL's online backup: from here on it logs full pages, and a replication slot
 * retains the log. Throws if another copy is in progress.
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
