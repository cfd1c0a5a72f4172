import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { openShop } from '../support/open-shop.ts';
import { createTestApp } from '../support/test-app.ts';

const app = await openShop({ events: 'none' }, null);
const port = await app.listen();

/** The server's data in response to an upgrade, until it closes. */
async function upgrade(lines: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  let said = '';
  socket.on('data', (piece) => {
    said += piece;
  });
  const head = [
    'GET /mqttws HTTP/1.1',
    ...lines,
    ...['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'],
    ...['Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Protocol: mqtt'],
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await once(socket, 'close');
  return said;
}

describe('a development server (§16.4)', () => {
  test.each(['/', '/api/health', '/dev/mail', '/api/event-list', '/media/x', '/no-such'])(
    'answers nothing at %s to a name that was pointed at this machine',
    async (url) => {
      for (const host of ['evil.test', `evil.test:${port}`, 'localhost.evil.test', '192.168.1.5']) {
        const answer = await app.fastify.inject({ url, headers: { host } });
        expect(answer.statusCode).toBe(421);
        expect(answer.body).toContain('http://localhost');
      }
    },
  );

  test.each(['localhost', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000'])(
    'answers %s',
    async (host) => {
      const answer = await app.fastify.inject({ url: '/dev/mail', headers: { host } });
      expect(answer.statusCode).toBe(200);
    },
  );

  test.each([
    ['x-forwarded-for', '203.0.113.7'],
    ['x-forwarded-proto', 'https'],
    ['x-forwarded-host', 'localhost'],
    ['x-real-ip', '203.0.113.7'],
    ['forwarded', 'for=203.0.113.7'],
    ['via', '1.1 tunnel'],
  ])('answers no proxy: %s', async (name, value) => {
    const answer = await app.fastify.inject({ url: '/dev/mail', headers: { [name]: value } });
    expect(answer.json()).toMatchObject({ status: 403, message: expect.stringContaining('proxy') });
  });

  test('opens no socket for a foreign name or a proxy, whatever session cookie it sends', async () => {
    const [buyer] = await app.makeBuyers(1);
    const cookie = `Cookie: ${buyer?.cookie}`;
    const foreign = ['Host: evil.test', 'Origin: http://evil.test', cookie];
    expect(await upgrade(foreign)).toMatch(/^HTTP\/1\.1 421 /);
    const own = [`Host: localhost:${port}`, `Origin: http://localhost:${port}`, cookie];
    expect(await upgrade([...own, 'X-Forwarded-For: 203.0.113.7'])).toMatch(/^HTTP\/1\.1 403 /);
    expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200);
  });

  test('a demo accepts both', async () => {
    const open = await createTestApp({ env: { ROETIX_MODE: 'demo' }, events: 'none' });
    const headers = { host: 'demo.contoh.id', 'x-forwarded-for': '203.0.113.7' };
    expect((await open.fastify.inject({ url: '/api/health', headers })).statusCode).toBe(200);
    await open.close();
  });
});
