import { makeDatabaseImage } from './make-database-image.ts';

/** Vitest's global set-up of the server tests. */
export default () => makeDatabaseImage('migrated');
