import type { Ending } from '../shared/ending.ts';
import { slugOf } from './root.rules.ts';
import { rootSetup } from './root.setup.ts';
import type { RootContext } from './root.types.ts';

/** The session of this page is over: its flow stops, and the page says why (§4.21). */
export const overHere = {
  guard: {
    type: 'isOverHere',
    params: ({ event }: { readonly event: { readonly ending: Ending } }) => event,
  },
  target: '#root.place.ended.seen',
} as const;

/** Another page of the same event, in place of this one. */
const shows = (name: 'queue' | 'event') =>
  ({
    type: 'showReplaced',
    params: ({ context }: { readonly context: RootContext }) => ({
      screen: { name, slug: slugOf(context.screen) ?? '' },
    }),
  }) as const;

/**
 * A page of the purchase whose session is over, with the reason in its own words and the next step (§4.21, §11.23). Nothing joins from
 * here but a press. Opened with an end of earlier, the page says it and stays; an end that happens on the page keeps the times of §4.23
 * first.
 */
export const ended = rootSetup.createStateConfig({
  entry: 'tellEnding',
  initial: 'said',
  on: {
    'session.rejoin': { target: 'deciding', actions: ['dismissEnd', shows('queue')] },
    // This page tells its own; another session is for another page.
    'session.ended': {},
    // The words are the page itself.
    'farewell.dismiss': {},
    // Joined again in another tab: this one follows.
    'session.read': {
      guard: { type: 'isLiveHere', params: ({ event }) => event },
      target: 'deciding',
      actions: 'bumpVisit',
    },
    // Nothing is paid for here any more: Back leads away again.
    'route.popped': {
      guard: { type: 'isAnotherPlace', params: ({ event }) => event },
      target: 'deciding',
      actions: { type: 'showReplaced', params: ({ event }) => event },
    },
  },
  states: {
    seen: {
      always: [
        { guard: 'wasRemoved', target: 'removed' },
        { guard: 'wasTimeUp', target: 'timeUp' },
        { target: 'said' },
      ],
    },
    // Three seconds, then the event page, where the words stay until they are read (§4.23, §9.22).
    removed: {
      after: {
        kickedNotice: {
          target: '#root.place.deciding',
          actions: shows('event'),
        },
      },
    },
    // 'Time is up!', then the seats (§4.23, §5.53), which say how to go on.
    timeUp: {
      after: { noticeCap: { target: 'said', actions: 'showSeats' } },
      on: { 'notice.dismiss': { target: 'said', actions: 'showSeats' } },
    },
    // Read by who goes on from here.
    said: { exit: 'dropFarewell' },
  },
});
