import type { App } from '../../server/app.ts';

/** Listens as the server of a laboratory in a process of its own: reports the port to the parent, and ends with it. */
export async function serve(app: Pick<App, 'listen' | 'close'>): Promise<void> {
  if (process.send === undefined) throw new Error('Started by a laboratory only.');
  const port = await app.listen();
  process.once('disconnect', () => {
    app.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
  process.send({ port });
}
