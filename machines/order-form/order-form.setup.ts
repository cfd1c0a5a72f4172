import { assign, setup } from 'xstate';
import type { FormSubmissions } from '../../contract/forms.ts';
import type { DraftAnswer } from '../../contract/order.ts';
import { failedAgain, healedBy, healingPause, isUnanswered, mended } from '../shared/healing.ts';
import { forbiddenCodes, isRefused, type Outcome } from '../shared/outcome.ts';
import { failureText } from '../shared/screen-text.ts';
import { timings } from '../shared/timings.ts';
import { type LoadedOrder, orderFormPorts } from './order-form.ports.ts';
import { areInactive, asksNothing, isDraftOver, seatsGoneText } from './order-form.rules.ts';
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

/** Names everything the order-form machine's chart is drawn with. */
export const orderFormSetup = setup({
  types: {} as {
    context: OrderFormContext;
    events: OrderFormEvent;
    input: OrderFormInput;
    output: OrderFormOutput;
  },
  actors: orderFormPorts,
  delays: {
    healing: ({ context }: Scope) => healingPause(context.healing),
    draftPoll: timings.draftPoll,
    noticeCap: timings.noticeCap,
  },
  guards: {
    isOk: (_: unknown, outcome: Outcome<unknown>) => outcome.ok,
    isUnanswered: ({ context }: Scope) => context.isUnanswered,
    mayHeal: ({ context }: Scope) => context.healing.passes,
    isSignedOut: isRefused('unauthenticated'),
    isGone: isRefused('noDraft', 'eventNotFound', 'notFound', ...forbiddenCodes),
    isConflict: isRefused('formsLocked', 'paymentLive'),
    isTooLate: ({ context }: Scope, outcome: Outcome<unknown>) =>
      context.isLate && !outcome.ok && !isUnanswered(outcome),
    // A server without forms for the event may not know the call at all (ruling 1.4-C).
    isNotNeeded: ({ context }: Scope, outcome: Outcome<unknown>) =>
      asksNothing(context) && isRefused('notFound', 'eventNotFound', 'noDraft')(null, outcome),
    isDraftOver: (_: unknown, outcome: Drafted) => outcome.ok && isDraftOver(outcome.value),
    isDraftLocked: (_: unknown, outcome: Drafted) => outcome.ok && outcome.value.order.is_locked,
    areFormsMissing: (_: unknown, outcome: Loaded) => outcome.ok && !outcome.value.forms.ok,
    hasNoForms: ({ context }: Scope) => context.forms.length === 0,
    hasInactiveForms: ({ context }: Scope) => areInactive(context.forms),
    hasAnswers: ({ context }: Scope) => context.submissions !== null,
  },
  actions: {
    takeOrder: assign(({ context }, outcome: Loaded) =>
      outcome.ok
        ? {
            draft: outcome.value.draft,
            forms: outcome.value.forms.ok ? outcome.value.forms.value : [],
            error: null,
            healing: mended(context.healing),
          }
        : {},
    ),
    takeDraft: assign((_, outcome: Drafted) => (outcome.ok ? { draft: outcome.value } : {})),
    noteDraftFailure: assign(({ context }, outcome: Outcome<unknown>) => ({
      error: outcome.ok ? null : failureText(outcome.failure, 'form.draftFailed' as const),
      healing: healedBy(context.healing, outcome),
    })),
    noteDraftBug: assign(({ context }) => ({
      error: { key: 'form.draftFailed' as const },
      healing: failedAgain(context.healing, null),
    })),
    noteSeatsGone: assign((_, outcome: Outcome<DraftAnswer | null>) => ({
      error: seatsGoneText(outcome),
    })),
    noteFormsFailure: assign(({ context }, outcome: Loaded) => ({
      error: { key: 'form.loadFailed' as const },
      healing: healedBy(context.healing, outcome.ok ? outcome.value.forms : outcome),
    })),
    keepAnswers: assign((_, params: { submissions: FormSubmissions }) => ({
      submissions: params.submissions,
      error: null,
      isUnanswered: false,
    })),
    keepNoAnswers: assign({ submissions: {}, error: null, isUnanswered: false }),
    noteLate: assign({ isLate: true }),
    dropAnswers: assign({ submissions: null, error: null, isUnanswered: false }),
    noteSubmitFailure: assign(({ context }, outcome: Outcome<unknown>) => ({
      error: outcome.ok ? null : failureText(outcome.failure, 'form.submitFailed' as const),
      isUnanswered: isUnanswered(outcome),
      healing: healedBy(context.healing, outcome),
    })),
    noteSubmitBug: assign(({ context }) => ({
      error: { key: 'form.submitFailed' as const },
      isUnanswered: true,
      healing: failedAgain(context.healing, null),
    })),
    clearError: assign({ error: null, isUnanswered: false }),
  },
});
