import { rootSetup } from './root.setup.ts';

/** The session is read before a page of the purchase is entered (ruling 1.2-A, guard a). */
export const askingSession = rootSetup.createStateConfig({
  entry: ['askSession', 'followEvent'],
  on: {
    'session.read': {
      guard: { type: 'isFresh', params: ({ event }) => event },
      target: 'admitting',
    },
    'session.readFailed': [
      {
        guard: { type: 'isFreshSignedOut', params: ({ event }) => event },
        target: 'doubting',
        actions: { type: 'noteRefusal', params: ({ event }) => event },
      },
      {
        guard: { type: 'isFreshForbidden', params: ({ event }) => event },
        target: 'deciding',
        actions: { type: 'noteRefusal', params: ({ event }) => event },
      },
      {
        guard: { type: 'isFresh', params: ({ event }) => event },
        target: 'blocked',
        actions: { type: 'noteUnread', params: ({ event }) => event },
      },
    ],
  },
});
