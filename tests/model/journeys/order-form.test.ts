import { describe, expect, it } from 'vitest';
import { broken, ok, refused, unreachable } from '../../support/flows/machines.ts';
import { draftAs } from '../../support/flows/orders.ts';
import {
  answers,
  type Happening,
  type Journey,
  sees,
  sends,
  travel,
  waits,
} from '../../support/model/journey.ts';
import type { Stage } from '../../support/model/stage.ts';
import { shownText } from '../../support/shown-text.ts';
import { filledIn, formAs, orderFormModel, slug } from '../order-form.model.ts';

const form = (journey: Omit<Journey, 'model' | 'from'>) =>
  travel({ model: orderFormModel, from: 'opened', ...journey });

const isLoaded = (forms: ReturnType<typeof formAs>[]) =>
  answers('loadOrder', ok({ draft: draftAs(), forms: ok(forms) }));
const asked = [formAs('1', true)];
const reviewed: readonly Happening[] = [
  isLoaded(asked),
  sends({ type: 'form.review', submissions: filledIn }),
];
const confirmed: readonly Happening[] = [...reviewed, sends({ type: 'form.confirm' })];
const isLocked = answers('submitForms', ok(draftAs({ is_locked: true })));
const noSeats = 'No seats found. Please go back and select seats first.';

const context = (stage: Stage) => stage.snapshot().context;

describe('§4 Order form: the forms', () => {
  it('Confirm submits form data', () =>
    form({
      steps: confirmed,
      ends: ['submitting.sending'],
      holds: (stage) => {
        expect(stage.asked('submitForms')).toEqual({ slug, submissions: filledIn });
        expect(stage.calls('submitForms')).toBe(1);
      },
    }));

  it('sets the locked flag, clears saved form data', () =>
    form({
      steps: [...confirmed, isLocked],
      ends: ['submitting.remembering'],
      holds: (stage) => {
        expect(stage.asked('rememberLock')).toEqual({ slug });
        expect(context(stage).submissions).toBeNull();
      },
    }));

  it('goes to payment-method', () =>
    form({
      steps: [...confirmed, isLocked, answers('rememberLock', undefined)],
      ends: ['locked'],
      output: { kind: 'locked' },
    }));

  it.each([broken(), unreachable()])('Failure clears the lock, alerts %#', (failure) =>
    form({
      steps: [...confirmed, answers('submitForms', failure)],
      ends: ['open'],
      holds: (stage) => {
        // The form locks only after the server's response, so there is nothing to undo.
        expect(stage.calls('rememberLock')).toBe(0);
        expect(shownText(context(stage).error)).toBe(
          'Failed to submit form data. Please try again.',
        );
      },
    }),
  );

  // Ruling 1.2-AC: the page shows the first error of a refusal.
  it('(ruling 1.2-AC) a refusal is told in the words of the server', () =>
    form({
      steps: [...confirmed, answers('submitForms', refused('formsInvalid', 'Nama wajib diisi'))],
      ends: ['open.step.confirming'],
      holds: (stage) => expect(shownText(context(stage).error)).toBe('Nama wajib diisi'),
    }));

  it('reopens the popup', () =>
    form({
      steps: [...confirmed, answers('submitForms', unreachable())],
      ends: ['open.step.confirming'],
      holds: (stage) => expect(context(stage).submissions).toEqual(filledIn),
    }));
});

