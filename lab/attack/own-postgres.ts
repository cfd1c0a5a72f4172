import { type Cluster, NoPostgresError, startCluster } from '../../scripts/postgres/cluster.ts';
import type { Ground } from './attack.ts';

/** A separate PostgreSQL server, started and removed by the attack. */
export async function ownPostgres(): Promise<Ground | string> {
  let cluster: Cluster;
  try {
    cluster = await startCluster({ durable: false });
  } catch (error) {
    if (error instanceof NoPostgresError) return error.message;
    throw error;
  }
  return { env: { DATABASE_URL: cluster.url }, clear: () => cluster.drop() };
}
