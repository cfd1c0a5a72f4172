import { createServer, type Server, type Socket } from 'node:net';
import { Aedes } from 'aedes';

/** An MQTT broker between the server processes, which can be stopped and restarted on the same port. */
export interface AwayBroker {
  readonly url: string;
  takeAway(): Promise<void>;
  giveBack(): Promise<void>;
  end(): Promise<void>;
}

/** Starts one on a free loopback port. */
export async function startBroker(): Promise<AwayBroker> {
  const aedes = await Aedes.createBroker();
  const sockets = new Set<Socket>();
  let server: Server | null = null;
  let port = 0;
  const giveBack = () =>
    new Promise<void>((resolve, reject) => {
      server = createServer((socket) => {
        sockets.add(socket);
        socket.once('close', () => sockets.delete(socket));
        aedes.handle(socket);
      });
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => {
        const address = server?.address();
        if (typeof address === 'object' && address !== null) port = address.port;
        resolve();
      });
    });
  const takeAway = () =>
    new Promise<void>((resolve) => {
      for (const socket of sockets) socket.destroy();
      if (server === null) resolve();
      else server.close(() => resolve());
      server = null;
    });
  await giveBack();
  return {
    url: `mqtt://127.0.0.1:${port}`,
    giveBack,
    takeAway,
    end: async () => {
      await takeAway();
      await new Promise<void>((resolve) => aedes.close(() => resolve()));
    },
  };
}
