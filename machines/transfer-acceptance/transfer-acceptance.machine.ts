import { assertEvent, assign, setup } from 'xstate';
import { isPassing } from '../shared/healing.ts';
import { loopGuard } from '../shared/loop-guard.ts';
import { bugFailure, isRefused, type Result, resultOf } from '../shared/result.ts';
import { timings } from '../shared/timings.ts';
import { transferAcceptancePorts } from './transfer-acceptance.ports.ts';
import type {
  AcceptedTicket,
  OfferToRead,
  TransferAcceptanceContext,
  TransferAcceptanceEvent,
} from './transfer-acceptance.types.ts';

interface Scope {
  readonly context: TransferAcceptanceContext;
}

const acceptanceSetup = setup({
  types: {} as {
    context: TransferAcceptanceContext;
    events: TransferAcceptanceEvent;
    input: { readonly token: string };
  },
  actors: transferAcceptancePorts,
  delays: { reread: timings.rereadPause },
  guards: {
    isOk: (_: Scope, result: Result<unknown>) => result.ok,
    mayPass: ({ context }: Scope) => context.failure !== null && isPassing(context.failure),
    isOffered: (_: Scope, result: Result<OfferToRead>) =>
      result.ok && result.value.state === 'offered',
    isUnknown: isRefused('transferNotFound'),
    isOver: isRefused('transferEnded', 'transferNotFound'),
  },
  actions: {
    storeOffer: assign((_, result: Result<OfferToRead>) =>
      result.ok ? { offer: result.value } : {},
    ),
    storeTicket: assign((_, result: Result<AcceptedTicket>) =>
      result.ok ? { ticket: result.value } : {},
    ),
    storeFailure: assign((_, result: Result<unknown>) =>
      result.ok ? {} : { failure: result.failure },
    ),
    storeBug: assign({ failure: bugFailure }),
    forgetFailure: assign({ failure: null }),
  },
});

/** The receiver's side of a ticket for another person: reads what the link offers, and accepts it under a name (decision 085). */
export const transferAcceptanceMachine = acceptanceSetup.createMachine({
  id: 'transferAcceptance',
  options: loopGuard,
  context: ({ input }) => ({ token: input.token, offer: null, ticket: null, failure: null }),
  initial: 'reading',
  states: {
    reading: {
      entry: 'forgetFailure',
      invoke: {
        src: 'read',
        id: 'read',
        input: ({ context }) => ({ token: context.token }),
        onDone: [
          {
            guard: { type: 'isOffered', params: resultOf },
            target: 'offered',
            actions: { type: 'storeOffer', params: resultOf },
          },
          {
            guard: { type: 'isOk', params: resultOf },
            target: 'ended',
            actions: { type: 'storeOffer', params: resultOf },
          },
          { guard: { type: 'isUnknown', params: resultOf }, target: 'unknown' },
          { target: 'unread', actions: { type: 'storeFailure', params: resultOf } },
        ],
        onError: { target: 'unread', actions: 'storeBug' },
      },
    },

    unread: {
      after: { reread: { guard: 'mayPass', target: 'reading' } },
      on: { retry: { target: 'reading' } },
    },

    offered: { on: { accept: { target: 'accepting', actions: 'forgetFailure' } } },

    accepting: {
      invoke: {
        src: 'accept',
        id: 'accept',
        input: ({ context, event }) => {
          assertEvent(event, 'accept');
          return { token: context.token, holderName: event.holderName };
        },
        onDone: [
          {
            guard: { type: 'isOk', params: resultOf },
            target: 'accepted',
            actions: { type: 'storeTicket', params: resultOf },
          },
          // Another person was quicker, or the giver withdrew it: the server says which.
          { guard: { type: 'isOver', params: resultOf }, target: 'reading' },
          { target: 'offered', actions: { type: 'storeFailure', params: resultOf } },
        ],
        onError: { target: 'offered', actions: 'storeBug' },
      },
    },

    accepted: {},
    ended: {},
    // No offer of this shop has the link.
    unknown: {},
  },
});
