import { isTimeZone, type TimeZone } from '../../../contract/time-zone.ts';
import type { EventFile } from '../../../samples/event-file.ts';
import order from '../../../samples/events.json';
import organizers from '../../../samples/organizers.json';
import provinces from '../../../samples/provinces.json';
import { type SampleEvent, sampleEvent } from '../../../samples/sample-event.ts';

/** An event of the shop that runs in the browser. */
export interface DemoEvent extends SampleEvent {
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
export const namedProvinces = provinces.map((province, index) => ({ id: index + 1, ...province }));

const files = import.meta.glob<EventFile>('../../../samples/events/*/event.json', {
  eager: true,
  import: 'default',
});

/** True if the demo can sell it in a tab: on sale today, and with fewer seats than the stadium's 50,000. */
function isForDemo(event: SampleEvent): boolean {
  const isOnSale = event.status === 'active' && event.saleStartsAt === null;
  return isOnSale && event.startsAt.dayOffset > 0 && event.layout.kind !== 'stadium';
}

function demoEvent(event: SampleEvent): DemoEvent {
  const province = namedProvinces.find(({ code }) => code === event.province);
  const zone = province?.timeZone ?? '';
  return {
    ...event,
    // No server uses such a slug, so a sample cannot be mistaken for a real event.
    slug: `contoh-${event.slug}`,
    poster: `/media/posters/${event.slug}.svg`,
    organizerName: organizers.find(({ slug }) => slug === event.organizer)?.name ?? '',
    logo: `/media/logos/${event.organizer}.svg`,
    provinceId: province?.id ?? 0,
    provinceName: province?.name ?? '',
    timeZone: isTimeZone(zone) ? zone : 'Asia/Jakarta',
  };
}

/** The sample events that the demo can sell; the server's seed inserts the same ones. */
export const demoEvents: readonly DemoEvent[] = order
  .flatMap((slug) => {
    const file = files[`../../../samples/events/${slug}/event.json`];
    return file === undefined ? [] : [sampleEvent(slug, file)];
  })
  .filter(isForDemo)
  .map(demoEvent);
