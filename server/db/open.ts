import type { Config } from '../config.ts';
import type { Db } from './db.ts';
import { openEmbedded } from './embedded.ts';
import type { OnWait } from './lanes.ts';
import { openPostgres } from './postgres.ts';

/** The database of the settings: a PostgreSQL server, else the embedded one. Throws StartError if it cannot be used. */
export function openDb(
  config: Pick<
    Config,
    'databaseUrl' | 'databaseReadUrl' | 'databaseDirectUrl' | 'databaseLanes' | 'dataDir'
  >,
  onLost?: (error: Error) => void,
  onWait?: OnWait,
): Promise<Db> {
  const { databaseUrl: url, databaseReadUrl: readUrl, databaseDirectUrl: directUrl } = config;
  if (url !== null)
    return openPostgres({ url, readUrl, directUrl }, onLost, config.databaseLanes, onWait);
  return openEmbedded(config.dataDir, undefined, { onWait });
}
