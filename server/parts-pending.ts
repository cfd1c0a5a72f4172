// Stands in until every room has landed; app.ts imports them directly then.
import { existsSync } from 'node:fs';
import type { PaymentGateway } from './gateway/gateway.ts';
import type { Routes } from './http/serve.ts';
import type { Broker } from './realtime/broker.ts';
import type { Services } from './services.ts';

const here = (name: string) => new URL(name, import.meta.url);

export async function pendingBroker(): Promise<Broker> {
  return { publish() {}, dropSession() {}, setUp() {}, up: false, async close() {} };
}
export async function pendingGateway(): Promise<PaymentGateway> {
  const no = () => Promise.reject(new Error('no gateway yet'));
  return { name: 'none', methods: [], charge: no, status: no, void: no, refund: no, readNotice: () => null };
}
export async function pendingTicker(services: Services): Promise<{ tick(): Promise<void>; stop(): Promise<void> }> {
  if (!existsSync(here('./ticker.ts'))) return { async tick() {}, async stop() {} };
  const module = (await import(here('./ticker.ts').href)) as { startTicker(s: Services): { tick(): Promise<void>; stop(): Promise<void> } };
  return module.startTicker(services);
}
export async function pendingRoutes(): Promise<Routes[]> {
  const found: Routes[] = [];
  for (const name of ['account', 'catalogue', 'seatmap', 'forms', 'tickets', 'session', 'order', 'payment', 'webhook']) {
    const url = here(`./routes/${name}.ts`);
    if (!existsSync(url)) continue;
    const module = (await import(url.href)) as { routes?: Routes };
    if (module.routes) found.push(module.routes);
  }
  return found;
}
