import { assign, setup } from 'xstate';
import type { FormSubmissions } from '../../contract/forms.ts';
import type { DraftAnswer } from '../../contract/order.ts';
import { type Outcome, refusedWith, wordsOf } from '../shared/outcome.ts';
import { timings } from '../shared/timings.ts';
import { type LoadedOrder, orderFormPorts } from './order-form.ports.ts';
import {
  areInactive,
  asksNothing,
  draftFailed,
  formsFailed,
  isDraftOver,
  seatsGoneWords,
  submitFailed,
  submitWords,
} from './order-form.rules.ts';
import type {
  OrderFormContext,
  OrderFormEvent,
  OrderFormInput,
  OrderFormOutput,
} from './order-form.types.ts';

interface Scope {
  readonly context: OrderFormContext;
}
type Loaded = Outcome<LoadedOrder>;
type Drafted = Outcome<DraftAnswer>;

const isRefused =
  (...statuses: number[]) =>
  (_: unknown, outcome: Outcome<unknown>) =>
    !outcome.ok && statuses.includes(refusedWith(outcome.failure) ?? 0);

/** Names everything the order-form machine's chart is drawn with. */
export const orderFormSetup = setup({
  types: {} as {
    context: OrderFormContext;
    events: OrderFormEvent;
    input: OrderFormInput;
    output: OrderFormOutput;
  },
  actors: orderFormPorts,
  delays: { draftPoll: timings.draftPoll, noticeCap: timings.noticeCap },
  guards: {
    isOk: (_: unknown, outcome: Outcome<unknown>) => outcome.ok,
    isSignedOut: isRefused(401),
    isGone: isRefused(403, 404),
    isConflict: isRefused(409),
    // A server without forms for the event may not know the call at all (ruling 1.4-C).
    isNotNeeded: ({ context }: Scope, outcome: Outcome<unknown>) =>
      asksNothing(context) && isRefused(404, 405)(null, outcome),
    isDraftOver: (_: unknown, outcome: Drafted) => outcome.ok && isDraftOver(outcome.value),
    isDraftLocked: (_: unknown, outcome: Drafted) => outcome.ok && outcome.value.order.is_locked,
    areFormsMissing: (_: unknown, outcome: Loaded) => outcome.ok && !outcome.value.forms.ok,
    hasNoForms: ({ context }: Scope) => context.forms.length === 0,
    hasInactiveForms: ({ context }: Scope) => areInactive(context.forms),
    hasAnswers: ({ context }: Scope) => context.submissions !== null,
  },
  actions: {
    takeOrder: assign((_, outcome: Loaded) =>
      outcome.ok
        ? {
            draft: outcome.value.draft,
            forms: outcome.value.forms.ok ? outcome.value.forms.value : [],
            error: null,
          }
        : {},
    ),
    takeDraft: assign((_, outcome: Drafted) => (outcome.ok ? { draft: outcome.value } : {})),
    noteDraftFailure: assign((_, outcome: Outcome<unknown>) => ({
      error: outcome.ok ? null : wordsOf(outcome.failure, draftFailed),
    })),
    noteDraftBug: assign({ error: draftFailed }),
    noteSeatsGone: assign((_, outcome: Outcome<DraftAnswer | null>) => ({
      error: seatsGoneWords(outcome),
    })),
    noteFormsFailure: assign({ error: formsFailed }),
    keepAnswers: assign((_, params: { submissions: FormSubmissions }) => ({
      submissions: params.submissions,
      error: null,
    })),
    keepNoAnswers: assign({ submissions: {}, error: null }),
    dropAnswers: assign({ submissions: null, error: null }),
    noteSubmitFailure: assign((_, outcome: Outcome<unknown>) => ({
      error: outcome.ok ? null : submitWords(outcome.failure),
    })),
    noteSubmitBug: assign({ error: submitFailed }),
    clearError: assign({ error: null }),
  },
});
