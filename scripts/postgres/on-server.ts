import type { Db } from '../../server/db/db.ts';
import { openPostgres } from '../../server/db/postgres.ts';

/** Does some work on the database of an address, and closes its connections. */
export async function onServer<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = await openPostgres({ url });
  return work(db).finally(() => db.close());
}

/** The address of another database on the server of an address. */
export function databaseOn(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
