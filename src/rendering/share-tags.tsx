import { renderToStaticMarkup } from 'react-dom/server';
import type { EventDetail, EventSummary } from '../../contract/catalogue.ts';
import { pathTo } from '../../contract/pages.ts';
import { sharePath } from '../../contract/picture/pictures.ts';
import { elementJson } from '../../contract/stored/rendering.ts';
import { type Locale, languages } from '../../contract/texts/locale.ts';
import { productName } from '../app/product.ts';
import type { PageRead } from '../app/routing/page-data.ts';
import { pageTexts } from '../app/routing/page-texts.ts';
import { eventDescription } from '../screens/event/event-description.ts';
import type { Translate } from '../text/translate.ts';
import type { PagePlan } from './page-plan.ts';
import { eventData, listData, siteData } from './structured-data.ts';

interface HeadInput {
  readonly plan: PagePlan;
  readonly reads: readonly PageRead[];
  readonly origin: string;
  readonly locale: Locale;
  readonly t: Translate;
}

/** URL of the picture that chat apps show with a link; they do not read SVG, so our own posters are replaced by their JPEG. */
function shareImage(banner: string | null, origin: string): string | undefined {
  if (banner === null) return undefined;
  const path = sharePath(banner);
  return URL.canParse(path, origin) ? new URL(path, origin).href : undefined;
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

/** The address that search engines keep: a show's page is one with that of its series. */
function canonicalOf({ plan, reads, origin }: HeadInput): string {
  const series = dataOf<EventDetail>(reads, 'event')[0]?.series;
  const isOfSeries = plan.screen.name === 'event' && series !== undefined;
  return origin + (isOfSeries ? pathTo('event', series) : plan.path);
}

function sayOf(props: HeadInput): Said {
  const { plan, reads, origin, locale, t } = props;
  const event = dataOf<EventDetail>(reads, 'event')[0];
  const { name } = plan.screen;
  if (name === 'event' && event !== undefined) {
    const description = eventDescription(event, locale);
    const image = shareImage(event.banner, origin);
    const facts = { url: canonicalOf(props), image, description };
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

/** Tags for chat apps and search engines. Only the server renders them: a browser has no use for them, and the page itself sets its title. */
function ShareTags(props: HeadInput) {
  const { locale } = props;
  const { title, description, kind, image, isFound, data } = sayOf(props);
  const url = canonicalOf(props);
  return (
    <>
      {isFound && <link rel="canonical" href={url} />}
      <meta property="og:site_name" content={productName} />
      <meta property="og:type" content={kind} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      {isFound && <meta property="og:url" content={url} />}
      <meta property="og:locale" content={languages[locale].openGraph} />
      {image !== undefined && <meta property="og:image" content={image} />}
      {image !== undefined && <meta property="og:image:alt" content={title} />}
      <meta name="twitter:card" content={image === undefined ? 'summary' : 'summary_large_image'} />
      {data.map(elementJson).map((json) => (
        <script
          key={json}
          type="application/ld+json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which no character can end the element.
          dangerouslySetInnerHTML={{ __html: json }}
        />
      ))}
    </>
  );
}

/** Renders the tags of a page for chat apps and search engines, escaped. */
export function shareTags(input: HeadInput): string {
  return renderToStaticMarkup(<ShareTags {...input} />);
}
