import { createApp } from '../../../server/app.ts';
import { readConfig } from '../../../server/config.ts';
import { serve } from '../../shared/serve.ts';

const config = { ...readConfig(process.env), databaseUrl: null };
const app = await createApp(config, {}, { seed: { only: [] } });
// Deletes failed sign-ins and codes, so that a long comparison reaches no limit.
process.on('message', () => {
  const { db } = app.services;
  db.query('delete from login_failures')
    .then(() => db.query('delete from otp_codes'))
    .then(
      () => process.send?.({ forgotten: true }),
      () => process.exit(1),
    );
});
await serve(app);
