import { detailOf, findSample, sampleProvinces } from '../catalogue/events.ts';
import { formsOf } from '../catalogue/forms.ts';
import { listSamples, pageOf, searchSamples } from '../catalogue/lists.ts';
import type { DemoEvent } from '../catalogue/samples.ts';
import { DemoRefusal, type Handlers } from './call.ts';
import { seatmapOf } from './seats.ts';

/** An event of the demo. Throws 404 as the reference server does. */
export function eventOf(slug: string): DemoEvent {
  const event = findSample(slug);
  if (event === null) throw new DemoRefusal('eventNotFound');
  return event;
}

const listed = <T>({ items, pagination }: ReturnType<typeof pageOf<T>>) => ({
  data: items,
  pagination,
});

/** The catalogue, its seat maps and its forms. */
export const catalogueCalls: Handlers<
  | 'featuredEvents'
  | 'promoEvents'
  | 'eventList'
  | 'eventSearch'
  | 'eventDetail'
  | 'provinces'
  | 'seatmapCategories'
  | 'seatmapLayout'
  | 'eventForms'
  | 'legalText'
  | 'sendContact'
> = {
  featuredEvents: ({ query, world }) => listed(listSamples('featured', query, world.now)),
  promoEvents: ({ query, world }) => listed(listSamples('promo', query, world.now)),
  eventList: ({ query, world }) => listed(listSamples('all', query, world.now)),
  eventSearch: ({ query, world }) => listed(searchSamples(query, world.now)),
  eventDetail: ({ params, world }) => ({ data: detailOf(eventOf(params.slug), world.now) }),
  provinces: ({ query }) =>
    listed(pageOf(sampleProvinces(query.include === 'country'), query.page, query.per_page)),
  seatmapCategories: ({ params, world }) => ({
    data: seatmapOf(eventOf(params.slug), world.state),
  }),
  // Its maps name no version, so the client sends no such call.
  seatmapLayout: () => {
    throw new DemoRefusal('layoutNotFound');
  },
  // There is no recipient.
  sendContact() {
    throw new DemoRefusal('internalError', { sentence: 'Demo ini tidak mengirim pesan.' });
  },
  legalText: ({ params: { document } }) => ({
    data: {
      document,
      html: {
        id: '<p>Demo ini berjalan di dalam tab Anda: tidak menjual apa pun dan tidak menyimpan data di server.</p>',
        en: '<p>This demo runs inside your tab: it sells nothing and keeps no data on a server.</p>',
      },
      hash: document,
      is_sample: true,
    },
  }),
  eventForms: ({ params }) => ({ data: formsOf(eventOf(params.slug)) }),
};
