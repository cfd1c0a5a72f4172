import { assign, emit, setup } from 'xstate';
import type { Transfer } from '../../contract/ticket/transfer.ts';
import { isPassing } from '../shared/healing.ts';
import { loopGuard } from '../shared/loop-guard.ts';
import { bugFailure, isRefused, type Result, resultOf } from '../shared/result.ts';
import { timings } from '../shared/timings.ts';
import { transferOfferPorts } from './transfer-offer.ports.ts';
import type {
  NewOffer,
  OfferedTicket,
  TransferOfferContext,
  TransferOfferEmitted,
  TransferOfferEvent,
} from './transfer-offer.types.ts';

interface Scope {
  readonly context: TransferOfferContext;
}

const offerSetup = setup({
  types: {} as {
    context: TransferOfferContext;
    events: TransferOfferEvent;
    emitted: TransferOfferEmitted;
    input: OfferedTicket;
  },
  actors: transferOfferPorts,
  delays: { untilRead: timings.transferPoll, reread: timings.rereadPause },
  guards: {
    isOk: (_: Scope, result: Result<unknown>) => result.ok,
    mayPass: ({ context }: Scope) => context.failure !== null && isPassing(context.failure),
    isStillOffered: (_: Scope, result: Result<Transfer | null>) =>
      result.ok && result.value?.state === 'offered',
    isOver: isRefused('transferEnded'),
    isOffered: ({ context }: Scope) => context.transfer?.state === 'offered',
    isGiven: ({ context }: Scope) => context.transfer?.state === 'accepted',
  },
  actions: {
    storeTransfer: assign((_, result: Result<Transfer | null>) =>
      result.ok ? { transfer: result.value } : {},
    ),
    storeOffer: assign((_, result: Result<NewOffer>) => (result.ok ? result.value : {})),
    storeFailure: assign((_, result: Result<unknown>) =>
      result.ok ? {} : { failure: result.failure },
    ),
    storeBug: assign({ failure: bugFailure }),
    forgetFailure: assign({ failure: null }),
    forgetLink: assign({ token: null }),
    tellGiven: emit({ type: 'ticket.given' }),
  },
});

const ticketOf = ({ context }: Scope): OfferedTicket => ({ ticketId: context.ticketId });

/**
 * The giver's side of a ticket for another person: reads the latest offer, makes a link, and withdraws it. While a link is out, the offer is read
 * again at intervals, so that the page says when the other person has accepted it (decision 085).
 */
export const transferOfferMachine = offerSetup.createMachine({
  id: 'transferOffer',
  options: loopGuard,
  context: ({ input }) => ({
    ticketId: input.ticketId,
    transfer: null,
    token: null,
    failure: null,
  }),
  initial: 'reading',
  states: {
    reading: {
      entry: 'forgetFailure',
      invoke: {
        src: 'read',
        id: 'read',
        input: ticketOf,
        onDone: [
          {
            guard: { type: 'isOk', params: resultOf },
            target: 'known',
            actions: { type: 'storeTransfer', params: resultOf },
          },
          { target: 'unread', actions: { type: 'storeFailure', params: resultOf } },
        ],
        onError: { target: 'unread', actions: 'storeBug' },
      },
    },

    unread: {
      after: { reread: { guard: 'mayPass', target: 'reading' } },
      on: { retry: { target: 'reading' } },
    },

    known: {
      always: [
        { guard: 'isOffered', target: 'offered' },
        { guard: 'isGiven', target: 'given' },
        { target: 'kept' },
      ],
    },

    // Nothing is offered: never, or no longer.
    kept: {
      entry: 'forgetLink',
      on: { offer: { target: 'offering', actions: 'forgetFailure' } },
    },

    offering: {
      invoke: {
        src: 'offer',
        id: 'offer',
        input: ticketOf,
        onDone: [
          {
            guard: { type: 'isOk', params: resultOf },
            target: 'offered',
            actions: { type: 'storeOffer', params: resultOf },
          },
          { target: 'known', actions: { type: 'storeFailure', params: resultOf } },
        ],
        onError: { target: 'known', actions: 'storeBug' },
      },
    },

    offered: {
      on: {
        offer: { target: 'offering', actions: 'forgetFailure' },
        withdraw: { target: 'withdrawing', actions: 'forgetFailure' },
      },
      initial: 'waiting',
      states: {
        waiting: { after: { untilRead: { target: 'checking' } } },
        // The link stays on the page meanwhile; a failed read is made again.
        checking: {
          invoke: {
            src: 'read',
            id: 'check',
            input: ticketOf,
            onDone: [
              { guard: { type: 'isStillOffered', params: resultOf }, target: 'waiting' },
              {
                guard: { type: 'isOk', params: resultOf },
                target: '#transferOffer.known',
                actions: { type: 'storeTransfer', params: resultOf },
              },
              { target: 'waiting' },
            ],
            onError: { target: 'waiting' },
          },
        },
      },
    },

    withdrawing: {
      invoke: {
        src: 'withdraw',
        id: 'withdraw',
        input: ticketOf,
        onDone: [
          {
            guard: { type: 'isOk', params: resultOf },
            target: 'kept',
            actions: { type: 'storeTransfer', params: resultOf },
          },
          // The other person was quicker, or the link's time is over: the server says which.
          { guard: { type: 'isOver', params: resultOf }, target: 'reading' },
          { target: 'offered', actions: { type: 'storeFailure', params: resultOf } },
        ],
        onError: { target: 'offered', actions: 'storeBug' },
      },
    },

    given: { entry: 'tellGiven' },
  },
});
