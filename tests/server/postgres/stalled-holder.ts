import { openPostgres } from '../../../server/db/postgres.ts';

/** A server process that locks the row of a queue and then stops itself with SIGSTOP, with the transaction open. */
const [url = '', slug = ''] = process.argv.slice(2);
const db = await openPostgres({ url });
await db.tx(async (tx) => {
  await tx.query(
    'select 1 from queue_rooms where event_id = (select id from events where slug = $1) for update',
    [slug],
  );
  process.send?.('held');
  process.kill(process.pid, 'SIGSTOP');
});
