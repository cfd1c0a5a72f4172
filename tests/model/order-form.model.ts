import { expect } from 'vitest';
import type { EventForm, FormSubmissions } from '../../contract/forms.ts';
import { orderFormMachine } from '../../machines/order-form/order-form.machine.ts';
import { orderFormPorts } from '../../machines/order-form/order-form.ports.ts';
import type {
  OrderFormContext,
  OrderFormEvent,
} from '../../machines/order-form/order-form.types.ts';
import { ok, refusalAs, refused } from '../support/flows/machines.ts';
import { draftAs } from '../support/flows/orders.ts';
import { flowModel } from '../support/model/flow-model.ts';
import { healing } from '../support/model/healing.ts';
import { shownText } from '../support/shown-text.ts';

/** The event of every walk. */
export const slug = 'konser-senja-jakarta';

/** A form of the event of every walk. */
export const formAs = (id: string, isActive: boolean): EventForm => ({
  id,
  name: 'Data peserta',
  description: null,
  ask_all: true,
  is_active: isActive,
  fields: [],
});
/** The answers of a buyer. */
export const filledIn: FormSubmissions = {
  '1': [{ ticket_id: 't1', form_data: { nama: 'Sari' } }],
};

const down = {
  broken: [{ status: 500, message: 'HTTP error!' }],
  unreachable: [{ message: 'No answer.' }],
} as const;
const noDraft = [
  refusalAs('unauthenticated'),
  refusalAs('draftRequired'),
  refusalAs('noDraft'),
  refusalAs('noDraft', undefined, { reason: 'released' }),
] as const;
const tooMany = refusalAs('tooManyRequests', 'Too many requests');
const notAnyMore = [
  draftAs({ is_expired: true }),
  draftAs({ status: 'expired' }),
  draftAs({ status: 'cancelled' }),
  draftAs({ status: 'failed' }),
  draftAs({}, []),
  draftAs({ is_locked: true }),
];

const event = (context: OrderFormContext) => ({ slug: context.slug });
const asksSomething = ({ forms }: OrderFormContext) => forms.some((form) => form.is_active);

