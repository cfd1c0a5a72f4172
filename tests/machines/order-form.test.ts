import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import type { EventForm, FormSubmissions } from '../../contract/forms.ts';
import type { DraftResponse } from '../../contract/order.ts';
import { orderFormMachine } from '../../machines/order-form/order-form.machine.ts';
import type {
  LoadedOrder,
  OrderPortInput,
  SubmitFormsInput,
} from '../../machines/order-form/order-form.ports.ts';
import type { OrderFormEvent } from '../../machines/order-form/order-form.types.ts';
import type { Result } from '../../machines/shared/result.ts';
import {
  broken,
  fakePort,
  ok,
  pass,
  refused,
  transitionCoverage,
  unreachable,
} from '../support/flows/machines.ts';
import { draftAs } from '../support/flows/orders.ts';
import { shownText } from '../support/shown-text.ts';

const coverage = transitionCoverage(orderFormMachine);
const slug = 'konser-senja-jakarta';
const form = (isActive: boolean): EventForm => ({
  id: '1',
  name: 'Data peserta',
  description: null,
  ask_all: true,
  is_active: isActive,
  fields: [],
});
const answers: FormSubmissions = { '1': [{ ticket_id: 't1', form_data: { nama: 'Sari' } }] };
const loaded = (forms: readonly EventForm[], draft = draftAs()) =>
  ok<LoadedOrder>({ draft, forms: ok(forms) });

