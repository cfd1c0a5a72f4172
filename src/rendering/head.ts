import type { EventDetail, EventSummary } from '../../contract/catalogue.ts';
import { elementJson, type PageParts } from '../../contract/stored/rendering.ts';
import { escapeHtml } from '../../contract/texts/html.ts';
import { type Locale, languages } from '../../contract/texts/locale.ts';
import { productName } from '../app/product.ts';
import type { PageRead } from '../app/routing/page-data.ts';
import { pageTexts } from '../app/routing/page-texts.ts';
import { longMoment, parseInstant } from '../text/format.ts';
import type { Translate } from '../text/translate.ts';
import type { PagePlan } from './page-plan.ts';
import { eventData, listData, siteData } from './structured-data.ts';

/** Characters of a description that search engines show. */
const descriptionLength = 200;

interface HeadInput {
  readonly plan: PagePlan;
  readonly reads: readonly PageRead[];
  readonly origin: string;
  readonly locale: Locale;
  readonly t: Translate;
}

type Head = Pick<PageParts, 'title' | 'description' | 'head'>;

/** Converts organiser HTML to one line of text; decodes the entities that the sanitiser leaves. */
export function plainText(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
}

function cut(text: string): string {
  if (text.length <= descriptionLength) return text;
  const whole = text.slice(0, descriptionLength);
  return `${whole.slice(0, Math.max(whole.lastIndexOf(' '), descriptionLength / 2))}…`;
}

/** URL of the picture that chat apps show with a link; they do not read SVG, so our own posters are replaced by their JPEG. */
function shareImage(banner: string | null, origin: string): string | undefined {
  if (banner === null) return undefined;
  const poster = /^\/media\/posters\/([a-z0-9-]+)\.svg$/.exec(banner)?.[1];
  const path = poster === undefined ? banner : `/media/share/${poster}.jpg`;
  return URL.canParse(path, origin) ? new URL(path, origin).href : undefined;
}

function summaryOf(event: EventDetail, locale: Locale): string {
  const instant = parseInstant(event.eventDate);
  const when = instant === null ? [] : [longMoment(instant, locale)];
  return cut([...when, event.venue.name, plainText(event.about)].filter(Boolean).join(' · '));
}

function dataOf<T>(reads: readonly PageRead[], name: string): readonly T[] {
  return reads.flatMap((read) => ('data' in read && read.key[0] === name ? [read.data as T] : []));
}

interface Said {
  readonly title: string;
  readonly description: string;
  readonly kind: 'website' | 'article';
  readonly image: string | undefined;
  readonly isFound: boolean;
  readonly data: readonly object[];
}

type Listed = { readonly items: readonly EventSummary[] };

function sayOf({ plan, reads, origin, locale, t }: HeadInput): Said {
  const event = dataOf<EventDetail>(reads, 'event')[0];
  const { name } = plan.screen;
  if (name === 'event' && event !== undefined) {
    const description = summaryOf(event, locale);
    const image = shareImage(event.banner, origin);
    const facts = { url: origin + plan.path, image, description };
    const data = [eventData(event, facts)];
    return { title: event.name, description, kind: 'article', image, isFound: true, data };
  }
  const description = t('home.intro');
  const common = { description, kind: 'website', isFound: true } as const;
  if (name === 'event') {
    return { ...common, title: t('event.notFound'), image: undefined, isFound: false, data: [] };
  }
  const lists = dataOf<Listed>(reads, name === 'home' ? 'list' : 'search');
  const events = [
    ...new Map(lists.flatMap(({ items }) => items.map((item) => [item.slug, item]))).values(),
  ];
  const image = shareImage(events[0]?.image ?? null, origin);
  const list = events.length === 0 ? [] : [listData(events, origin)];
  const site = name === 'home' ? [siteData(productName, origin)] : [];
  return {
    ...common,
    title: t(pageTexts[name].title ?? 'title.home'),
    image,
    data: [...site, ...list],
  };
}

/** Renders the head of a page for browsers, chat apps and search engines. Escapes every value. */
export function renderHead(input: HeadInput): Head {
  const { plan, origin, locale } = input;
  const said = sayOf(input);
  const url = origin + plan.path;
  const meta = (attribute: 'name' | 'property', name: string, content: string | undefined) =>
    content === undefined ? [] : [`<meta ${attribute}="${name}" content="${escapeHtml(content)}">`];
  const card = said.image === undefined ? 'summary' : 'summary_large_image';
  const head = [
    ...(said.isFound
      ? [`<link rel="canonical" href="${escapeHtml(url)}">`]
      : meta('name', 'robots', 'noindex')),
    ...meta('property', 'og:site_name', productName),
    ...meta('property', 'og:type', said.kind),
    ...meta('property', 'og:title', said.title),
    ...meta('property', 'og:description', said.description),
    ...(said.isFound ? meta('property', 'og:url', url) : []),
    ...meta('property', 'og:locale', languages[locale].openGraph),
    ...meta('property', 'og:image', said.image),
    ...meta('property', 'og:image:alt', said.image === undefined ? undefined : said.title),
    ...meta('name', 'twitter:card', card),
    ...said.data.map((data) => `<script type="application/ld+json">${elementJson(data)}</script>`),
  ];
  const title = `${said.title} | ${productName}`;
  return { title, description: said.description, head: head.join('\n    ') };
}
