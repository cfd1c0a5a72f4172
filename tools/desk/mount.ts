import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { isOwnOrigin } from '../../server/http/csrf.ts';
import { Refusal } from '../../server/http/refusal.ts';
import type { Services } from '../../server/services.ts';
import { mountBrokerTool } from './broker.ts';
import { mountClockTool } from './clock.ts';
import { mountDesk } from './desk.ts';
import { createFaults, mountFaultTool } from './faults.ts';
import { mountGateTool } from './gate.ts';
import { mountGatewayTool } from './gateway.ts';
import { mountGoogleIssuer } from './google-issuer.ts';
import { mountMailTool } from './mail.ts';
import { createPayers } from './payers.ts';
import { mountQueueTool } from './queue.ts';
import { mountResetTool, type ResetActions } from './reset.ts';
import { mountTwins, openTwinStores } from './twins/tool.ts';

/** The state of the tools for the rest of the server. */
export interface DevTools {
  /** Whether a fault for calls of the API is active. */
  readonly isDisturbed: () => boolean;
}

/** Actions that the tools need beside the services. */
export interface DevActions extends Pick<ResetActions, 'reseed' | 'clearLimits'> {
  tick(): Promise<void>;
  /** Works on the jobs that are due. */
  drain(): Promise<void>;
}

const exemptHeader = 'x-roetix-desk';

/**
 * Mounts the development tools under /dev; the caller does so only with DEV_TOOLS. They need no account and no header, but refuse a browser
 * that acts for another site.
 */
export async function mountDevTools(
  app: FastifyInstance,
  services: Services,
  actions: DevActions,
): Promise<DevTools> {
  const exemption = { [exemptHeader]: randomUUID() };
  const faults = createFaults(
    app,
    (request) => request.headers[exemptHeader] === exemption[exemptHeader],
  );
  const stores = await openTwinStores(services.db);
  await app.register((scope, _options, done) => {
    scope.addHook('onRequest', async (request, reply) => {
      const site = request.headers['sec-fetch-site'];
      const origin = request.headers.origin;
      // A link in a bug report may open the desk; opening its page changes nothing.
      const isFollowedLink =
        request.method === 'GET' &&
        request.headers['sec-fetch-mode'] === 'navigate' &&
        /^\/dev(?:$|\/go\/|\?)/.test(request.url);
      const isForeign =
        ((site === 'cross-site' || site === 'same-site') && !isFollowedLink) ||
        (origin !== undefined && !isOwnOrigin(origin, request.host, services.config.publicUrl));
      if (isForeign) throw new Refusal(403, 'The development tools do not respond to other sites');
      reply.header('cache-control', 'no-store');
    });
    mountMailTool(scope, services);
    mountClockTool(scope, services, actions.tick);
    const payers = createPayers(services, mountTwins(scope, services, stores, actions.drain));
    mountResetTool(scope, services, { ...actions, faults, twins: payers.twins });
    mountQueueTool(scope, services);
    mountGatewayTool(scope, payers, actions.drain);
    mountGateTool(scope, services);
    mountGoogleIssuer(scope, services);
    mountBrokerTool(scope, services);
    mountFaultTool(scope, faults);
    mountDesk(scope, services, { faults, payers }, exemption);
    done();
  });
  return { isDisturbed: () => faults.list().length > 0 };
}
