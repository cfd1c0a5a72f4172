import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A network in front of the server that can be cut: a browser's own offline mode often spares the loopback. */
export interface Forwarder {
  readonly url: string;
  cut(): Promise<void>;
  mend(): Promise<void>;
}

export async function openForwarder(target: number): Promise<Forwarder> {
  const sockets = new Set<Socket>();
  let port = 0;
  let server: Server;
  const mend = async () => {
    server = createServer((near) => {
      const far = connect(target, '127.0.0.1');
      for (const one of [near, far]) {
        sockets.add(one);
        one.on('error', () => undefined);
        one.on('close', () => {
          sockets.delete(one);
          near.destroy();
          far.destroy();
        });
      }
      near.pipe(far).pipe(near);
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  };
  await mend();
  return {
    url: `http://127.0.0.1:${port}`,
    async cut() {
      const closed = once(server, 'close');
      server.close();
      for (const one of sockets) one.destroy();
      await closed;
    },
    mend,
  };
}
