import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { followDatabaseTime } from '../db/database-time.ts';
import type { Db } from '../db/db.ts';
import { databaseFolder } from '../db/embedded.ts';
import { FolderInUse } from '../db/folder-lock.ts';
import { migrate } from '../db/migrations/migrate.ts';
import { openDb } from '../db/open.ts';
import { type Keys, loadKeys } from '../secrets/keys.ts';
import { openSecrets, secretsFile } from '../secrets/secret-store.ts';
import { StartError } from '../start-error.ts';
import { askServer, originOf } from './socket.ts';
import { type OperatorTask, runTask } from './tasks.ts';

/**
 * Performs an operator's task: through the running server if that has the embedded database open, else directly on the database. Returns the
 * lines to print. Throws Refusal, and StartError if neither is available.
 */
export async function performTask(
  config: Config,
  task: OperatorTask,
  onProgress: (line: string) => void = () => {},
): Promise<readonly string[]> {
  if (config.databaseUrl === null) refuseNoFolder(config.dataDir);
  const told = await askServer(config, task, onProgress);
  if (told !== null) return told;
  const db = await openDb(config).catch((error: unknown) => {
    if (!(error instanceof FolderInUse)) throw error;
    throw new StartError(
      `A process has ${config.dataDir} open and takes no commands yet. If it is a server that is starting, give the command again once it says that it is ready.`,
    );
  });
  try {
    return await performOn(db, config, task, onProgress);
  } finally {
    await db.close();
  }
}

/** Performs a task on an open database, after its migrations. Throws Refusal. */
export async function performOn(
  db: Db,
  config: Config,
  task: OperatorTask,
  onProgress: (line: string) => void = () => {},
): Promise<readonly string[]> {
  await migrate(db);
  const keys = () => commandKeys(db, config);
  const origin = originOf(config, config.port);
  // Times written by commands and by servers are compared: they need one clock.
  const time = db.kind === 'server' ? await followDatabaseTime(db, { warn: () => {} }) : null;
  try {
    return await runTask(
      { db: db.lane('upkeep'), clock: createClock(0, time?.now), config, keys, origin, onProgress },
      task,
    );
  } finally {
    time?.stop();
  }
}

/** The keys of the server that owns this database. A command started elsewhere must neither adopt nor generate keys. */
async function commandKeys(db: Db, config: Config): Promise<Keys> {
  const store = openSecrets(config.dataDir);
  const stored = store.read();
  const missing = [
    ...(config.keys.ticketPrivate === null && stored.ticket === undefined
      ? ['TICKET_PRIVATE_KEY']
      : []),
    ...(config.keys.staff === null && stored.staff === undefined ? ['STAFF_KEY'] : []),
  ];
  if (config.databaseUrl !== null && missing.length > 0) {
    throw new StartError(
      `${secretsFile} of ${config.dataDir} lacks ${missing.join(' and ')}, and the settings do not name it. Give the command with the settings of the server: its DATA_DIR, or its keys.`,
    );
  }
  return loadKeys(db, config.keys, store);
}

function refuseNoFolder(dataDir: string): void {
  if (dataDir === 'memory') {
    throw new StartError(
      'DATA_DIR is "memory": only its server can reach that data, and takes no commands. Use the desk at /dev.',
    );
  }
  if (!existsSync(join(dataDir, databaseFolder))) {
    throw new StartError(
      `There is no database in ${dataDir}. Set DATA_DIR to the folder of the server, or DATABASE_URL to its PostgreSQL server.`,
    );
  }
}
