import { assertEvent, assign, setup } from 'xstate';
import type { RefundAccount } from '../../contract/refund/refund.ts';
import { isPassing } from '../shared/healing.ts';
import { loopGuard } from '../shared/loop-guard.ts';
import { bugFailure, isRefused, type Result, resultOf } from '../shared/result.ts';
import { timings } from '../shared/timings.ts';
import { refundAccountPorts } from './refund-account.ports.ts';
import type {
  BankAccount,
  Fits,
  RefundAccountContext,
  RefundAccountEvent,
} from './refund-account.types.ts';

interface Scope {
  readonly context: RefundAccountContext;
}

const refundAccountSetup = setup({
  types: {} as {
    context: RefundAccountContext;
    events: RefundAccountEvent;
    input: { readonly token: string };
  },
  actors: refundAccountPorts,
  delays: { reread: timings.rereadPause },
  guards: {
    isOk: (_: Scope, result: Result<unknown>) => result.ok,
    mayPass: ({ context }: Scope) => context.failure !== null && isPassing(context.failure),
    isAsked: (_: Scope, result: Result<RefundAccount>) =>
      result.ok && result.value.state === 'asked',
    isUnknown: isRefused('refundLinkInvalid'),
    isOver: isRefused('refundLinkInvalid', 'accountTaken'),
  },
  actions: {
    storeRefund: assign((_, result: Result<RefundAccount>) =>
      result.ok ? { refund: result.value } : {},
    ),
    storeAccount: assign((_, { account }: { readonly account: BankAccount }) => ({ account })),
    storeFits: assign((_, result: Result<Fits>) => (result.ok ? { fits: result.value } : {})),
    storeFailure: assign((_, result: Result<unknown>) =>
      result.ok ? {} : { failure: result.failure },
    ),
    storeBug: assign({ failure: bugFailure }),
    forgetFailure: assign({ failure: null }),
  },
});

/** The bank account of a refund, by the signed link of an e-mail: named, looked up at the bank, and confirmed before money leaves (decision 080). */
export const refundAccountMachine = refundAccountSetup.createMachine({
  id: 'refundAccount',
  options: loopGuard,
  context: ({ input }) => ({
    token: input.token,
    refund: null,
    account: null,
    fits: null,
    failure: null,
  }),
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
            guard: { type: 'isAsked', params: resultOf },
            target: 'naming',
            actions: { type: 'storeRefund', params: resultOf },
          },
          {
            guard: { type: 'isOk', params: resultOf },
            target: 'given',
            actions: { type: 'storeRefund', params: resultOf },
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

    naming: {
      on: {
        check: {
          target: 'checking',
          actions: [
            'forgetFailure',
            { type: 'storeAccount', params: ({ event }) => ({ account: event.account }) },
          ],
        },
      },
    },

    checking: {
      invoke: {
        src: 'check',
        id: 'check',
        input: ({ context, event }) => {
          assertEvent(event, 'check');
          return { token: context.token, account: event.account };
        },
        onDone: [
          {
            guard: { type: 'isOk', params: resultOf },
            target: 'confirming',
            actions: { type: 'storeFits', params: resultOf },
          },
          // Given on another device meanwhile, or asked for by a later link.
          { guard: { type: 'isOver', params: resultOf }, target: 'reading' },
          { target: 'naming', actions: { type: 'storeFailure', params: resultOf } },
        ],
        onError: { target: 'naming', actions: 'storeBug' },
      },
    },

    confirming: {
      on: {
        give: { target: 'giving', actions: 'forgetFailure' },
        change: { target: 'naming', actions: 'forgetFailure' },
      },
    },

    giving: {
      invoke: {
        src: 'give',
        id: 'give',
        // An account stands in the context since 'checking'.
        input: ({ context: { token, account } }) => ({ token, account: account as BankAccount }),
        onDone: [
          {
            guard: { type: 'isOk', params: resultOf },
            target: 'given',
            actions: { type: 'storeRefund', params: resultOf },
          },
          { guard: { type: 'isOver', params: resultOf }, target: 'reading' },
          { target: 'confirming', actions: { type: 'storeFailure', params: resultOf } },
        ],
        onError: { target: 'confirming', actions: 'storeBug' },
      },
    },

    // The refund says whether the bank took it.
    given: {},
    // No question of this shop has the link, or a later one replaced it.
    unknown: {},
  },
});
