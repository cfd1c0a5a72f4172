import type { Attack } from '../attack.ts';
import { ownPostgres } from '../own-postgres.ts';
import ordinaryReads from './ordinary-reads.ts';

const attack: Attack = {
  ...ordinaryReads,
  promise: 'the same over a PostgreSQL server',
  prepare: ownPostgres,
};
export default attack;
