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
const noSeats = 'No seats found. Please go back and select seats first.';
const released = 'Kursi ini dilepas di tab atau perangkat lain. Silakan pilih kursi lagi.';
const timeUp = 'Time is up! Your session has expired. Please select your seats again.';

/** Sentence about a failed load. */
const loadWords = [
  'Formulir belum dapat dimuat.',
  'Failed to check order draft',
  'Too many requests',
];

/** Filling in the forms of a draft (§4, order form and payment). */
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
    // §4, §9: draft poll 30 s.
    draftPoll: 30_000,
    // Ruling 1.2-AB: at most 5 s.
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
    loading: {
      runs: { loadOrder: event },
      holds: ({ error }) => expect([null, ...loadWords]).toContain(shownText(error)),
    },
    open: {
      holds: ({ draft, error }) => {
        expect(draft?.order_data.items).not.toEqual([]);
        expect([
          null,
          'Nama wajib diisi',
          'Failed to submit form data. Please try again.',
        ]).toContain(shownText(error));
      },
    },
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
      runs: { rememberLock: event },
      holds: ({ submissions }) => expect(submissions).toBeNull(),
    },
    failed: {
      waits: ['healing'],
      holds: ({ draft, error }) => {
        expect(draft).toBeNull();
        expect(loadWords).toContain(shownText(error));
      },
    },
    seatsGone: {
      waits: ['noticeCap'],
      holds: ({ error }) => expect([noSeats, timeUp, released]).toContain(shownText(error)),
    },
    locked: { output: { kind: 'locked' } },
    timeUp: { output: { kind: 'timeUp' } },
    noDraft: { output: { kind: 'noDraft' } },
    elsewhere: { output: { kind: 'elsewhere' } },
    signedOut: { output: { kind: 'signedOut' } },
  },
  never: {
    // Ruling R21: only a call that was open at zero can be too late, and only a clear refusal says so.
    'too late without a clear no to a call that was on its way': ({ before, after, step }) =>
      after.output?.kind === 'timeUp' &&
      before.status === 'active' &&
      !(before.context.isLate && step.startsWith('submitForms answers refused')),
    'time that runs out and cuts a call short': ({ before, after, step }) =>
      step === 'session.timeUp' && JSON.stringify(before.value) !== JSON.stringify(after.value),
    'two submissions at once': ({ openCalls }) => openCalls('submitForms') > 1,
    'anything pressed while the answers are on their way': ({ before, after, step }) =>
      before.matches('submitting') &&
      !/^((submitForms|rememberLock) |session\.timeUp$)/.test(step) &&
      after !== before,
    'answers sent that nobody confirmed': ({ before, after, step }) =>
      !before.matches('submitting') &&
      after.matches('submitting') &&
      step !== (asksSomething(before.context) ? 'form.confirm' : 'form.proceed') &&
      // Ruling R21: a call without a response is repeated automatically and unchanged.
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
    'locked without the lock remembered': ({ before, after }) =>
      before.status === 'active' &&
      after.output?.kind === 'locked' &&
      !before.matches({ submitting: 'remembering' }),
    'answers lost with a submission that failed': ({ before, after }) =>
      before.matches({ submitting: 'sending' }) &&
      after.matches('open') &&
      (after.context.submissions !== before.context.submissions || after.context.error === null),
    'failed forms taken for none': ({ before, after, step }) =>
      before.matches('loading') && after.matches('open') && step === 'loadOrder answers ok #4',
    'the draft asked for while the answers are on their way': ({ after, openCalls }) =>
      after.matches('submitting') && openCalls('readDraft') > 0,
    'a failed look taken for the end of the draft': ({ before, after, step }) =>
      before.matches({ open: { watch: 'reading' } }) &&
      /^readDraft (answers (broken|unreachable|refused #5)|crashes)$/.test(step) &&
      !after.matches('open'),
    'back to the seats without a word': ({ before, after }) =>
      before.status === 'active' &&
      after.output?.kind === 'noDraft' &&
      !before.matches('seatsGone'),
  },
});