describe('§4 Order form: nothing to fill in', () => {
  // Ruling 1.2-AA: the page shows the message first.
  it.each(['draftRequired', 'noDraft'] as const)('No draft sends back to seats: %s', (code) =>
    form({
      steps: [
        answers('loadOrder', refused(code)),
        sees(['seatsGone'], (stage) => expect(shownText(context(stage).error)).toBe(noSeats)),
        sends({ type: 'notice.dismiss' }),
      ],
      ends: ['noDraft'],
      output: { kind: 'noDraft' },
    }),
  );

  it('(ruling 1.2-AB) and does not wait for an OK longer than 5 s', () =>
    form({
      steps: [answers('loadOrder', refused('noDraft', 'No draft')), waits('noticeCap')],
      ends: ['noDraft'],
      output: { kind: 'noDraft' },
    }));

  it('(ruling 1.2-AA) no seats: says so, and sends back to seats', () =>
    form({
      steps: [
        answers('loadOrder', ok({ draft: draftAs({}, []), forms: ok(asked) })),
        sees(['seatsGone'], (stage) => expect(shownText(context(stage).error)).toBe(noSeats)),
        sends({ type: 'notice.dismiss' }),
      ],
      ends: ['noDraft'],
      output: { kind: 'noDraft' },
    }));

  it('no forms at all sends back to seats (or shows No Forms Required)', () =>
    form({ steps: [isLoaded([])], ends: ['open.step.noForms'] }));

  it('(ruling 1.2-AA) forms that failed to load are an error with a retry, never No Forms', () =>
    form({
      steps: [
        answers('loadOrder', ok({ draft: draftAs(), forms: broken() })),
        sees(['failed'], (stage) =>
          expect(shownText(context(stage).error)).toBe('Formulir belum dapat dimuat.'),
        ),
        sends({ type: 'form.retry' }),
        isLoaded(asked),
      ],
      ends: ['open.step.filling'],
    }));

  // Ruling 1.4-C: 'Proceed to Payment' posts an empty submission first.
  it.each([
    ['noForms', [], ok(draftAs({ is_locked: true }))],
    ['noForms', [], refused('notFound')],
    ['formsInactive', [formAs('1', false)], ok(draftAs({ is_locked: true }))],
    ['formsInactive', [formAs('1', false)], refused('notFound', '')],
  ] as const)(
    "(ruling 1.4-C) 'Proceed to Payment' posts an empty submission; 404/405 is treated as fine: %s",
    (step, forms, answer) =>
      form({
        steps: [
          isLoaded([...forms]),
          sees([`open.step.${step}`]),
          sends({ type: 'form.proceed' }),
          sees(['submitting.sending'], (stage) =>
            expect(stage.asked('submitForms')).toEqual({ slug, submissions: {} }),
          ),
          answers('submitForms', answer),
          answers('rememberLock', undefined),
        ],
        ends: ['locked'],
        output: { kind: 'locked' },
      }),
  );

  it("(ruling 1.4-C) 5xx shows 'Failed to submit form data. Please try again.'", () =>
    form({
      steps: [isLoaded([]), sends({ type: 'form.proceed' }), answers('submitForms', broken(503))],
      ends: ['open.step.noForms'],
      holds: (stage) =>
        expect(shownText(context(stage).error)).toBe(
          'Failed to submit form data. Please try again.',
        ),
    }));
});

describe('§4 Seat page access: the held draft', () => {
  it("Draft status 'draft' is polled every 30 s", () =>
    form({
      steps: [
        isLoaded(asked),
        sees(['open.watch.resting'], (stage) => expect(stage.calls('readDraft')).toBe(0)),
        waits('draftPoll'),
        answers('readDraft', ok(draftAs({ remaining_seconds: 570 }))),
        waits('draftPoll'),
      ],
      ends: ['open.watch.reading'],
      holds: (stage) => expect(stage.calls('readDraft')).toBe(2),
    }));

  it('[F47] a draft that ran out is told and sends back to seats', () =>
    form({
      steps: [
        ...reviewed,
        waits('draftPoll'),
        answers('readDraft', ok(draftAs({ is_expired: true, status: 'expired' }))),
        sees(['seatsGone'], (stage) =>
          expect(shownText(context(stage).error)).toBe(
            'Time is up! Your session has expired. Please select your seats again.',
          ),
        ),
        waits('noticeCap'),
      ],
      ends: ['noDraft'],
      output: { kind: 'noDraft' },
    }));

  it('(ruling 1.3-B) forms that another tab locked are not filled in again', () =>
    form({
      steps: [...confirmed, answers('submitForms', refused('formsLocked'))],
      ends: ['elsewhere'],
      output: { kind: 'elsewhere' },
    }));
});
