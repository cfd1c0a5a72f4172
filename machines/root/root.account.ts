import { slugOf } from './root.rules.ts';
import { rootSetup } from './root.setup.ts';

/** Who is there. The session is followed, and real-time runs, only while a verified buyer is (§4.90). */
export const account = rootSetup.createStateConfig({
  invoke: {
    src: 'auth',
    id: 'auth',
    systemId: 'auth',
    input: ({ self, context }) => ({ parent: self, random: context.random }),
  },
  initial: 'unknown',
  on: {
    'page.woke': { actions: 'hastenFlows' },
    'auth.anonymous': { target: '.anonymous', actions: 'noteAnonymous' },
    'auth.unverified': {
      target: '.unverified',
      actions: { type: 'noteUnverified', params: ({ event }) => ({ user: event.user }) },
    },
    'auth.verified': {
      target: '.verified',
      actions: { type: 'noteVerified', params: ({ event }) => ({ user: event.user }) },
    },
  },
  states: {
    unknown: {},
    anonymous: {},
    unverified: {},
    verified: {
      // The session is read and followed, and real-time runs, only while a verified buyer is there (§4.90).
      invoke: [
        {
          src: 'session',
          id: 'session',
          systemId: 'session',
          input: ({ self, context }) => ({
            parent: self,
            random: context.random,
            realtime: context.realtime.connected,
            visit: context.visit,
          }),
        },
        {
          src: 'realtime',
          id: 'realtime',
          systemId: 'realtime',
          input: ({ self, context }) => ({
            parent: self,
            random: context.random,
            userId: context.user?.id ?? '',
            slug: slugOf(context.screen),
          }),
        },
      ],
      on: {
        // The same buyer again, after a check by another tab: the flows go on. Another buyer starts them again (F13).
        'auth.verified': [
          {
            guard: { type: 'isSameAccount', params: ({ event }) => event },
            actions: { type: 'noteVerified', params: ({ event }) => ({ user: event.user }) },
          },
          {
            target: 'verified',
            reenter: true,
            actions: [
              'noteAnonymous',
              { type: 'noteVerified', params: ({ event }) => ({ user: event.user }) },
            ],
          },
        ],
        'session.read': { actions: { type: 'noteReading', params: ({ event }) => event } },
        // On any page, the poll of one that stands open too: the account is asked for before anything is believed (§6.23).
        'session.readFailed': {
          guard: { type: 'isUnauthenticated', params: ({ event }) => event },
          actions: { type: 'tellAuth', params: { event: { type: 'auth.refused' } } },
        },
        'session.ended': { actions: { type: 'noteEnding', params: ({ event }) => event } },
        'session.exited': { actions: 'noteExit' },
        'session.exitFailed': {
          actions: { type: 'noteExitProblem', params: ({ event }) => event },
        },
        'session.refreshWanted': { actions: 'askSession' },
        'session.leaving': {
          actions: { type: 'tellSession', params: { event: { type: 'session.leaving' } } },
        },
        'realtime.rearmWanted': { actions: 'rearmRealtime' },
        // A try that failed like the one before changes nothing.
        'realtime.changed': {
          guard: { type: 'isRealtimeChange', params: ({ event }) => event },
          actions: [
            { type: 'noteRealtime', params: ({ event }) => event },
            {
              type: 'tellSession',
              params: ({ event }) => ({
                event: { type: 'session.pace', realtime: event.connected },
              }),
            },
            {
              type: 'tellQueue',
              params: ({ event }) => ({
                event: {
                  type: 'queue.realtimeChanged',
                  connected: event.connected,
                  error: event.error,
                },
              }),
            },
            {
              type: 'tellSeats',
              params: ({ event }) => ({
                event: { type: 'seats.stale', realtime: event.connected },
              }),
            },
          ],
        },
        'realtime.received': {
          actions: { type: 'routeMessage', params: ({ event }) => event },
        },
        'page.woke': {
          actions: [
            'hastenFlows',
            'askSession',
            'rearmRealtime',
            { type: 'tellPayment', params: { event: { type: 'payment.check' } } },
            {
              type: 'tellSeats',
              params: ({ context }) => ({
                event: { type: 'seats.stale', realtime: context.realtime.connected },
              }),
            },
          ],
        },
      },
    },
  },
});
