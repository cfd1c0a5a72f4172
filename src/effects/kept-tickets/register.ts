import { ticketsWorkerPath, ticketsWorkerScopes } from '../../../contract/stored/kept-tickets.ts';

let isAsked = false;

/**
 * Lets the worker keep the page of the kept tickets, from the first ticket on. A dev server has none, and the demo no server to lose.
 * Each scope stands alone, so that no other page of the shop is ever answered by it (decision 020).
 */
export function registerTicketsWorker(workers: ServiceWorkerContainer | undefined): void {
  if (isAsked || workers === undefined) return;
  if (!import.meta.env.PROD || import.meta.env.MODE === 'demo') return;
  isAsked = true;
  for (const scope of ticketsWorkerScopes) {
    // A browser that refuses shows tickets while it has a network.
    workers.register(ticketsWorkerPath, { scope }).catch(() => undefined);
  }
}
