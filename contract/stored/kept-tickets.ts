/** Page that shows the tickets this browser keeps, without asking the server for anything. */
export const keptTicketsPagePath = '/kept-tickets';
/** Service worker that answers with that page where a page of tickets cannot be fetched. */
export const ticketsWorkerPath = '/tickets-worker.js';
/** Where an installed app starts: the home page, and the kept tickets where there is no network. */
export const appStartPath = '/start';
/** Pages the worker answers for. The purchase is none of them (decision 020). */
export const ticketsWorkerScopes = [
  '/my-tickets',
  '/e-ticket',
  keptTicketsPagePath,
  appStartPath,
] as const;
/** Begins the name of every cache of that worker. */
export const ticketsCacheFamily = 'roetix-tickets-';
/** Database of the kept tickets. */
export const ticketsDatabase = 'roetix-tickets';
