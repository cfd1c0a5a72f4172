import { late } from '../../effects/http/late-call.ts';

const catalogue = () => import('../../../contract/catalogue.ts');
const tickets = () => import('../../../contract/tickets.ts');

/** Rows of the catalogue and of the history whose schemas come with the first answer that has to be read (decision 015). */
export const featuredEvents = late(
  'GET',
  '/featured-events',
  async () => (await catalogue()).featuredEvents,
);
export const promoEvents = late(
  'GET',
  '/promo-events',
  async () => (await catalogue()).promoEvents,
);
export const eventList = late('GET', '/event-list', async () => (await catalogue()).eventList);
export const eventSearch = late(
  'GET',
  '/event-search',
  async () => (await catalogue()).eventSearch,
);
export const eventDetail = late(
  'GET',
  '/event/{slug}',
  async () => (await catalogue()).eventDetail,
);
export const provinces = late(
  'GET',
  '/locations/provinces/{countryId}',
  async () => (await catalogue()).provinces,
);
export const purchaseHistory = late(
  'GET',
  '/purchase-history',
  async () => (await tickets()).purchaseHistory,
);
