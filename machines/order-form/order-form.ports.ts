import { fromPromise } from 'xstate';
import type { EventForm, FormSubmissions } from '../../contract/forms.ts';
import type { DraftAnswer } from '../../contract/order.ts';
import { notProvided } from '../shared/not-provided.ts';
import type { Outcome } from '../shared/outcome.ts';

/** The event whose order it is. */
export interface OrderPortInput {
  readonly slug: string;
}

/** A draft, and the forms of its event. They fail apart: no draft leads back to the seats, no forms only to a retry (ruling 1.2-AA). */
export interface LoadedOrder {
  readonly draft: DraftAnswer;
  readonly forms: Outcome<readonly EventForm[]>;
}

/** Answers of a whole order; empty when the event asks nothing (ruling 1.4-C). */
export interface SubmitFormsInput extends OrderPortInput {
  readonly submissions: FormSubmissions;
}

/** What the order-form machine needs from outside. */
export const orderFormPorts = {
  /** GET …/order-draft and GET …/forms at once; a failure is that of the draft. */
  loadOrder: fromPromise<Outcome<LoadedOrder>, OrderPortInput>(notProvided('orderForm.loadOrder')),
  /** GET …/order-draft. */
  readDraft: fromPromise<Outcome<DraftAnswer>, OrderPortInput>(notProvided('orderForm.readDraft')),
  /** POST …/order-draft/form-submission. */
  submitForms: fromPromise<Outcome<DraftAnswer | null>, SubmitFormsInput>(
    notProvided('orderForm.submitForms'),
  ),
  /** Sets the locked flag and clears the saved answers (§4). */
  rememberLock: fromPromise<void, OrderPortInput>(notProvided('orderForm.rememberLock')),
};
