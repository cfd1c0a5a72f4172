import { ticketsWorkerPath, ticketsWorkerScopes } from '../../../contract/stored/kept-tickets.ts';

let isAsked = false;

/**
 * Registers the service worker of the page of stored tickets once there is a ticket. A dev server builds no worker, and the demo needs no
 * server. The scope is limited to that page, so that the worker serves no other one (decision 020).
 */
export function registerTicketsWorker(workers: ServiceWorkerContainer | undefined): void {
  if (isAsked || workers === undefined) return;
  if (!import.meta.env.PROD || import.meta.env.MODE === 'demo') return;
  isAsked = true;
  for (const scope of ticketsWorkerScopes) {
    // Without the worker, tickets are shown only online.
    workers.register(ticketsWorkerPath, { scope }).catch(() => undefined);
  }
}
