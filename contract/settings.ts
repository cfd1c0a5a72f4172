import * as z from 'zod/mini';

const siteSchema = z.nullable(z.string().check(z.regex(/^https?:\/\//)));

/** Pages on other sites that a footer leads to (§2): a messaging app, a photo-sharing app and a video site; null shows no icon. */
const socialSchema = z.object({ chat: siteSchema, photos: siteSchema, videos: siteSchema });

/** Front doors of the three, until an operator names pages of their own. */
const defaultSocial: z.infer<typeof socialSchema> = {
  chat: 'https://www.whatsapp.com/',
  photos: 'https://www.instagram.com/',
  videos: 'https://www.youtube.com/',
};
const defaultSupportEmail = 'bantuan@roetix.example';

/** What a page has to know of its server before it makes a call; stands in a meta element of the page. */
export const pageSettingsSchema = z.object({
  productName: z.string().check(z.minLength(1)),
  /** First part of every real-time topic. */
  topicPrefix: z.string().check(z.minLength(1)),
  /** Site of 'Organize Event'; null keeps organisers on our own page (ruling 1.1-B). */
  organizerUrl: siteSchema,
  /** Where buyers write to. */
  supportEmail: z._default(z.string().check(z.regex(/^[^\s@]+@[^\s@]+$/)), defaultSupportEmail),
  social: z._default(socialSchema, defaultSocial),
  /** Whether the search page sends is_online, topic, time and price along (ruling 1.2-T). */
  searchFilters: z._default(z.boolean(), false),
  /** Whether reads of the catalogue that fail show labelled sample data (ruling 1.7-A). */
  demoFallback: z._default(z.boolean(), false),
});
/** What a page has to know of its server. */
export type PageSettings = z.infer<typeof pageSettingsSchema>;

/** Settings of a server that was told nothing else; a page without the element has these. */
export const defaultPageSettings: PageSettings = {
  productName: 'Roetix',
  topicPrefix: 'roetix',
  organizerUrl: null,
  supportEmail: defaultSupportEmail,
  social: defaultSocial,
  searchFilters: false,
  demoFallback: false,
};

/** Name of the meta element. */
export const pageSettingsName = 'roetix-settings';

/** The meta element for a page; every character that could end an attribute is escaped. */
export function pageSettingsElement(settings: PageSettings): string {
  const content = JSON.stringify(settings)
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
  return `<meta name="${pageSettingsName}" content="${content}">`;
}

/** Reads the content of the element; the defaults where it is absent or not what it should be. Total. */
export function readPageSettings(content: string | null): PageSettings {
  if (content === null) return defaultPageSettings;
  try {
    const parsed = pageSettingsSchema.safeParse(JSON.parse(content));
    return parsed.success ? parsed.data : defaultPageSettings;
  } catch {
    return defaultPageSettings;
  }
}
