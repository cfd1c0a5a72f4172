import { createApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';

/** The real server with its seed, started by an attack, to which it reports its port; it ends with the attack. */
if (process.send === undefined) throw new Error('Started by npm run lab -- attack only.');

const app = await createApp(readConfig(process.env), {}, { seed: {} });
const port = await app.listen();
process.once('disconnect', () => {
  app.close().then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
process.send({ port });
