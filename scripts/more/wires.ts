import { once } from 'node:events';
import { connect } from 'node:net';
import { WebSocket } from 'ws';
import { type Driver, type Send, windowSize } from './driver.ts';

/** WebDriver over HTTP, as WebKit's drivers speak it. */
export async function httpWire(
  origin: string,
  capabilities: object,
): Promise<{ send: Send; end: () => Promise<void> }> {
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${origin}/session${path}`, {
      method,
      ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    });
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  const begun = await call('POST', '', { capabilities: { alwaysMatch: capabilities } });
  const { sessionId } = begun as { sessionId: string };
  return {
    send({ http }, body) {
      const [method = '', path = ''] = http.split(' ');
      return call(method, `/${sessionId}${path}`, body);
    },
    end: async () => void (await call('DELETE', `/${sessionId}`)),
  };
}

/** Firefox's own wire: `length:[kind, id, …]` over a socket. */
export async function marionetteWire(
  port: number,
): Promise<{ send: Send; end: () => Promise<void> }> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const waiting = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (e: Error) => void }
  >();
  let received = Buffer.alloc(0);
  let count = 0;
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const colon = received.indexOf(':');
      const end = colon + 1 + Number(received.subarray(0, Math.max(0, colon)));
      if (colon < 0 || received.length < end) return;
      const message: unknown = JSON.parse(received.subarray(colon + 1, end).toString());
      received = received.subarray(end);
      // The greeting is an object of its own.
      if (!Array.isArray(message)) continue;
      const [, id, error, result] = message;
      if (error) waiting.get(id)?.reject(new Error(`${error.error}: ${error.message}`));
      else waiting.get(id)?.resolve(result?.value ?? null);
    }
  });
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has gone.'));
  });
  const send: Send = ({ marionette }, body = {}) => {
    count += 1;
    const message = JSON.stringify([0, count, marionette, body]);
    socket.write(`${Buffer.byteLength(message)}:${message}`);
    return new Promise((resolve, reject) => waiting.set(count, { resolve, reject }));
  };
  await send({ http: '', marionette: 'WebDriver:NewSession' }, {});
  return { send, end: async () => void socket.end() };
}

/** Chromium by its developer tools: a driver would have to be of the same version. */
export async function devTools(address: string, close: () => Promise<void>): Promise<Driver> {
  const socket = new WebSocket(address);
  await once(socket, 'open');
  const waiting = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (e: Error) => void }
  >();
  let count = 0;
  socket.on('message', (data) => {
    const { id, result, error } = JSON.parse(String(data));
    if (error) waiting.get(id)?.reject(new Error(error.message));
    else waiting.get(id)?.resolve(result);
  });
  const send = (method: string, params: object = {}) => {
    count += 1;
    socket.send(JSON.stringify({ id: count, method, params }));
    return new Promise<unknown>((resolve, reject) => waiting.set(count, { resolve, reject }));
  };
  const touch = (type: string, touchPoints: object[]) =>
    send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('Emulation.setDeviceMetricsOverride', {
    ...windowSize,
    deviceScaleFactor: 1,
    mobile: true,
  });
  await send('Emulation.setTouchEmulationEnabled', { enabled: true });
  return {
    open: async (url) => void (await send('Page.navigate', { url })),
    async evaluate(expression) {
      const { result, exceptionDetails } = (await send('Runtime.evaluate', {
        expression,
        awaitPromise: true,
        userGesture: true,
      })) as {
        result: { value: string };
        exceptionDetails?: { text: string; exception?: { description?: string } };
      };
      if (exceptionDetails === undefined) return result.value;
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    },
    async tap(at) {
      await touch('touchStart', [at]);
      await touch('touchEnd', []);
    },
    type: async (text) => void (await send('Input.insertText', { text })),
    async picture() {
      const { data } = (await send('Page.captureScreenshot')) as { data: string };
      return Buffer.from(data, 'base64');
    },
    async close() {
      socket.close();
      await close();
    },
  };
}
