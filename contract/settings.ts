import { isLoose, type Loose } from './call/loose.ts';
import { escapeHtml } from './texts/html.ts';

/** What a page has to know of its server before it makes a call; stands in a meta element of the page. */
export interface PageSettings {
  readonly productName: string;
  /** First part of every real-time topic. */
  readonly topicPrefix: string;
  /** Site of 'Organize Event'; null keeps organisers on our own page (ruling 1.1-B). */
  readonly organizerUrl: string | null;
  /** Where buyers write to. */
  readonly supportEmail: string;
  /** Pages on other sites that a footer leads to (§2): a messaging app, a photo-sharing app and a video site; null shows no icon. */
  readonly social: {
    readonly chat: string | null;
    readonly photos: string | null;
    readonly videos: string | null;
  };
  /** Whether reads of the catalogue that fail show labelled sample data (ruling 1.7-A). */
  readonly demoFallback: boolean;
  /** Hosts of the payment gateway that a page may show a picture of or lead to, beside our own (ruling 1.2-AH). */
  readonly paymentHosts: readonly string[];
  /** Whether this is a public demo, and how its letters reach their readers: by mail, or on a page of their own (ruling R15). */
  readonly demo: DemoKind;
  /** Where a simulated payment is played, with its id behind a slash; null where nobody plays it. */
  readonly payerRoot: string | null;
  /** Whether somebody can sign in with Google here; without it no page offers to. */
  readonly google: boolean;
}

const demoKinds = ['off', 'mail', 'letters'] as const;
/** No demo, one that sends mail, or one whose letters stand on a page. */
export type DemoKind = (typeof demoKinds)[number];

/** The page of a demo with the letters to the signed-in account. */
export const demoLettersPath = '/demo/letters';
/** The page of a demo that plays the bank, with the id of a payment behind a slash. */
export const demoPaymentsPath = '/demo/payments';

/** Front doors of the three, until an operator names pages of their own. */
const defaultSocial: PageSettings['social'] = {
  chat: 'https://www.whatsapp.com/',
  photos: 'https://www.instagram.com/',
  videos: 'https://www.youtube.com/',
};
const defaultSupportEmail = 'bantuan@roetix.example';

/** Settings of a server that was told nothing else; a page without the element has these. */
export const defaultPageSettings: PageSettings = {
  productName: 'Roetix',
  topicPrefix: 'roetix',
  organizerUrl: null,
  supportEmail: defaultSupportEmail,
  social: defaultSocial,
  demoFallback: false,
  paymentHosts: [],
  demo: 'off',
  payerRoot: '/dev/gateway',
  google: true,
};

/** Name of the meta element. */
export const pageSettingsName = 'roetix-settings';

/** The meta element for a page; every character that could end an attribute is escaped. */
export function pageSettingsElement(settings: PageSettings): string {
  const content = escapeHtml(JSON.stringify(settings));
  return `<meta name="${pageSettingsName}" content="${content}">`;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isSite(value: unknown): value is string | null {
  return value === null || (typeof value === 'string' && /^https?:\/\//.test(value));
}

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && /^[^\s@]+@[^\s@]+$/.test(value);
}

function isDemoKind(value: unknown): value is DemoKind {
  return demoKinds.some((kind) => kind === value);
}

/** A place on this server and no other. */
function isPlaceOrNone(value: unknown): value is string | null {
  return value === null || (typeof value === 'string' && /^(?:\/[a-z]+)+$/.test(value));
}

function isSocial(value: unknown): value is PageSettings['social'] {
  return isLoose(value) && isSite(value.chat) && isSite(value.photos) && isSite(value.videos);
}

// By hand: the first drawing reads them, before the schemas are there (decision 015).
function settingsOf(given: Loose): PageSettings | null {
  const {
    productName,
    topicPrefix,
    organizerUrl,
    supportEmail = defaultSupportEmail,
    social = defaultSocial,
    demoFallback = false,
    paymentHosts = [],
    demo = 'off',
    payerRoot = '/dev/gateway',
    google = true,
  } = given;
  return isText(productName) &&
    isText(topicPrefix) &&
    isSite(organizerUrl) &&
    isAddress(supportEmail) &&
    isSocial(social) &&
    typeof demoFallback === 'boolean' &&
    Array.isArray(paymentHosts) &&
    paymentHosts.every(isText) &&
    isDemoKind(demo) &&
    isPlaceOrNone(payerRoot) &&
    typeof google === 'boolean'
    ? {
        productName,
        topicPrefix,
        organizerUrl,
        supportEmail,
        social,
        demoFallback,
        paymentHosts,
        demo,
        payerRoot,
        google,
      }
    : null;
}

/** Reads the content of the element; the defaults where it is absent or not what it should be. Total. */
export function readPageSettings(content: string | null): PageSettings {
  if (content === null) return defaultPageSettings;
  try {
    const given: unknown = JSON.parse(content);
    return (isLoose(given) ? settingsOf(given) : null) ?? defaultPageSettings;
  } catch {
    return defaultPageSettings;
  }
}
