import { makeDatabaseImage } from './make-database-image.ts';

/** Playwright's global set-up. */
export default () => makeDatabaseImage('seeded');
