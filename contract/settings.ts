import { isLoose, type Loose } from './call/loose.ts';
import { escapeHtml } from './texts/html.ts';

/** Settings that a page needs from its server before its first call; a meta element of the page contains them. */
export interface PageSettings {
  readonly productName: string;
  /** First part of every real-time topic. */
  readonly topicPrefix: string;
  /** Site of 'Organize Event'; null uses the shop's own page (§1.7). */
  readonly organizerUrl: string | null;
  /** Support address for buyers. */
  readonly supportEmail: string;
  /** Links of the footer (§2.50): a messaging app, a photo-sharing app and a video site; null shows no icon. */
  readonly social: {
    readonly chat: string | null;
    readonly photos: string | null;
    readonly videos: string | null;
  };
  /** Whether failed reads of the catalogue show labelled sample data (§16.40). */
  readonly demoFallback: boolean;
  /** Hosts of the payment gateway whose pictures and links a page may contain, beside the shop's own host (§2.302). */
  readonly paymentHosts: readonly string[];
  /** Whether this is a public demo, and how it delivers e-mails: by a mail server, or on a page (§16.3). */
  readonly demo: DemoKind;
  /** Path of the page that simulates the payer, followed by a slash and the payment id; null without simulation. */
  readonly payerRoot: string | null;
  /** Gateways that move no money here: their payments say so, and `payerRoot` has a page of each. */
  readonly playedGateways: readonly string[];
  /** Whether Google sign-in is configured; without it no page offers it. */
  readonly google: boolean;
  /** Public VAPID key, base64url, for notifications at the turn in the queue; null where the server sends none. */
  readonly pushKey: string | null;
}

const demoKinds = ['off', 'mail', 'letters'] as const;
/** No demo, one with a mail server, or one that shows its e-mails on a page. */
export type DemoKind = (typeof demoKinds)[number];

/** Path of a demo's page with the e-mails to the signed-in account. */
export const demoEmailsPath = '/demo/letters';
/** Path of a demo's page that plays the bank, followed by a slash and the payment id. */
export const demoPaymentsPath = '/demo/payments';

/** The shop has no pages on other sites until an operator sets them. */
const defaultSocial: PageSettings['social'] = { chat: null, photos: null, videos: null };
const defaultSupportEmail = 'bantuan@roetix.example';

/** The default settings; a page without the element uses these. */
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
  playedGateways: ['simulated'],
  google: true,
  pushKey: null,
};

/** Name of the meta element. */
export const pageSettingsName = 'roetix-settings';

/** The meta element for a page, with every special character of attributes escaped. */
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

/** Null, or a path on this server. */
function isPlaceOrNone(value: unknown): value is string | null {
  return value === null || (typeof value === 'string' && /^(?:\/[a-z]+)+$/.test(value));
}

function isSocial(value: unknown): value is PageSettings['social'] {
  return isLoose(value) && isSite(value.chat) && isSite(value.photos) && isSite(value.videos);
}

// Without schemas: the first render needs the settings before zod is loaded (decision 015).
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
    playedGateways = defaultPageSettings.playedGateways,
    google = true,
    pushKey = null,
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
    Array.isArray(playedGateways) &&
    playedGateways.every(isText) &&
    typeof google === 'boolean' &&
    (pushKey === null || isText(pushKey))
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
        playedGateways,
        google,
        pushKey,
      }
    : null;
}

/** Reads the content of the element; the defaults if it is absent or invalid. Never throws. */
export function readPageSettings(content: string | null): PageSettings {
  if (content === null) return defaultPageSettings;
  try {
    const given: unknown = JSON.parse(content);
    return (isLoose(given) ? settingsOf(given) : null) ?? defaultPageSettings;
  } catch {
    return defaultPageSettings;
  }
}
