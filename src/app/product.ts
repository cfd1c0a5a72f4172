import { type PageSettings, pageSettingsName, readPageSettings } from '../../contract/settings.ts';

const element =
  typeof document === 'undefined'
    ? null
    : document.querySelector<HTMLMetaElement>(`meta[name="${pageSettingsName}"]`);
const settings = readPageSettings(element?.content ?? null);

/** Name of the product, as the pages print it. */
export let productName = settings.productName;

/** Where organisers register, when that is another site; null keeps them on our own page (ruling 1.1-B). */
export let organizerSite = settings.organizerUrl;

/** Where buyers write to. */
export let supportEmail = settings.supportEmail;

/** Our pages on other sites, for the icons of the footer; null shows none. */
export let social = settings.social;

/** First part of every real-time topic. */
export let topicPrefix = settings.topicPrefix;

/** Whether reads of the catalogue that fail show labelled sample data (ruling 1.7-A); a server that draws pages never does. */
export const demoFallback = settings.demoFallback;

/** Hosts of the payment gateway that a page may lead to; a server that draws pages draws none of the payment. */
export const paymentHosts = settings.paymentHosts;

/** Whether this is a public demo, and how its letters reach their readers (ruling R15). */
export let demo = settings.demo;

/** Where a simulated payment is played; a server that draws pages draws none of the payment. */
export const payerRoot = settings.payerRoot;

/** Whether sign-in with Google is offered. */
export let offersGoogle = settings.google;

/** Takes the settings of the server that draws the page; in a browser the page itself tells them. */
export function takeSettings(given: PageSettings): void {
  productName = given.productName;
  organizerSite = given.organizerUrl;
  supportEmail = given.supportEmail;
  social = given.social;
  topicPrefix = given.topicPrefix;
  demo = given.demo;
  offersGoogle = given.google;
}
