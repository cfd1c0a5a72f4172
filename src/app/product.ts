import { pageSettingsName, readPageSettings } from '../../contract/settings.ts';

const element =
  typeof document === 'undefined'
    ? null
    : document.querySelector<HTMLMetaElement>(`meta[name="${pageSettingsName}"]`);
const settings = readPageSettings(element?.content ?? null);

/** Name of the product, as the pages print it. */
export const productName = settings.productName;

/** Where organisers register, when that is another site; null keeps them on our own page (ruling 1.1-B). */
export const organizerSite = settings.organizerUrl;

/** Whether a search sends all of its filters; otherwise is_online, topic, time and price stay in the address (ruling 1.2-T). */
export const sendsSearchFilters = settings.searchFilters;

/** First part of every real-time topic. */
export const topicPrefix = settings.topicPrefix;

/** Where buyers write to. */
export const supportEmail = 'bantuan@roetix.example';
