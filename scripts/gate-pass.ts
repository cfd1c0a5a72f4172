import { createClock } from '../server/clock.ts';
import { readConfig } from '../server/config.ts';
import { migrate } from '../server/db/migrate.ts';
import { openDb } from '../server/db/open.ts';
import { makeGatePass } from '../server/domain/gate-passes.ts';
import { Refusal } from '../server/http/refusal.ts';
import { StartError } from '../server/start-error.ts';

const usage = `npm run gate:pass -- <slug> [--revoke]

Prints a link that opens the doors of an event. With --revoke every pass made before is void. The embedded database
answers one process at a time: stop its server first, or make the pass before it starts. On PostgreSQL the server may run.`;

const [slug, ...flags] = process.argv.slice(2);
if (slug === undefined || slug.startsWith('-') || flags.some((flag) => flag !== '--revoke')) {
  console.error(usage);
  process.exitCode = 2;
} else {
  try {
    await printPass(slug, flags.includes('--revoke'));
  } catch (error) {
    if (!(error instanceof StartError || error instanceof Refusal)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

async function printPass(event: string, revokeOthers: boolean): Promise<void> {
  const config = readConfig(process.env);
  const db = await openDb(config);
  try {
    await migrate(db);
    const now = createClock(0).now();
    const { path, expiresAt } = await makeGatePass(db, event, now, revokeOthers);
    console.log(`${config.publicUrl ?? `http://localhost:${config.port}`}${path}`);
    console.log(`Good until ${expiresAt.toISOString()}. Give it to the staff of the doors alone.`);
  } finally {
    await db.close();
  }
}
