import { describe, expect, it } from 'vitest';
import { fromPromise, setup } from 'xstate';
import { notProvided } from '../../machines/shared/not-provided.ts';
import type { Result } from '../../machines/shared/result.ts';
import { deadEndsOf } from '../support/model/dead-ends.ts';
import { type AnyFlowModel, flowModel } from '../support/model/flow-model.ts';
import { authModel } from './auth.model.ts';
import { gateModel } from './gate.model.ts';
import { orderFormModel } from './order-form.model.ts';
import { otpModel } from './otp.model.ts';
import { passwordResetModel } from './password-reset.model.ts';
import { paymentModel } from './payment.model.ts';
import { queueModel } from './queue.model.ts';
import { realtimeModel } from './realtime.model.ts';
import { seatDraftModel } from './seat-draft.model.ts';
import { sessionModel } from './session.model.ts';

const models: readonly AnyFlowModel[] = [
  authModel,
  gateModel,
  orderFormModel,
  otpModel,
  passwordResetModel,
  paymentModel,
  queueModel,
  realtimeModel,
  seatDraftModel,
  sessionModel,
];

/** Calls that are a press each time, by machine, and why none of them may be made again without one. */
const pressed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  auth: {
    login: 'A password is never kept, so it cannot be sent twice.',
    register: 'A password is never kept, so it cannot be sent twice.',
    fetchUser: 'Part of a sign-in: its form says that it failed.',
    fetchUserAgain: 'Part of a sign-in: its form says that it failed.',
    requestCode: 'Sends a letter.',
    openGoogle: 'Leaves the page.',
    exitSession: 'Signing out goes on without it (ruling 1.4-J).',
    logout: 'Signing out goes on without it (ruling 1.4-J).',
  },
  gate: {
    unlock: 'The keeper types a code, which is never kept.',
    ask: 'Answered from what the device knows; the scan is kept and sent by the sync, which heals.',
  },
  otp: {
    readStatus: 'Only fetches the remaining time of a code that may be typed all the same.',
    sendCode: 'Sends a letter.',
    validateCode: 'A try with a code counts against its owner.',
  },
  passwordReset: {
    sendFirstCode: 'Sends a letter.',
    sendCode: 'Sends a letter.',
    resetPassword: 'A password is never kept, so it cannot be sent twice.',
  },
  session: {
    exitSession: 'Gives the place up: the bubble says that it failed, and keeps its button.',
  },
  seatDraft: {
    cancelDraft: 'Gives seats up: the question it answers is asked again.',
  },
};

/** What happens to a page without its buyer pressing anything. */
const happensToPage: Readonly<Record<string, readonly string[]>> = {
  // A hidden page is not polled, and reads as soon as it is shown (ruling 1.4-Y).
  payment: ['page.shown'],
};

/** Ends of a purchase that only wait to be read. */
const told: Readonly<Record<string, readonly string[]>> = {
  payment: ['refused.shown', 'failed.shown'],
};

describe('out of every state in which a call failed, time alone leads on (ruling R21):', () => {
  it.each(models.map((model) => [model.machine.id, model] as const))('%s', (id, model) => {
    const exempt = {
      pressed: Object.keys(pressed[id] ?? {}),
      happens: happensToPage[id] ?? [],
      told: told[id] ?? [],
    };
    expect(deadEndsOf(model, exempt)).toEqual([]);
  });
});

describe('the rule', () => {
  const ports = { load: fromPromise<Result<null>>(notProvided('small.load')) };

  /** A chart that loads, and may fail; `heals` says what a failure waits for. */
  const chart = (heals: boolean) => {
    const machine = setup({
      types: {} as { events: { readonly type: 'again' } },
      actors: ports,
      delays: { pause: 1_000 },
      guards: { isOk: (_, kind: Result<unknown>) => kind.ok },
    }).createMachine({
      id: 'small',
      initial: 'loading',
      states: {
        loading: {
          invoke: {
            src: 'load',
            id: 'load',
            onDone: [
              { guard: { type: 'isOk', params: ({ event }) => event.output }, target: 'done' },
              { target: 'failed' },
            ],
            onError: { target: 'failed' },
          },
        },
        failed: {
          ...(heals ? { after: { pause: { target: 'loading' } } } : {}),
          on: { again: { target: 'loading' } },
        },
        done: { type: 'final' },
      },
    });
    return flowModel<{ readonly type: 'again' }>()({
      machine,
      ports,
      leads: '',
      starts: { opened: () => undefined },
      events: { again: [{}] },
      answers: {
        load: {
          ok: [null],
          refused: [{ status: 404, message: 'Gone' }],
          broken: [{ status: 500, message: '' }],
          unreachable: [{ message: '' }],
        },
      },
      delays: { pause: 1_000 },
      facts: () => null,
      effects: {},
      never: {},
    });
  };

  it('finds the dead end of a chart that only a press leads out of', () => {
    expect(deadEndsOf(chart(false))).toEqual(
      ['answers broken', 'answers unreachable', 'crashes'].map((how) =>
        expect.stringMatching(`load ${how}, then nothing leads on from .*failed`),
      ),
    );
  });

  it('is content with a chart that waits and loads again', () => {
    expect(deadEndsOf(chart(true))).toEqual([]);
  });

  it('asks nothing of a call that is a press each time', () => {
    expect(deadEndsOf(chart(false), { pressed: ['load'] })).toEqual([]);
  });
});
