import type * as z from 'zod/mini';
import { fewestConnections, type LaneSettings } from '../db/lanes.ts';
import { address, wholeNumber } from './values.ts';

/** Variables of the PostgreSQL server, with their types. */
export const databaseVariables = {
  DATABASE_URL: address(['postgres', 'postgresql']),
  DATABASE_READ_URL: address(['postgres', 'postgresql']),
  DATABASE_DIRECT_URL: address(['postgres', 'postgresql']),
  DATABASE_CONNECTIONS: wholeNumber(fewestConnections, 1_000),
  // A client waits 10 s for a response, and a turn and a connection take up to five of them.
  DATABASE_LOCK_TIMEOUT_MS: wholeNumber(100, 4_000),
  DATABASE_STATEMENT_TIMEOUT_MS: wholeNumber(500, 5_000),
} as const;

/** The PostgreSQL server in place of the embedded one. */
export interface DatabaseSettings {
  readonly databaseUrl: string | null;
  /** A replica of that server for reads of the catalogue. */
  readonly databaseReadUrl: string | null;
  /** The server itself if `databaseUrl` leads to a pooler in transaction mode. */
  readonly databaseDirectUrl: string | null;
  /** Connections and time limits of this process. */
  readonly databaseLanes: LaneSettings;
}

type DatabaseValues = {
  [Name in keyof typeof databaseVariables]?: z.infer<(typeof databaseVariables)[Name]> | undefined;
};

/** The PostgreSQL server of the settings. */
export function databaseOf(values: DatabaseValues): DatabaseSettings {
  return {
    databaseUrl: values.DATABASE_URL ?? null,
    databaseReadUrl: values.DATABASE_READ_URL ?? null,
    databaseDirectUrl: values.DATABASE_DIRECT_URL ?? null,
    databaseLanes: {
      connections: values.DATABASE_CONNECTIONS,
      lockMs: values.DATABASE_LOCK_TIMEOUT_MS,
      statementMs: values.DATABASE_STATEMENT_TIMEOUT_MS,
    },
  };
}

const oneConnection = 'the embedded database has one connection';
const needsUrl = {
  DATABASE_READ_URL: 'it names a copy of that server',
  DATABASE_DIRECT_URL: 'it names the server behind that pooler',
  DATABASE_CONNECTIONS: oneConnection,
  DATABASE_LOCK_TIMEOUT_MS: oneConnection,
  DATABASE_STATEMENT_TIMEOUT_MS: oneConnection,
} as const satisfies Partial<Record<keyof typeof databaseVariables, string>>;

/** The problems of settings that describe a server which DATABASE_URL does not name. */
export function databaseProblems(values: DatabaseValues): readonly string[] {
  if (values.DATABASE_URL !== undefined) return [];
  return Object.entries(needsUrl).flatMap(([name, because]) =>
    values[name as keyof typeof needsUrl] === undefined
      ? []
      : [`${name} is set without DATABASE_URL: ${because}. Set DATABASE_URL too, or unset it.`],
  );
}
