import { createApp } from '../../../server/app.ts';
import { readConfig } from '../../../server/config.ts';

/**
 * The real server with the seeded accounts, started by the bench, to which it reports its port; ends with it. On a message it deletes
 * failed sign-ins and codes, so that a long comparison reaches no limit.
 */
if (process.send === undefined) throw new Error('Started by npm run lab -- bench/login only.');

const app = await createApp(
  { ...readConfig(process.env), databaseUrl: null },
  {},
  { seed: { only: [] } },
);
const port = await app.listen();
process.on('message', () => {
  const { db } = app.services;
  db.query('delete from login_failures')
    .then(() => db.query('delete from otp_codes'))
    .then(
      () => process.send?.({ forgotten: true }),
      () => process.exit(1),
    );
});
process.once('disconnect', () => {
  app.close().then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
process.send({ port });