const noSeats = 'No seats found. Please go back and select seats first.';
const released = 'Kursi ini dilepas di tab atau perangkat lain. Silakan pilih kursi lagi.';
const timeUp = 'Time is up! Your session has expired. Please select your seats again.';
const oneSeat = {
  category_id: null,
  category_name: 'VIP',
  quantity: 1,
  price_per_item: 750_000,
  seats: [{ ticket_id: 't1', seat_number: 'A1', row: 'A', column: 1 }],
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function open() {
  const ports = {
    loadOrder: fakePort<Result<LoadedOrder>, OrderPortInput>(),
    readDraft: fakePort<Result<DraftResponse>, OrderPortInput>(),
    submitForms: fakePort<Result<DraftResponse | null>, SubmitFormsInput>(),
    rememberLock: fakePort<void, OrderPortInput>(),
  };
  const actor = createActor(
    orderFormMachine.provide({
      actors: {
        loadOrder: ports.loadOrder.logic,
        readDraft: ports.readDraft.logic,
        submitForms: ports.submitForms.logic,
        rememberLock: ports.rememberLock.logic,
      },
    }),
    { input: { slug }, inspect: coverage.inspect },
  ).start();
  return {
    ...ports,
    at: (state: Parameters<ReturnType<typeof actor.getSnapshot>['matches']>[0]) =>
      actor.getSnapshot().matches(state),
    can: (event: OrderFormEvent) => actor.getSnapshot().can(event),
    context: () => actor.getSnapshot().context,
    output: () => actor.getSnapshot().output,
    send: (event: OrderFormEvent) => actor.send(event),
  };
}

async function openWith(...forms: EventForm[]) {
  const page = open();
  await page.loadOrder.answer(loaded(forms));
  return page;
}

async function openConfirming() {
  const page = await openWith(form(true));
  page.send({ type: 'form.review', submissions: answers });
  return page;
}

async function openSubmitting() {
  const page = await openConfirming();
  page.send({ type: 'form.confirm' });
  return page;
}

describe('loading', () => {
  it.each([
    [[form(true), form(false)], 'filling'],
    [[form(false)], 'formsInactive'],
    [[], 'noForms'],
  ] as const)('shows what the event asks: %o', async (forms, step) => {
    const page = open();
    expect(page.at('loading')).toBe(true);
    expect(page.loadOrder.calls).toEqual([{ slug }]);
    await page.loadOrder.answer(loaded(forms));
    expect(page.at({ open: { step } })).toBe(true);
    expect(page.context()).toMatchObject({ draft: draftAs(), forms });
  });

  it.each([
    [refused('unauthenticated'), 'signedOut'],
    [loaded([form(true)], draftAs({ is_locked: true })), 'elsewhere'],
  ] as const)('ends when there is no draft to fill in: %o', async (answer, kind) => {
    const page = open();
    await page.loadOrder.answer(answer);
    expect(page.output()).toEqual({ kind });
  });

  it.each([
    [refused('draftRequired'), noSeats],
    [refused('noDraft', 'No draft'), noSeats],
    [refused('noDraft', 'No draft', { reason: 'released' }), released],
    [loaded([], draftAs({ status: 'cancelled' })), noSeats],
    [loaded([], draftAs({ status: 'failed' })), noSeats],
    [loaded([form(true)], draftAs({}, [])), noSeats],
    [loaded([form(true)], draftAs({}, [{ ...oneSeat, quantity: 0 }])), noSeats],
    [loaded([], draftAs({ is_expired: true })), timeUp],
    [loaded([], draftAs({ status: 'expired' })), timeUp],
  ] as const)('says why there are no seats, then goes back to them: %o', async (answer, words) => {
    const page = open();
    await page.loadOrder.answer(answer);
    expect(page.at('seatsGone')).toBe(true);
    expect(shownText(page.context().error)).toBe(words);
    page.send({ type: 'notice.dismiss' });
    expect(page.output()).toEqual({ kind: 'noDraft' });
  });

  it('says so for five seconds at most', async () => {
    const page = open();
    await page.loadOrder.answer(refused('noDraft', 'No draft'));
    await pass(4_999);
    expect(page.at('seatsGone')).toBe(true);
    await pass(1);
    expect(page.output()).toEqual({ kind: 'noDraft' });
  });

  it('takes an order of quantities without seat numbers for one with seats', async () => {
    const page = open();
    await page.loadOrder.answer(loaded([form(true)], draftAs({}, [{ ...oneSeat, seats: [] }])));
    expect(page.at({ open: { step: 'filling' } })).toBe(true);
  });

  it('never takes failed forms for no forms', async () => {
    const page = open();
    await page.loadOrder.answer(ok({ draft: draftAs(), forms: refused('notFound') }));
    expect(page.at('failed')).toBe(true);
    expect(shownText(page.context().error)).toBe('Formulir belum dapat dimuat.');
    page.send({ type: 'form.retry' });
    expect(page.context().error).toBeNull();
    await page.loadOrder.answer(loaded([form(true)]));
    expect(page.at({ open: { step: 'filling' } })).toBe(true);
  });

  it.each([unreachable(), broken()])('says that the draft was not read: %o', async (answer) => {
    const page = open();
    await page.loadOrder.answer(answer);
    expect(page.at('failed')).toBe(true);
    expect(shownText(page.context().error)).toBe('Failed to check order draft');
    await pass(1_000);
    expect(page.at('loading')).toBe(true);
    await page.loadOrder.answer(answer);
    page.send({ type: 'call.hasten' });
    expect(page.loadOrder.calls).toHaveLength(3);
    await page.loadOrder.answer(loaded([form(true)]));
    expect(page.at({ open: { step: 'filling' } })).toBe(true);
    expect(page.context().error).toBeNull();
  });

  it('leaves a clear no as it stands', async () => {
    const page = open();
    await page.loadOrder.answer(refused('requestUnreadable'));
    page.send({ type: 'call.hasten' });
    await pass(600_000);
    expect(page.loadOrder.calls).toHaveLength(1);
  });

  it('survives a bug in the port', async () => {
    const page = open();
    await page.loadOrder.crash();
    expect(shownText(page.context().error)).toBe('Failed to check order draft');
  });
});

describe('filling', () => {
  it('is reviewed, edited again and confirmed', async () => {
    const page = await openWith(form(true));
    page.send({ type: 'form.confirm' });
    expect(page.at({ open: { step: 'filling' } })).toBe(true);
    page.send({ type: 'form.review', submissions: answers });
    expect(page.at({ open: { step: 'confirming' } })).toBe(true);
    expect(page.context().submissions).toEqual(answers);
    page.send({ type: 'form.edit' });
    expect(page.at({ open: { step: 'filling' } })).toBe(true);
    expect(page.context().submissions).toBeNull();
    expect(page.submitForms.calls).toEqual([]);
  });

  it('cannot be skipped', async () => {
    const page = await openWith(form(true));
    expect(page.can({ type: 'form.proceed' })).toBe(false);
  });
});

describe('submitting', () => {
  it('sends the answers, remembers the lock, forgets the answers', async () => {
    const page = await openSubmitting();
    expect(page.submitForms.calls).toEqual([{ slug, submissions: answers }]);
    expect(page.can({ type: 'form.confirm' })).toBe(false);
    await page.submitForms.answer(ok(draftAs({ is_locked: true })));
    expect(page.rememberLock.calls).toEqual([{ slug }]);
    expect(page.context().submissions).toBeNull();
    await page.rememberLock.answer();
    expect(page.output()).toEqual({ kind: 'locked' });
  });

  it.each([
    [refused('sessionNotOnline'), { kind: 'timeUp' }],
    [refused('formsInvalid', 'Nama wajib diisi'), { kind: 'timeUp' }],
    [refused('formsLocked'), { kind: 'elsewhere' }],
    [refused('unauthenticated'), { kind: 'signedOut' }],
    [refused('tooManyRequests'), undefined],
    [unreachable(), undefined],
  ])(
    'is too late by a clear no alone, once the time ran out (ruling R21): %o',
    async (answer, output) => {
      const page = await openSubmitting();
      page.send({ type: 'session.timeUp' });
      expect(page.at('submitting')).toBe(true);
      await page.submitForms.answer(answer);
      expect(page.output()).toEqual(output);
      if (output === undefined) expect(page.at({ open: { step: 'confirming' } })).toBe(true);
    },
  );

  it('is in time by a good answer, once the time ran out (ruling R21)', async () => {
    const page = await openSubmitting();
    page.send({ type: 'session.timeUp' });
    await page.submitForms.answer(ok(draftAs({ is_locked: true })));
    await page.rememberLock.answer();
    expect(page.output()).toEqual({ kind: 'locked' });
  });

  it('[F58] is locked even when the browser cannot remember it', async () => {
    const page = await openSubmitting();
    await page.submitForms.answer(ok(draftAs({ is_locked: true })));
    await page.rememberLock.crash();
    expect(page.output()).toEqual({ kind: 'locked' });
  });

  it.each([
    [refused('unauthenticated'), 'signedOut'],
    [refused('formsLocked'), 'elsewhere'],
  ] as const)('ends when the draft is not there to be filled: %o', async (answer, kind) => {
    const page = await openSubmitting();
    await page.submitForms.answer(answer);
    expect(page.output()).toEqual({ kind });
    expect(page.rememberLock.calls).toEqual([]);
  });

  it.each([refused('draftRequired'), refused('noDraft', 'No draft')])(
    '[F47] goes back to the seats with words when the draft ran out: %o',
    async (answer) => {
      const page = await openSubmitting();
      await page.submitForms.answer(answer);
      expect(page.at('seatsGone')).toBe(true);
      expect(shownText(page.context().error)).toBe(noSeats);
      expect(page.rememberLock.calls).toEqual([]);
    },
  );

  it.each([
    [refused('formsInvalid', 'Nama wajib diisi'), 'Nama wajib diisi'],
    [refused('requestUnreadable', ''), 'Failed to submit form data. Please try again.'],
    [broken(), 'Failed to submit form data. Please try again.'],
    [unreachable(), 'Failed to submit form data. Please try again.'],
  ])('opens the confirmation again with the words: %o', async (answer, words) => {
    const page = await openSubmitting();
    await page.submitForms.answer(answer);
    expect(page.at({ open: { step: 'confirming' } })).toBe(true);
    expect(page.context().submissions).toEqual(answers);
    expect(shownText(page.context().error)).toBe(words);
    page.send({ type: 'form.confirm' });
    expect(page.context().error).toBeNull();
    expect(page.submitForms.calls).toHaveLength(2);
  });

  it.each([broken(503), unreachable(), 'crash'] as const)(
    'is repeated by itself where no answer came, with the same answers: %o',
    async (end) => {
      const page = await openSubmitting();
      const fail = () =>
        end === 'crash' ? page.submitForms.crash() : page.submitForms.answer(end);
      await fail();
      await pass(1_000);
      expect(page.submitForms.calls).toEqual([
        { slug, submissions: answers },
        { slug, submissions: answers },
      ]);
      await fail();
      page.send({ type: 'call.hasten' });
      expect(page.submitForms.calls).toHaveLength(3);
      await page.submitForms.answer(refused('formsInvalid', 'Nama wajib diisi'));
      await pass(600_000);
      expect(page.submitForms.calls).toHaveLength(3);
    },
  );

  it('is not repeated once the answers are changed', async () => {
    const page = await openSubmitting();
    await page.submitForms.answer(unreachable());
    page.send({ type: 'form.edit' });
    page.send({ type: 'form.review', submissions: answers });
    await pass(20_000);
    expect(page.submitForms.calls).toHaveLength(1);
  });

  it('survives a bug in the port', async () => {
    const page = await openSubmitting();
    await page.submitForms.crash();
    expect(page.at({ open: { step: 'confirming' } })).toBe(true);
    expect(shownText(page.context().error)).toBe('Failed to submit form data. Please try again.');
  });
});

describe.each([
  ['noForms', []],
  ['formsInactive', [form(false)]],
] as const)('%s', (step, forms) => {
  it.each([ok(draftAs()), refused('notFound'), refused('eventNotFound')])(
    'proceeds with an empty submission: %o',
    async (answer) => {
      const page = await openWith(...forms);
      page.send({ type: 'form.proceed' });
      expect(page.submitForms.calls).toEqual([{ slug, submissions: {} }]);
      await page.submitForms.answer(answer);
      await page.rememberLock.answer();
      expect(page.output()).toEqual({ kind: 'locked' });
    },
  );

  it('comes back with the words when the server fails', async () => {
    const page = await openWith(...forms);
    page.send({ type: 'form.proceed' });
    await page.submitForms.answer(broken(503));
    expect(page.at({ open: { step } })).toBe(true);
    expect(shownText(page.context().error)).toBe('Failed to submit form data. Please try again.');
    page.send({ type: 'form.proceed' });
    expect(page.context().error).toBeNull();
    await page.submitForms.answer(broken(503));
    await pass(2_000);
    expect(page.submitForms.calls).toHaveLength(3);
    await page.submitForms.answer(broken(503));
    page.send({ type: 'call.hasten' });
    expect(page.submitForms.calls).toHaveLength(4);
  });

  it('goes back to the seats without a draft', async () => {
    const page = await openWith(...forms);
    page.send({ type: 'form.proceed' });
    await page.submitForms.answer(refused('draftRequired'));
    expect(page.at('seatsGone')).toBe(true);
  });
});

describe('the draft', () => {
  it('is looked after every thirty seconds, through the confirmation', async () => {
    const page = await openWith(form(true));
    await pass(20_000);
    page.send({ type: 'form.review', submissions: answers });
    await pass(9_999);
    expect(page.readDraft.calls).toEqual([]);
    await pass(1);
    expect(page.readDraft.calls).toEqual([{ slug }]);
    await page.readDraft.answer(ok(draftAs({ remaining_seconds: 570 })));
    expect(page.context().draft?.order.remaining_seconds).toBe(570);
    expect(page.at({ open: { step: 'confirming' } })).toBe(true);
    await pass(30_000);
    expect(page.readDraft.calls).toHaveLength(2);
  });

  it.each([unreachable(), broken()])('is not given up for a failed look: %o', async (answer) => {
    const page = await openWith(form(true));
    await pass(30_000);
    await page.readDraft.answer(answer);
    expect(page.at({ open: { step: 'filling', watch: 'resting' } })).toBe(true);
    expect(page.context().draft).toEqual(draftAs());
  });

  it('is not given up for a bug', async () => {
    const page = await openWith(form(true));
    await pass(30_000);
    await page.readDraft.crash();
    expect(page.at({ open: { step: 'filling', watch: 'resting' } })).toBe(true);
  });

  it.each([
    [refused('unauthenticated'), 'signedOut'],
    [ok(draftAs({ is_locked: true })), 'elsewhere'],
  ] as const)('ends the page when it is somewhere else: %o', async (answer, kind) => {
    const page = await openWith(form(true));
    await pass(30_000);
    await page.readDraft.answer(answer);
    expect(page.output()).toEqual({ kind });
  });

  it.each([
    [refused('draftRequired'), noSeats],
    [refused('noDraft', 'No draft'), noSeats],
    [ok(draftAs({ is_expired: true })), timeUp],
  ] as const)('ends the page with words when it is gone: %o', async (answer, words) => {
    const page = await openWith(form(true));
    await pass(30_000);
    await page.readDraft.answer(answer);
    expect(page.at('seatsGone')).toBe(true);
    expect(shownText(page.context().error)).toBe(words);
  });

  it('is left alone while the answers are on their way', async () => {
    const page = await openSubmitting();
    await pass(60_000);
    expect(page.readDraft.calls).toEqual([]);
  });
});

describe('[R4] a draft that another page gave back', () => {
  it('is looked at as soon as the session changed, and the page says what happened', async () => {
    const page = await openWith(form(true));
    page.send({ type: 'draft.stale' });
    expect(page.readDraft.calls).toEqual([{ slug }]);
    await page.readDraft.answer(
      refused('noDraft', 'No active order draft', { reason: 'released' }),
    );
    expect(page.at('seatsGone')).toBe(true);
    expect(shownText(page.context().error)).toBe(released);
    await pass(5_000);
    expect(page.output()).toEqual({ kind: 'noDraft' });
  });

  it('is looked at again when the news overtakes a look', async () => {
    const page = await openWith(form(true));
    page.send({ type: 'draft.stale' });
    page.send({ type: 'draft.stale' });
    expect(page.readDraft.calls).toHaveLength(2);
    expect(page.readDraft.aborted(0)).toBe(true);
    const other = draftAs({ remaining_seconds: 300 });
    await page.readDraft.answer(ok(other));
    expect(page.context().draft).toEqual(other);
    expect(page.at({ open: { step: 'filling', watch: 'resting' } })).toBe(true);
  });
});

it('has fired every transition it declares', () => {
  expect(coverage.unfired()).toEqual([]);
});
