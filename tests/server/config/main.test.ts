import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { gatePassHeader } from '../../../contract/gate.ts';
import { startAppServer } from '../../support/browser/app-server.ts';
import { bundleServer } from '../../support/browser/server-bundle.ts';
import { makeDatabaseImage } from '../../support/database/make-database-image.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = tempFolder();

// Made once; the seed takes longer than everything else here.
beforeAll(() => makeDatabaseImage('seeded'));

/** Makes a gate pass by the operator's command; returns the pass. */
async function passByCommand(dataDir: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [(await bundleServer()).operator['gate-pass'], 'konser-senja-jakarta'],
    { cwd: root, env: { PATH: process.env.PATH, DATA_DIR: dataDir } },
  );
  return /^http\S+\/gate#([\w-]{32})$/m.exec(stdout)?.[1] ?? stdout;
}

async function isPassGood(url: string, pass: string): Promise<boolean> {
  const headers = { [gatePassHeader]: pass };
  return (await fetch(`${url}/api/gate/event`, { headers })).status === 200;
}

/** Starts the server with only these settings and returns its exit code and output. */
async function failingStart(env: Record<string, string>, program?: readonly string[]) {
  const child = spawn(process.execPath, program ?? [(await bundleServer()).main], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), ...env },
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const [code] = await once(child, 'close');
  return { code, lines: said.trimEnd().split('\n') };
}

describe('a start that fails ends with code 1 and a line for each reason (§16.5)', () => {
  test('an unreachable PostgreSQL server, without its password', async () => {
    const env = { DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/x' };
    const { code, lines } = await failingStart(env);
    expect([code, lines.length]).toEqual([1, 1]);
    expect(lines[0]).toContain('DATABASE_URL does not respond (ECONNREFUSED)');
    expect(lines[0]).not.toContain('hunter2');
  });

  test('a taken port', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const PORT = String((holder.address() as AddressInfo).port);
    const env = { PORT, HOST: '127.0.0.1', DATA_DIR: 'memory' };
    const { code, lines } = await failingStart(env);
    holder.close();
    expect([code, lines]).toEqual([1, [expect.stringContaining(`Port ${PORT} is taken`)]]);
  });
});

describe('a running server', () => {
  test('prints its addresses, locks its data folder, turns uninvited upgrades away, and starts again after its end (§16.15)', async () => {
    const data = join(folder, 'shared');
    const server = await startAppServer({ env: { DATA_DIR: data, DEMO_FALLBACK: '1' } });
    await expect.poll(() => server.output()).toContain('/dev/gateway');
    const tester = ['pembeli@contoh.id', 'tiket1234', '/dev/mail'];
    const address = `http://localhost:${server.port}`;
    for (const words of [address, data, ...tester, 'DEMO_FALLBACK is on']) {
      expect(server.output()).toContain(words);
    }
    const { code, lines } = await failingStart({ DATA_DIR: data, PORT: '0' });
    expect([code, lines]).toEqual([1, [expect.stringMatching(/is in use by process \d+/)]]);
    // The operator's command goes through the server that has the folder open; its log contains nothing of the pass.
    const pass = await passByCommand(data);
    expect(await isPassGood(server.url, pass)).toBe(true);
    expect(server.output()).not.toContain(pass);
    // Uninvited upgrades are turned away.
    for (const path of ['/other', '//', '/%', '/mqttws']) {
      const socket = connect(server.port, '127.0.0.1');
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
      );
      socket.resume();
      await once(socket, 'close');
      expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
    }
    await server.stop('SIGKILL');

    const again = await startAppServer({ env: { DATA_DIR: data } });
    const health = await fetch(`${again.url}/api/health`);
    expect(await health.json()).toMatchObject({
      status: 200,
      message: 'OK',
      data: { ok: true, database: true, broker: true },
    });
    await again.stop();
  });
});
