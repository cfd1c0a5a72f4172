import { type PageSettings, pageSettingsName, readPageSettings } from '../../contract/settings.ts';

const element =
  typeof document === 'undefined'
    ? null
    : document.querySelector<HTMLMetaElement>(`meta[name="${pageSettingsName}"]`);
const settings = readPageSettings(element?.content ?? null);

/** Name of the product, as the pages print it. */
export let productName = settings.productName;

/** External site where organisers register; null keeps them on our own page (§1.7). */
export let organizerSite = settings.organizerUrl;

/** E-mail address of the buyer support. */
export let supportEmail = settings.supportEmail;

/** Our pages on other sites, for the icons of the footer; null shows none. */
export let social = settings.social;

/** First part of every real-time topic. */
export let topicPrefix = settings.topicPrefix;

/** Whether failed reads of the catalogue show labelled sample data (§16.40); never in server rendering. */
export const demoFallback = settings.demoFallback;

/** Hosts of the payment gateway that a page may link to; unused in server rendering, which renders no payment page. */
export const paymentHosts = settings.paymentHosts;

/** Whether this is a public demo, and how it delivers e-mails (§16.3). */
export let demo = settings.demo;

/** Root of the payment simulator's pages; unused in server rendering, which renders no payment page. */
export const payerRoot = settings.payerRoot;

/** Gateways that move no money here; unused in server rendering, likewise. */
export const playedGateways = settings.playedGateways;

/** Key of notifications at the turn in the queue, or null; unused in server rendering, which renders no queue. */
export const pushKey = settings.pushKey;

/** Whether sign-in with Google is offered. */
export let offersGoogle = settings.google;

/** Applies the settings in server rendering; in a browser they come from the document. */
export function takeSettings(given: PageSettings): void {
  productName = given.productName;
  organizerSite = given.organizerUrl;
  supportEmail = given.supportEmail;
  social = given.social;
  topicPrefix = given.topicPrefix;
  demo = given.demo;
  offersGoogle = given.google;
}
