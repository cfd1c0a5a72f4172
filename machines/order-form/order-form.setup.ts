import { assign, setup } from 'xstate';
import type { FormSubmissions } from '../../contract/forms.ts';
import type { DraftResponse } from '../../contract/order.ts';
import { failedAgain, hasNoResponse, healedBy, healingPause, mended } from '../shared/healing.ts';
import { forbiddenCodes, isRefused, type Result } from '../shared/result.ts';
import { failureText } from '../shared/screen-text.ts';
import { timings } from '../shared/timings.ts';
import { type LoadedOrder, orderFormPorts } from './order-form.ports.ts';
import {
  areInactive,
  asksNothing,
  isDraftOver,
  passesForms,
  seatsGoneText,
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
type Loaded = Result<LoadedOrder>;
type Drafted = Result<DraftResponse>;

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
    isOk: (_: unknown, result: Result<unknown>) => result.ok,
    hasNoResponse: ({ context }: Scope) => context.hasNoResponse,
    mayHeal: ({ context }: Scope) => context.healing.passes,
    isSignedOut: isRefused('unauthenticated'),
    isGone: isRefused('noDraft', 'eventNotFound', 'notFound', ...forbiddenCodes),
    isConflict: isRefused('formsLocked', 'paymentLive'),
    isTooLate: ({ context }: Scope, result: Result<unknown>) =>
      context.isLate && !result.ok && !hasNoResponse(result),
    // A server without forms for the event may not know the call at all (§4.61).
    isNotNeeded: ({ context }: Scope, result: Result<unknown>) =>
      asksNothing(context) && isRefused('notFound', 'eventNotFound', 'noDraft')(null, result),
    isDraftOver: (_: unknown, result: Drafted) => result.ok && isDraftOver(result.value),
    isDraftLocked: (_: unknown, result: Drafted) => result.ok && result.value.order.is_locked,
    areFormsMissing: (_: unknown, result: Loaded) => result.ok && !result.value.forms.ok,
    mayPass: ({ context }: Scope) => passesForms(context),
    hasNoForms: ({ context }: Scope) => context.forms.length === 0,
    hasInactiveForms: ({ context }: Scope) => areInactive(context.forms),
    hasAnswers: ({ context }: Scope) => context.submissions !== null,
  },
  actions: {
    takeOrder: assign(({ context }, result: Loaded) =>
      result.ok
        ? {
            draft: result.value.draft,
            forms: result.value.forms.ok ? result.value.forms.value : [],
            error: null,
            healing: mended(context.healing),
          }
        : {},
    ),
    takeDraft: assign((_, result: Drafted) => (result.ok ? { draft: result.value } : {})),
    noteDraftFailure: assign(({ context }, result: Result<unknown>) => ({
      error: result.ok ? null : failureText(result.failure, 'form.draftFailed' as const),
      healing: healedBy(context.healing, result),
    })),
    noteDraftBug: assign(({ context }) => ({
      error: { key: 'form.draftFailed' as const },
      healing: failedAgain(context.healing, null),
    })),
    noteSeatsGone: assign((_, result: Result<DraftResponse | null>) => ({
      error: seatsGoneText(result),
    })),
    noteFormsFailure: assign(({ context }, result: Loaded) => ({
      error: { key: 'form.loadFailed' as const },
      healing: healedBy(context.healing, result.ok ? result.value.forms : result),
    })),
    keepAnswers: assign((_, params: { submissions: FormSubmissions }) => ({
      submissions: params.submissions,
      error: null,
      hasNoResponse: false,
    })),
    keepNoAnswers: assign({ submissions: {}, error: null, hasNoResponse: false }),
    noteLate: assign({ isLate: true }),
    dropAnswers: assign({ submissions: null, error: null, hasNoResponse: false }),
    noteSubmitFailure: assign(({ context }, result: Result<unknown>) => ({
      error: result.ok ? null : failureText(result.failure, 'form.submitFailed' as const),
      hasNoResponse: hasNoResponse(result),
      healing: healedBy(context.healing, result),
    })),
    noteSubmitBug: assign(({ context }) => ({
      error: { key: 'form.submitFailed' as const },
      hasNoResponse: true,
      healing: failedAgain(context.healing, null),
    })),
    clearError: assign({ error: null, hasNoResponse: false }),
  },
});
