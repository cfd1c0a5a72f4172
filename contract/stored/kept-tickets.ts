/** Page that shows the tickets stored in this browser, without any request to the server. */
export const keptTicketsPagePath = '/kept-tickets';
/** Service worker that responds with that page when a page of tickets cannot be loaded. */
export const ticketsWorkerPath = '/tickets-worker.js';
/** Start page of the installed app: the home page, or the stored tickets without network. */
export const appStartPath = '/start';
/** Pages that the worker handles. The pages of the purchase are not among them (decision 020). */
export const ticketsWorkerScopes = [
  '/my-tickets',
  '/e-ticket',
  keptTicketsPagePath,
  appStartPath,
] as const;
/** Prefix of the names of that worker's caches. */
export const ticketsCacheFamily = 'roetix-tickets-';
/** Database of the stored tickets. */
export const ticketsDatabase = 'roetix-tickets';
