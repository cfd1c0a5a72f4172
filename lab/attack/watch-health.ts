import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Health } from './health-watch.ts';

const script = fileURLToPath(new URL('./health-watch.ts', import.meta.url));

/** Asks for the health of a server until `stop`, which returns what was seen; resolves after the first response. */
export async function watchHealth(origin: string): Promise<{ stop(): Promise<Health> }> {
  const watch = fork(script, [origin]);
  await once(watch, 'message');
  return {
    stop: async () => {
      watch.send('stop');
      const [health] = await once(watch, 'message');
      return health as Health;
    },
  };
}
