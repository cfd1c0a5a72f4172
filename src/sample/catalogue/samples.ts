import type { EventFile } from '../../../contract/event-folder/event-file.ts';
import {
  type FolderEvent,
  type FolderLayout,
  folderEvent,
} from '../../../contract/event-folder/folder-event.ts';
import { provinceFacts } from '../../../contract/place/provinces.ts';
import type { TimeZone } from '../../../contract/place/time-zone.ts';
import order from '../../../samples/events.json';
import organizers from '../../../samples/organizers.json';

/** An event of the shop that runs in the browser. */
export interface DemoEvent extends Omit<FolderEvent, 'poster' | 'timeZone' | 'layout'> {
  readonly layout: FolderLayout;
  /** Address of the poster. */
  readonly poster: string;
  readonly organizerName: string;
  /** Address of the logo of the organiser. */
  readonly logo: string;
  readonly provinceId: number;
  readonly provinceName: string;
  readonly timeZone: TimeZone;
}

/** Provinces by name; ids count from 1 as the reference server counts them: a province chosen here is valid there. */
export const namedProvinces = provinceFacts.map((province, index) => ({
  id: index + 1,
  ...province,
}));

const files = import.meta.glob<EventFile>('../../../samples/events/*/event.json', {
  eager: true,
  import: 'default',
});

/** True if the demo can sell it in a tab: on sale today, and with fewer seats than the stadium's 50,000. */
function isForDemo({ shows: [{ sale, startsAt }], layout }: FolderEvent): boolean {
  const isOnSale = sale.status === 'published' && sale.startsAt === null;
  return isOnSale && Number.parseInt(startsAt, 10) > 0 && layout?.kind !== 'stadium';
}

function demoEvent(event: FolderEvent): DemoEvent[] {
  const province = namedProvinces.find(({ code }) => code === event.province);
  const { layout } = event;
  if (layout === null) return [];
  const demo = {
    ...event,
    layout,
    // No server uses such a slug, so a sample cannot be mistaken for a real event.
    slug: `contoh-${event.slug}`,
    poster: `/media/posters/${event.slug}.svg`,
    organizerName: organizers.find(({ slug }) => slug === event.organizer)?.name ?? '',
    logo: `/media/logos/${event.organizer}.svg`,
    provinceId: province?.id ?? 0,
    provinceName: province?.name ?? '',
    timeZone: province?.timeZone ?? ('Asia/Jakarta' as const),
  };
  return [demo];
}

/** The sample events that the demo can sell; the server's seed inserts the same ones. */
export const demoEvents: readonly DemoEvent[] = order
  .flatMap((slug) => {
    const file = files[`../../../samples/events/${slug}/event.json`];
    return file === undefined ? [] : [folderEvent(slug, file)];
  })
  .filter(isForDemo)
  .flatMap(demoEvent);
