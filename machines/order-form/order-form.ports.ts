import { fromPromise } from 'xstate';
import type { EventForm, FormSubmissions } from '../../contract/forms.ts';
import type { DraftResponse } from '../../contract/order.ts';
import { notProvided } from '../shared/not-provided.ts';
import type { Result } from '../shared/result.ts';

/** The event whose order it is. */
export interface OrderPortInput {
  readonly slug: string;
}

/** A draft, and the forms of its event. They fail apart: no draft leads back to the seats, no forms only to a retry (§2.255). */
export interface LoadedOrder {
  readonly draft: DraftResponse;
  readonly forms: Result<readonly EventForm[]>;
}

/** Answers of a whole order; empty when the event asks nothing (§4.61). */
export interface SubmitFormsInput extends OrderPortInput {
  readonly submissions: FormSubmissions;
}

/** A locked order, and whether the event has any form. */
export interface RememberLockInput extends OrderPortInput {
  readonly asked: boolean;
}

/** What the order-form machine needs from outside. */
export const orderFormPorts = {
  /** GET …/order-draft and GET …/forms at once; a failure is that of the draft. */
  loadOrder: fromPromise<Result<LoadedOrder>, OrderPortInput>(notProvided('orderForm.loadOrder')),
  /** GET …/order-draft. */
  readDraft: fromPromise<Result<DraftResponse>, OrderPortInput>(notProvided('orderForm.readDraft')),
  /** POST …/order-draft/form-submission. */
  submitForms: fromPromise<Result<DraftResponse | null>, SubmitFormsInput>(
    notProvided('orderForm.submitForms'),
  ),
  /** Sets the locked flag and clears the saved answers (§4.60). */
  rememberLock: fromPromise<void, RememberLockInput>(notProvided('orderForm.rememberLock')),
};
