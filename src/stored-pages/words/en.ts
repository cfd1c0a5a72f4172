import type { OfflineWords } from './id.ts';

/** Texts of the pages without network, in English. */
export const words: OfflineWords = {
  offline: 'No network.',
  storedAt: (when) =>
    `This page was last loaded on ${when}. Prices, remaining tickets and dates may have changed.`,
  heals: 'The page updates by itself as soon as the network is back.',
  buying: 'Your purchase continues as soon as the network is back.',
  opening: 'It opens as soon as the network is back.',
  steps: {
    queue: 'You are in the queue',
    seats: 'It is your turn to choose seats',
    'order-form': 'Your seats are held',
    'payment-method': 'Your order is not paid yet',
    payment: 'Your payment is awaited',
  },
  lastKnown: (when) => `Last known on ${when}.`,
  until: (when) => `Valid until ${when}.`,
  resume: 'Continue the purchase',
  title: 'No network',
  missing: 'This page has never been opened on this device, so there is nothing to show yet.',
  retry: 'Try again',
  home: 'Open the home page',
};
