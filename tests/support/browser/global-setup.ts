import { makeDatabaseImage } from '../database/make-database-image.ts';
import { openAppHost } from './app-host.ts';
import { bundleServer } from './server-bundle.ts';

/** Playwright's global set-up; what it returns stops the servers of the run. */
export default async () => {
  await Promise.all([makeDatabaseImage('seeded'), bundleServer()]);
  return openAppHost();
};
