import type { FastifyInstance } from 'fastify';
import { isOwnOrigin } from '../http/csrf.ts';
import { Refusal } from '../http/refusal.ts';
import type { Services } from '../services.ts';
import { mountBrokerTool } from './broker.ts';
import { mountClockTool } from './clock.ts';
import { mountGatewayTool } from './gateway.ts';
import { mountMailTool } from './mail.ts';
import { devPage, devPagePolicy } from './page.ts';
import { mountQueueTool } from './queue.ts';
import { mountResetTool } from './reset.ts';

/** What the tools need beside the services. */
export interface DevActions {
  tick(): Promise<void>;
  reseed(): Promise<void>;
}

/**
 * Mounts the development tools under /dev; the caller does so only with DEV_TOOLS. They need no account and no header, but refuse
 * a browser that acts for another site.
 */
export async function mountDevTools(
  app: FastifyInstance,
  services: Services,
  actions: DevActions,
): Promise<void> {
  await app.register((scope, _options, done) => {
    scope.addHook('onRequest', async (request, reply) => {
      const site = request.headers['sec-fetch-site'];
      const origin = request.headers.origin;
      const isForeign =
        site === 'cross-site' ||
        site === 'same-site' ||
        (origin !== undefined && !isOwnOrigin(origin, request.host, services.config.publicUrl));
      if (isForeign) throw new Refusal(403, 'The development tools do not answer other sites');
      reply.header('cache-control', 'no-store');
    });
    scope.get('/dev', async (_request, reply) =>
      reply
        .header('content-security-policy', devPagePolicy)
        .type('text/html; charset=utf-8')
        .send(startPage(services)),
    );
    mountMailTool(scope, services);
    mountClockTool(scope, services, actions.tick);
    mountResetTool(scope, services, actions.reseed);
    mountQueueTool(scope, services);
    mountGatewayTool(scope, services);
    mountBrokerTool(scope, services);
    done();
  });
}

function startPage({ clock }: Services): string {
  return devPage(
    'Development tools',
    `<p class="quiet">The server's time is ${clock.now().toISOString()}, ${clock.offsetSeconds} s ahead of the system's.</p>
<ul>
<li><a href="/dev/mail">Mail</a>: every letter the server wrote; <code>GET /dev/mail?to=EMAIL</code> as JSON</li>
<li>Payments: <code>GET /dev/gateway/{payment_id}</code> plays the payer's bank app; <code>POST</code> the same with <code>{"outcome": "settlement" | "expire" | "deny"}</code></li>
<li>Queue: <code>POST /dev/queue/{slug}</code> with any of <code>{"capacity": n, "paused": bool, "promote": n, "kick": EMAIL, "reason": TEXT}</code></li>
<li>Broker: <code>POST /dev/broker</code> with <code>{"up": bool}</code></li>
<li><a href="/dev/clock">Clock</a>: <code>POST /dev/clock</code> with <code>{"advance_seconds": n}</code></li>
<li>Reset: <code>POST /dev/reset</code> lays the seed again and signs everybody out</li>
</ul>`,
  );
}
