import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type BenchServer, startBenchServer } from '../../shared/bench-server.ts';

const script = fileURLToPath(new URL('./serve.ts', import.meta.url));

/** The server of the bench, in a separate process. */
export interface LoginServer extends BenchServer {
  /** Deletes failed sign-ins and codes. */
  forgetFailures(): Promise<void>;
}

/** Starts the real server with the seeded accounts. Throws StartError if it does not start. */
export async function startLoginServer(): Promise<LoginServer> {
  const server = await startBenchServer(script, { LOG_LEVEL: 'error' });
  return {
    ...server,
    forgetFailures: async () => {
      const done = once(server.child, 'message');
      server.child.send({});
      await done;
    },
  };
}
