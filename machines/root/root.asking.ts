import type { SessionParentEvent } from '../session/session.types.ts';
import { overHere } from './root.ended.ts';
import { rootSetup } from './root.setup.ts';

type ReadFailed = Extract<SessionParentEvent, { readonly type: 'session.readFailed' }>;
const asFailed = ({ event }: { readonly event: ReadFailed }) => event;
const noted = { type: 'noteRefusal', params: asFailed } as const;

/** The server refused the reading that this page asked for. */
const clearRefusals = [
  { guard: { type: 'isFreshSignedOut', params: asFailed }, target: 'doubting', actions: noted },
  { guard: { type: 'isFreshForbidden', params: asFailed }, target: 'deciding', actions: noted },
] as const;

/** The session is read before a page of the purchase is entered (§6.30). */
export const askingSession = rootSetup.createStateConfig({
  entry: ['askSession', 'followEvent'],
  on: {
    'session.read': {
      guard: { type: 'isFresh', params: ({ event }) => event },
      target: 'admitting',
    },
    'session.readFailed': [
      ...clearRefusals,
      {
        guard: { type: 'isFresh', params: ({ event }) => event },
        target: 'blocked',
        actions: { type: 'noteUnread', params: ({ event }) => event },
      },
    ],
  },
});

/** A page that cannot be entered. It heals by time as well as by a press; not out of a loop, which trying again by itself would only go round (§4.113). */
export const blocked = rootSetup.createStateConfig({
  after: { healing: { guard: 'isRetried', target: 'deciding', actions: 'bumpVisit' } },
  on: {
    'page.retry': { target: 'deciding', actions: ['forgetTrail', 'bumpVisit'] },
    'page.woke': { target: 'deciding', actions: 'bumpVisit' },
    'session.ended': overHere,
    'session.read': [
      // The reader tried on by itself, and the server is back.
      { guard: { type: 'isReadAgain', params: ({ event }) => event }, target: 'admitting' },
      // The page cannot be entered, but the session went on: it is followed all the same (§4.113).
      {
        guard: { type: 'isSteppedAway', params: ({ event }) => event },
        target: 'admitting',
      },
    ],
    // The server refused it after all.
    'session.readFailed': clearRefusals,
  },
});
