import { assertEvent, assign, emit, setup } from 'xstate';
import type { DeskOrder, FoundOrder } from '../../contract/staff/desk.ts';
import { loopGuard } from '../shared/loop-guard.ts';
import { isRefused, type Result, resultOf } from '../shared/result.ts';
import { brokenRefusal, refusalOf } from '../staff/staff.problem.ts';
import { deskPorts } from './desk.ports.ts';
import type { DeskContext, DeskEmitted, DeskEvent } from './desk.types.ts';

interface Scope {
  readonly context: DeskContext;
}

const deskSetup = setup({
  types: {} as { context: DeskContext; events: DeskEvent; emitted: DeskEmitted },
  actors: deskPorts,
  guards: {
    isOk: (_: Scope, result: Result<unknown>) => result.ok,
    isSignedOut: isRefused('unauthenticated'),
    isSingle: ({ context }: Scope) => context.found?.length === 1,
    hasOrder: ({ context }: Scope) => context.order !== null,
  },
  actions: {
    storeQuery: assign((_, { query }: { readonly query: string }) => ({
      query,
      order: null,
      orderCode: null,
      refusal: null,
      isDone: false,
    })),
    storeFound: assign((_, result: Result<FoundOrder[]>) =>
      result.ok ? { found: result.value } : {},
    ),
    chooseSingle: assign(({ context }) => ({ orderCode: context.found?.[0]?.order_code ?? null })),
    chooseOrder: assign((_, { orderCode }: { readonly orderCode: string }) => ({
      orderCode,
      order: null,
      refusal: null,
      isDone: false,
    })),
    storeOrder: assign((_, result: Result<DeskOrder>) =>
      result.ok ? { order: result.value } : {},
    ),
    closeOrder: assign({ order: null, orderCode: null, refusal: null, isDone: false }),
    beginAct: assign({ refusal: null, isDone: false }),
    noteDone: assign({ isDone: true }),
    storeRefusal: assign((_, result: Result<unknown>) => ({ refusal: refusalOf(result) })),
    storeBroken: assign({ refusal: brokenRefusal }),
    tellEnded: emit({ type: 'session.ended' }),
  },
});

const finds = {
  find: {
    target: '#desk.finding',
    actions: { type: 'storeQuery', params: ({ event }: { event: { query: string } }) => event },
  },
} as const;

/** A refusal of any call: shown by its sentence, and reported to the page where the sign-in has ended. */
const refusedTo = (target: string) =>
  [
    {
      guard: { type: 'isSignedOut', params: resultOf },
      target,
      actions: [{ type: 'storeRefusal', params: resultOf }, 'tellEnded'],
    },
    { target, actions: { type: 'storeRefusal', params: resultOf } },
  ] as const;

/**
 * The support desk: one box finds an order, its story is read, and one correction at a time changes it. After each the order is read again, so that
 * the page shows what the server has (decision 085).
 */
export const deskMachine = deskSetup.createMachine({
  id: 'desk',
  options: loopGuard,
  context: { query: '', found: null, orderCode: null, order: null, isDone: false, refusal: null },
  initial: 'idle',
  states: {
    idle: { on: finds },

    finding: {
      invoke: {
        src: 'find',
        id: 'find',
        input: ({ context }) => ({ query: context.query }),
        onDone: [
          {
            guard: { type: 'isOk', params: resultOf },
            target: 'found',
            actions: { type: 'storeFound', params: resultOf },
          },
          ...refusedTo('idle'),
        ],
        onError: { target: 'idle', actions: 'storeBroken' },
      },
    },

    // A code names one order: it opens by itself.
    found: {
      always: [
        { guard: 'isSingle', target: 'opening', actions: 'chooseSingle' },
        { target: 'listed' },
      ],
    },

    listed: {
      on: {
        ...finds,
        'order.open': {
          target: 'opening',
          actions: { type: 'chooseOrder', params: ({ event }) => event },
        },
      },
    },

    opening: {
      invoke: {
        src: 'open',
        id: 'open',
        input: ({ context }) => ({ orderCode: context.orderCode ?? '' }),
        onDone: [
          {
            guard: { type: 'isOk', params: resultOf },
            target: 'opened',
            actions: { type: 'storeOrder', params: resultOf },
          },
          ...refusedTo('shown'),
        ],
        onError: { target: 'shown', actions: 'storeBroken' },
      },
    },

    // What was read before stays on the page.
    shown: { always: [{ guard: 'hasOrder', target: 'opened' }, { target: 'listed' }] },

    opened: {
      on: {
        ...finds,
        'order.close': { target: 'listed', actions: 'closeOrder' },
        act: { target: 'acting', actions: 'beginAct' },
      },
    },

    acting: {
      invoke: {
        src: 'act',
        id: 'act',
        input: ({ context, event }) => {
          assertEvent(event, 'act');
          return { orderCode: context.orderCode ?? '', act: event.act };
        },
        onDone: [
          {
            guard: { type: 'isOk', params: resultOf },
            target: 'opening',
            actions: 'noteDone',
          },
          ...refusedTo('opened'),
        ],
        onError: { target: 'opened', actions: 'storeBroken' },
      },
    },
  },
});