/** Filling in the forms of a draft (§4.60, order form and payment). */
export const orderFormModel = flowModel<OrderFormEvent>()({
  machine: orderFormMachine,
  ports: orderFormPorts,
  starts: { opened: () => ({ slug }) },
  events: {
    'form.review': [{ submissions: filledIn }],
    'form.confirm': [{}],
    'form.edit': [{}],
    'form.proceed': [{}],
    'form.retry': [{}],
    'draft.stale': [{}],
    'call.hasten': [{}],
    'session.timeUp': [{}],
    'notice.dismiss': [{}],
  },
  answers: {
    loadOrder: {
      ok: [
        { draft: draftAs(), forms: ok([formAs('1', true), formAs('2', false)]) },
        { draft: draftAs(), forms: ok([formAs('1', false)]) },
        { draft: draftAs(), forms: ok([]) },
        { draft: draftAs({ total_price: 0 }), forms: ok([]) },
        { draft: draftAs(), forms: refused('notFound') },
        ...notAnyMore.map((draft) => ({ draft, forms: ok([formAs('1', true)]) })),
        { draft: draftAs({ is_expired: true }), forms: refused('notFound') },
      ],
      refused: [...noDraft, tooMany],
      ...down,
    },
    readDraft: {
      ok: [draftAs({ remaining_seconds: 570 }), ...notAnyMore],
      refused: [...noDraft, tooMany],
      ...down,
    },
    submitForms: {
      ok: [draftAs({ is_locked: true })],
      refused: [
        ...noDraft,
        refusalAs('requestUnreadable', ''),
        refusalAs('formsLocked'),
        refusalAs('formsInvalid', 'Nama wajib diisi'),
      ],
      ...down,
    },
    rememberLock: { value: [undefined] },
  },
  delays: {
    healing,
    // §4.58, §9.17: draft poll 30 s.
    draftPoll: 30_000,
    // §5.53: at most 5 s.
    noticeCap: 5_000,
  },
  facts: (context) => ({
    forms: context.forms.map((form) => form.is_active),
    left: context.draft?.order.remaining_seconds ?? null,
    submissions: context.submissions,
    error: shownText(context.error),
    passes: context.healing.passes,
    hasNoResponse: context.hasNoResponse,
    isLate: context.isLate,
  }),
  effects: {
    loading: { runs: { loadOrder: event } },
    open: { holds: ({ draft }) => expect(draft?.order_data.items).not.toEqual([]) },
    'open.step.noForms': { waits: ['healing'], holds: ({ forms }) => expect(forms).toEqual([]) },
    'open.step.formsInactive': {
      waits: ['healing'],
      holds: ({ forms }) => expect(forms.map((form) => form.is_active)).toEqual([false]),
    },
    'open.step.filling': {
      holds: (context) => {
        expect(asksSomething(context)).toBe(true);
        expect(context.submissions).toBeNull();
        expect(context.error).toBeNull();
      },
    },
    'open.step.confirming': {
      waits: ['healing'],
      holds: ({ submissions }) => expect(submissions).toEqual(filledIn),
    },
    'open.watch.resting': { waits: ['draftPoll'] },
    'open.watch.reading': { runs: { readDraft: event } },
    submitting: {
      // The message of a submission without a response stays while the call is repeated.
      holds: ({ error, hasNoResponse }) => expect(error === null).toBe(!hasNoResponse),
    },
    'submitting.sending': {
      runs: {
        submitForms: (context) => ({
          slug,
          submissions: asksSomething(context) ? filledIn : {},
        }),
      },
    },
    'submitting.remembering': {
      runs: { rememberLock: ({ slug, forms }) => ({ slug, asked: forms.length > 0 }) },
      holds: ({ submissions }) => expect(submissions).toBeNull(),
    },
    failed: { waits: ['healing'], holds: ({ draft }) => expect(draft).toBeNull() },
    seatsGone: { waits: ['noticeCap'] },
    locked: { output: { kind: 'locked' } },
    timeUp: { output: { kind: 'timeUp' } },
    noDraft: { output: { kind: 'noDraft' } },
    elsewhere: { output: { kind: 'elsewhere' } },
    signedOut: { output: { kind: 'signedOut' } },
  },
  leads: `
    failed: after healing, call.hasten → ignored, loading
    failed: form.retry → loading, says no more
    loading: loadOrder broken/unreachable/crashes → failed, says form.draftFailed
    loading: loadOrder noDraft → says form.noSeats, says form.seatsReleased, seatsGone
    loading: loadOrder ok #1 → open.step.filling, open.watch.resting, says no more
    loading: loadOrder ok #10/ok #8/ok #9/draftRequired → says form.noSeats, seatsGone
    loading: loadOrder ok #11 → elsewhere
    loading: loadOrder ok #12/ok #6/ok #7 → says purchase.timeUp, seatsGone
    loading: loadOrder ok #2 → open.step.formsInactive, open.watch.resting, says no more
    loading: loadOrder ok #3 → says no more, submitting.sending
    loading: loadOrder ok #4 → open.step.noForms, open.watch.resting, says no more
    loading: loadOrder ok #5 → failed, says form.loadFailed
    loading: loadOrder tooManyRequests → failed, says 'Too many requests'
    loading: loadOrder unauthenticated → signedOut
    open.step.confirming/open.step.formsInactive/open.step.noForms: after healing, call.hasten → ignored,
      submitting.sending
    open.step.confirming: form.confirm → says no more, submitting.sending
    open.step.confirming: form.edit → open.step.filling, says no more
    open.step.filling: form.review → open.step.confirming
    open.step.formsInactive/open.step.noForms: form.proceed → says no more, submitting.sending
    open.watch.reading: draft.stale → open.watch.reading
    open.watch.reading: readDraft else → open.watch.resting
    open.watch.reading: readDraft noDraft → says form.noSeats, says form.seatsReleased, seatsGone
    open.watch.reading: readDraft ok #2/ok #3 → says purchase.timeUp, seatsGone
    open.watch.reading: readDraft ok #4/ok #5/ok #6/draftRequired → says form.noSeats, seatsGone
    open.watch.reading: readDraft ok #7 → elsewhere
    open.watch.reading: readDraft unauthenticated → signedOut
    open.watch.resting: after draftPoll, draft.stale → open.watch.reading
    seatsGone: after noticeCap, notice.dismiss → noDraft
    submitting.remembering: rememberLock value/crashes → locked
    submitting.sending: submitForms broken/unreachable/crashes → open.step.confirming, open.step.formsInactive,
      open.step.noForms, open.watch.resting, says form.submitFailed
    submitting.sending: submitForms draftRequired → says form.noSeats, seatsGone, timeUp
    submitting.sending: submitForms formsInvalid → open.step.confirming, open.step.formsInactive, open.step.noForms,
      open.watch.resting, says 'Nama wajib diisi', timeUp
    submitting.sending: submitForms formsLocked → elsewhere
    submitting.sending: submitForms noDraft → says form.noSeats, says form.seatsReleased, says no more, seatsGone,
      submitting.remembering, timeUp
    submitting.sending: submitForms ok → says no more, submitting.remembering
    submitting.sending: submitForms requestUnreadable → open.step.confirming, open.step.formsInactive,
      open.step.noForms, open.watch.resting, says form.submitFailed, timeUp
    submitting.sending: submitForms unauthenticated → signedOut
    submitting: session.timeUp → stays
  `,
  never: {
    // §4.15: only a call that was open at zero can be too late, and only a clear refusal says so.
    'too late without a clear no to a call that was on its way': ({ before, after, step }) =>
      after.output?.kind === 'timeUp' &&
      before.status === 'active' &&
      !(before.context.isLate && step.startsWith('submitForms answers refused')),
    'two submissions at once': ({ openCalls }) => openCalls('submitForms') > 1,
    'answers sent that nobody confirmed': ({ before, after, step }) =>
      !before.matches('submitting') &&
      after.matches('submitting') &&
      step !== (asksSomething(before.context) ? 'form.confirm' : 'form.proceed') &&
      // The page of an event without forms is passed while a price is still to be agreed to.
      !(before.matches('loading') && after.context.draft?.order.total_price !== 0) &&
      // §4.62: a call without a response is repeated automatically and unchanged.
      !(before.context.hasNoResponse && ['after healing', 'call.hasten'].includes(step)),
    'answers to forms that ask nothing': ({ after, openCalls }) =>
      openCalls('submitForms') > 0 &&
      !asksSomething(after.context) &&
      Object.keys(after.context.submissions ?? {}).length > 0,
    'the lock remembered without the word of the server': ({ before, after, step }) =>
      !before.matches({ submitting: 'remembering' }) &&
      after.matches({ submitting: 'remembering' }) &&
      step !== 'submitForms answers ok' &&
      (asksSomething(before.context) || !/ refused #[345]$/.test(step)),
    'answers lost with a submission that failed': ({ before, after }) =>
      before.matches({ submitting: 'sending' }) &&
      after.matches('open') &&
      (after.context.submissions !== before.context.submissions || after.context.error === null),
    'the draft asked for while the answers are on their way': ({ after, openCalls }) =>
      after.matches('submitting') && openCalls('readDraft') > 0,
  },
});
