import { makeDatabaseImage } from './make-database-image.ts';
import { makeNativeImage } from './native-engine.ts';

/** Vitest's global set-up of the server tests. */
export default async () => {
  await makeDatabaseImage('migrated');
  return (await makeNativeImage()) ?? undefined;
};
