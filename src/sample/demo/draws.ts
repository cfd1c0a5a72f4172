import { DemoRefusal, type Handlers } from './call.ts';
import { eventOf } from './catalogue.ts';

/** The demo has no waiting rooms, and so no draws. */
export const drawCalls: Handlers<'queueDraws' | 'drawList' | 'drawPlace'> = {
  queueDraws: ({ params }) => ({ data: { slug: eventOf(params.slug).slug, draws: [] } }),
  drawList: () => {
    throw new DemoRefusal('drawNotFound');
  },
  drawPlace: () => {
    throw new DemoRefusal('drawNotFound');
  },
};
