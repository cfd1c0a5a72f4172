import { act, cleanup, render, screen } from '@testing-library/react';
import type { FunctionComponent } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type AnyStateMachine, createActor, type EventObject, setup } from 'xstate';
import type { EventDetail } from '../../../contract/catalogue.ts';
import { otpMachine } from '../../../machines/otp/otp.machine.ts';
import { passwordResetMachine } from '../../../machines/password-reset/password-reset.machine.ts';
import { paymentMachine } from '../../../machines/payment/payment.machine.ts';
import { type RootSystem, runningActor } from '../../../machines/root/root.system.ts';
import { seatDraftMachine } from '../../../machines/seat-draft/seat-draft.machine.ts';
import type { RootActor } from '../../../src/app/actor-context.tsx';
import { createQueryClient, queryKeys } from '../../../src/app/reads/queries.ts';
import { seatChoice } from '../../../src/effects/flows/seat-choices.ts';
import { type SeatmapStore, SeatmapStoreContext } from '../../../src/effects/seatmap-store.ts';
import ForgotPasswordScreen from '../../../src/screens/forgot-password/forgot-password.screen.tsx';
import PaymentScreen from '../../../src/screens/payment/payment.screen.tsx';
import PaymentMethodScreen from '../../../src/screens/payment-method/payment-method.screen.tsx';
import SeatsScreen from '../../../src/screens/seats/seats.screen.tsx';
import VerifyCodeScreen from '../../../src/screens/verify-code/verify-code.screen.tsx';
import { indexOf } from '../../../src/seat-map/data/seat-map-data.ts';
import { draftAs, previewAs, voucherAs } from '../../support/flows/orders.ts';
import { methodAs, paymentAs } from '../../support/flows/payments.ts';
import { readingAs } from '../../support/flows/readings.ts';
import { Around } from './around.tsx';
import { detail } from './public-data.tsx';
import { seat, seatmap } from './purchase-data.tsx';
import { drawable } from './seats/choice-props.ts';

// What a screen hands to its view of a state of its flow, and what it tells the flow. The machines prove the states, the tests of the views what they show.

type Props = Record<string, unknown>;
const drawn = vi.hoisted(() => {
  const last: { view: string; props: Props } = { view: '', props: {} };
  const as = (view: string) => (props: Props) => {
    Object.assign(last, { view, props });
    return null;
  };
  return { last, as };
});
vi.mock('../../../src/screens/payment/payment.view.tsx', () => ({
  PaymentView: drawn.as('payment'),
  PaymentLoading: drawn.as('loading'),
}));
vi.mock('../../../src/screens/payment-method/payment-method.view.tsx', () => ({
  PaymentMethodView: drawn.as('methods'),
  MethodsLoading: drawn.as('loading'),
}));
vi.mock('../../../src/screens/seats/seats.view.tsx', () => ({
  SeatsView: drawn.as('seats'),
  SeatsLoading: drawn.as('loading'),
}));
vi.mock('../../../src/screens/verify-code/verify-code.view.tsx', () => ({
  VerifyCodeView: drawn.as('code'),
}));
vi.mock('../../../src/screens/forgot-password/forgot-password.view.tsx', () => ({
  AskCodeView: drawn.as('address'),
  ResetView: drawn.as('reset'),
}));
afterEach(() => Object.assign(drawn.last, { view: '', props: {} }));

const slug = 'konser-senja-jakarta';
const sessionDeadline = 7_000;
const seated = seatmap([seat('A1', 1, 1), seat('A2', 1, 2), seat('A3', 1, 3, 'sold')]);
const lawn = { ...seated.categories[0]!, id: 'lawn', name: 'Lapangan', kind: 'standing' as const };
const hall = drawable({ ...seated, categories: [...seated.categories, lawn] });
const choice = (number: string) => seatChoice(hall, indexOf(hall, number));

interface Given {
  readonly name: keyof RootSystem;
  readonly Screen: FunctionComponent;
  readonly machine: AnyStateMachine;
  readonly input?: object;
}
const flows = {
  payment: {
    name: 'payment',
    Screen: PaymentScreen,
    machine: paymentMachine,
    input: { slug, entry: 'pay' },
  },
  methods: {
    name: 'payment',
    Screen: PaymentMethodScreen,
    machine: paymentMachine,
    input: { slug, entry: 'choose' },
  },
  seats: {
    name: 'seatDraft',
    Screen: SeatsScreen,
    machine: seatDraftMachine,
    input: { slug, reading: readingAs({ slug, step: 'online' }), hadDraft: false, realtime: true },
  },
  code: {
    name: 'otp',
    Screen: VerifyCodeScreen,
    machine: otpMachine,
    input: { variant: 'full', email: 'a@contoh.id' },
  },
  reset: { name: 'passwordReset', Screen: ForgotPasswordScreen, machine: passwordResetMachine },
} as const satisfies Record<string, Given>;

/** Draws a screen over a flow that stands still in a state; without one the page is still being entered. */
async function open(
  { name, Screen, machine, input }: Given,
  value: unknown,
  context: object = {},
  more: { readonly event?: EventDetail; readonly verifying?: string } = {},
) {
  const told: EventObject[] = [];
  const snapshot = machine.resolveState({
    value: value ?? machine.config.initial,
    context: { ...createActor(machine, { input }).getSnapshot().context, ...context },
  } as never);
  const flow = {
    getInitialSnapshot: () => snapshot,
    getPersistedSnapshot: () => snapshot,
    transition: (_: unknown, event: EventObject, scope: { emit(event: EventObject): void }) => {
      if (event.type === 'read.ended') scope.emit(event);
      else told.push(event);
      return snapshot;
    },
  };
  const { verifying = 'asking', event } = more;
  const machineOfRoot = setup({ actors: { flow: flow as never } }).createMachine({
    context: {
      screen: { name: 'payment', slug, returnTo: null },
      realtime: { connected: true, error: 'Broker' },
      auth: 'verified',
      reading: { deadline: sessionDeadline },
    },
    type: 'parallel',
    ...(value !== null && { invoke: { src: 'flow', systemId: name } }),
    states: {
      place: {
        initial: 'verifying',
        states: { verifying: { initial: verifying, states: { [verifying]: {} } } },
      },
    },
  } as never);
  const root = createActor(machineOfRoot).start() as unknown as RootActor;
  const queries = createQueryClient();
  if (event !== undefined) queries.setQueryData(queryKeys.event(slug), event);
  const never = () => new Promise<never>(() => undefined);
  const current = { seatMap: hall, version: 3 };
  const seatmaps = { current: () => current, subscribe: () => () => undefined };
  render(
    <Around api={{ call: never, page: never }} root={root} queries={queries}>
      <SeatmapStoreContext value={seatmaps as unknown as SeatmapStore}>
        <Screen />
      </SeatmapStoreContext>
    </Around>,
  );
  await act(async () => undefined);
  const send = (event: EventObject) =>
    act(() => (runningActor(root.system, name) as { send(event: EventObject): void }).send(event));
  return { told, send };
}

type Row = readonly [value: unknown, context: object, props: Props];
/** Rows of a state, what the flow knows, and the props that the view gets. */
function itHandsOn(flow: Given, view: string, rows: readonly Row[]) {
  it.each(rows)('of %j, knowing %j', async (value, context, props) => {
    await open(flow, value, context);
    expect(drawn.last).toMatchObject({ view, props });
  });
}
/** Rows of a prop, its arguments, and the event that it tells the flow. */
function itTells(
  flow: Given,
  value: unknown,
  context: object,
  rows: readonly (readonly [prop: string, args: readonly unknown[], event: EventObject])[],
) {
  it.each(rows)('%s %j tells the flow', async (prop, args, event) => {
    const { told } = await open(flow, value, context);
    const [name = '', below] = prop.split('.');
    const of = drawn.last.props[name] as Props;
    const act = (below === undefined ? of : of[below]) as unknown as (
      ...args: unknown[]
    ) => unknown;
    expect(act(...args)).not.toBe(false);
    expect(told).toEqual([event]);
  });
}

it.each([
  [flows.payment, 'loading'],
  [flows.methods, 'loading'],
  [flows.seats, 'loading'],
  [flows.code, ''],
  [flows.reset, ''],
])('a page that is being entered shows no flow (%#)', async (flow, view) => {
  await open(flow, null);
  expect(drawn.last.view).toBe(view);
});

describe('the payment page', () => {
  const reading = paymentAs();
  const awaiting = (status: unknown, deadline = 'counting') => ({
    awaiting: { status, deadline, page: 'shown' },
  });
  const fresh = awaiting({ watching: 'fresh' });
  const told = {
    notices: [{ id: 1, event: 'payment_started' }],
    error: { key: 'payment.readFailed' },
    changeError: { key: 'payment.changeFailed' },
  };
  itHandsOn(flows.payment, 'payment', [
    [awaiting('reading'), {}, { stage: 'loading', payment: null, deadline: sessionDeadline }],
    [fresh, { reading }, { stage: 'awaiting', payment: reading.payment, deadline: 660_000 }],
    [fresh, { reading }, { isPastDeadline: false, isChanging: false, isLeaving: false }],
    [fresh, { reading }, { isOnline: true, readAt: expect.any(Number), eventName: null }],
    [fresh, { reading, ...told }, { ...told, realtime: { connected: true, error: 'Broker' } }],
    [awaiting({ watching: 'stale' }, 'passed'), { reading }, { isPastDeadline: true }],
    ['changing', { reading }, { stage: 'awaiting', isChanging: true }],
    [{ refused: 'shown' }, { reading }, { stage: 'refused' }],
    [{ completed: { proving: { trial: 'asking' } } }, {}, { stage: 'completed' }],
    [{ expiring: 'asking' }, {}, { stage: 'expired' }],
    [{ expired: 'shown' }, { reading }, { stage: 'expired' }],
    [{ failed: 'shown' }, { reading }, { stage: 'failed', isLeaving: false }],
    [{ failed: 'clearing' }, { reading }, { stage: 'failed', isLeaving: true }],
  ]);
  itTells(flows.payment, fresh, { reading }, [
    ['onChange', [], { type: 'payment.change' }],
    ['onCheck', [], { type: 'payment.check' }],
    ['onClose', [], { type: 'success.close' }],
    ['onDismiss', [], { type: 'notice.dismiss' }],
  ]);

  it('names its event, and has its date for the calendar', async () => {
    for (const [eventDate, onCalendar] of [
      ['2026-03-07T19:30:00+07:00', expect.any(Function)],
      ['TBA', null],
    ] as const) {
      await open(flows.payment, fresh, { reading }, { event: detail({ slug, eventDate }) });
      expect(drawn.last.props).toMatchObject({ eventName: detail().name, onCalendar });
      cleanup();
    }
  });

  it('knows at once that a device without network has no real-time', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await open(flows.payment, fresh, { reading });
    expect(drawn.last.props).toMatchObject({ isOnline: false, realtime: { connected: false } });
  });

  it.each([
    ['reading', true],
    [{ watching: 'held' }, true],
    [{ watching: 'stale' }, false],
  ])(
    'reports the check that was asked for, while the flow reads: %j',
    async (status, isReading) => {
      const { send } = await open(flows.payment, awaiting(status), { reading });
      const flags = () => [drawn.last.props.isChecking, drawn.last.props.wasChecked];
      // The flow reads by itself, too.
      send({ type: 'read.ended' });
      expect(flags()).toEqual([false, false]);
      act(() => (drawn.last.props.onCheck as () => void)());
      expect(flags()).toEqual([isReading, false]);
      send({ type: 'read.ended' });
      expect(flags()).toEqual([false, true]);
    },
  );
});

describe('the page of the methods', () => {
  const methods = [methodAs('qris', 'QRIS', 5_000)];
  const chosen = { methods, draft: draftAs(), methodCode: 'qris', serviceFee: 5_000 };
  const error = { key: 'payment.createFailed' };
  itHandsOn(flows.methods, 'methods', [
    ['loadingMethods', {}, { isLoading: true, canPay: false, deadline: sessionDeadline, slug }],
    ['choosing', { ...chosen, error }, { ...chosen, error, isLoading: false, canPay: true }],
    [
      'choosing',
      chosen,
      { isCreating: false, isTimeUp: false, isReopened: false, canRetry: false },
    ],
    ['choosing', { draft: draftAs() }, { canPay: false, canRetry: true }],
    ['choosing', { ...chosen, reopened: 'changed' }, { isReopened: true }],
    [{ creating: 'inTime' }, chosen, { isCreating: true, canPay: false }],
    ['timeUp', { ...chosen, error }, { isTimeUp: true, error: null }],
  ]);
  itTells(flows.methods, 'choosing', chosen, [
    ['onSelect', ['gopay'], { type: 'method.select', code: 'gopay' } as EventObject],
    ['onPay', [], { type: 'payment.request' }],
    ['onRetry', [], { type: 'methods.retry' }],
    ['onTimeUpRead', [], { type: 'notice.dismiss' }],
  ]);
});

describe('the seats page', () => {
  const seats = [choice('A1')];
  const error = { key: 'seats.loadFailed' };
  const choosing = (voucher = 'idle', pricing = 'priced') => ({
    choosing: { selection: 'kept', pricing, voucher },
  });
  const preview = previewAs(null);
  const search = { count: 2, categoryId: null };
  const lost = { lostSeats: ['A3'], offer: [choice('A2')] };
  itHandsOn(flows.seats, 'seats', [
    [{ checkingAccess: 'readingDraft' }, {}, { stage: 'loading', seatMap: hall, version: 3 }],
    ['loadingSeatmap', {}, { stage: 'loading' }],
    ['loadingSeatmap', { seats }, { stage: 'choosing', isFrozen: true }],
    ['refused', { error }, { stage: 'refused', error }],
    [
      'askingDraft',
      { held: ['A1'] },
      { stage: 'asking', draft: { seats: ['A1'], isReleasing: false } },
    ],
    ['releasingDraft', { held: ['A1'] }, { stage: 'asking', draft: { isReleasing: true } }],
    ['unverified', { asked: 'unanswered' }, { stage: 'unverified', draft: { isMade: false } }],
    ['unverified', { asked: 'made' }, { draft: { isMade: true } }],
    [
      choosing(),
      { seats, preview },
      { stage: 'choosing', seats, pricing: preview.pricing_details },
    ],
    [choosing(), { seats, preview }, { canContinue: true, isFrozen: false, isCreating: false }],
    [choosing('idle', 'asking'), { seats }, { pricing: null }],
    [choosing('idle', 'unpriced'), { seats }, { pricing: { final_price: 825_000 } }],
    ['findingSeats', { seats }, { best: { isFinding: true, nothing: null }, isFrozen: true }],
    [choosing(), { found: [], search }, { best: { isFinding: false, nothing: search } }],
    [choosing(), { found: ['A1'], search }, { found: ['A1'], best: { nothing: null } }],
    [choosing(), lost, { ...lost, canTakeOffer: true }],
    [choosing(), {}, { canTakeOffer: false, canContinue: false }],
    ...['creatingDraft', { releasingThenRetrying: 'releasing' }, 'verifying'].map(
      (value): Row => [value, { seats }, { isCreating: true, stage: 'choosing' }],
    ),
    ...['checking', 'releasing'].map(
      (voucher): Row => [choosing(voucher), {}, { voucher: { isChecking: true, applied: null } }],
    ),
    [
      choosing('applied'),
      { voucher: voucherAs('HEMAT10'), voucherCode: 'HEMAT10' },
      { voucher: { applied: { code: 'HEMAT10', discount: 75_000 }, isChecking: false } },
    ],
    [choosing('rejected'), { voucherError: error }, { voucher: { error, canChange: true } }],
    [choosing('ended'), {}, { voucher: { canChange: false, isSignedIn: true } }],
  ]);
  itTells(flows.seats, choosing(), { seats, voucherError: error, ...lost }, [
    ['draft.onContinue', [], { type: 'draft.continue' }],
    ['draft.onRelease', [], { type: 'draft.release' }],
    ['best.onFind', [search], { type: 'seats.best', ...search } as EventObject],
    ['voucher.onApply', ['X'], { type: 'voucher.apply', code: 'X' } as EventObject],
    ['voucher.onRemove', [], { type: 'voucher.remove' }],
    ['voucher.onEdit', [], { type: 'voucher.remove' }],
    ['onToggle', ['A1'], { type: 'seat.toggle', seat: choice('A1') } as EventObject],
    ['onToggle', ['A2'], { type: 'seat.toggle', seat: choice('A2') } as EventObject],
    [
      'onQuantity',
      ['lawn', 1],
      { type: 'quantity.set', place: expect.objectContaining({ categoryId: 'lawn' }), count: 1 },
    ] as never,
    ['onTakeOffer', [], { type: 'offer.take' }],
    ['onClear', [], { type: 'seats.clear' }],
    ['onContinue', [], { type: 'draft.request' }],
    ['onRetry', [], { type: 'seats.retry' }],
  ]);

  it('takes no seat that the flow would not take, and edits no voucher that was not refused', async () => {
    const { told } = await open(flows.seats, choosing(), { seats });
    const props = drawn.last.props as Record<
      string,
      Record<string, (...args: unknown[]) => boolean>
    >;
    const onToggle = drawn.last.props.onToggle as (number: string) => boolean;
    const onQuantity = drawn.last.props.onQuantity as (category: string, count: number) => boolean;
    expect([onToggle('A3'), onToggle('Z9')]).toEqual([false, false]);
    expect([onQuantity('nowhere', 1), onQuantity('lawn', 9)]).toEqual([false, false]);
    props.voucher?.onEdit?.();
    expect(told).toEqual([]);
    const found = [1, 9].map((count) => props.best?.canFind?.({ count, categoryId: null }));
    expect(found).toEqual([true, false]);
    expect(['X', ' '].map((code) => props.voucher?.canApply?.(code))).toEqual([true, false]);
  });

  it.each([
    [
      {},
      {
        name: 'Konser Senja Jakarta',
        venue: expect.any(String),
        date: expect.stringContaining(','),
      },
    ],
    [
      { venue: { name: '', location: null }, eventDate: 'TBA' },
      { venue: null, date: null },
    ],
  ])('names its event, as far as it is known: %j', async (change, event) => {
    await open(flows.seats, choosing(), {}, { event: detail({ slug, ...change }) });
    expect(drawn.last.props.event).toMatchObject(event);
  });
});

describe('the pages of a code', () => {
  const code = (entry: string, resend = 'ready', clock = 'running') => ({
    code: { entry, clock, resend },
  });
  const grant = {
    deadline: 9_000,
    remainingMs: 8_000,
    cooldownMs: 2_000,
    usedToday: 1,
    dailyLimit: 10,
  };
  const error = { key: 'otp.invalid' };
  itHandsOn(flows.code, 'code', [
    ['checkingStatus', {}, { phase: 'checking', email: 'a@contoh.id', variant: 'full' }],
    [code('entering'), { grant, error, clearings: 2 }, { phase: 'entering', error, clearings: 2 }],
    [code('entering'), { grant }, { deadline: 9_000, resendAt: 3_000, resend: 'ready' }],
    [code('entering', 'ready', 'stopped'), {}, { deadline: null, resendAt: null }],
    [code('submitting'), {}, { phase: 'submitting', resend: 'unknown' }],
    [code('expired', 'ready', 'ranOut'), {}, { phase: 'expired' }],
    ...['coolingDown', 'sending', 'dailyLimitReached'].map(
      (resend): Row => [code('entering', resend), {}, { resend }],
    ),
    ['verified', {}, { phase: 'verified', resend: 'unknown' }],
  ]);
  const common = [
    ['onEdit', [], { type: 'otp.edit' }],
    ['onResend', [], { type: 'otp.resend' }],
    ['onLeave', [], { type: 'otp.leave' }],
  ] as const;
  itTells(flows.code, code('entering'), {}, [
    ['onSubmit', ['123456'], { type: 'otp.submit', code: '123456' } as EventObject],
    ...common,
  ]);

  it.each([
    ['signedOut', 'Tidak ada akun yang perlu diverifikasi di perangkat ini.'],
    ['proving', 'Email terverifikasi. Mengarahkan...'],
  ])('without a flow says what became of it: %s', async (verifying, words) => {
    await open(flows.code, null, {}, { verifying });
    expect(screen.getByText(words)).toBeVisible();
    cleanup();
  });

  const email = 'b@contoh.id';
  itHandsOn(flows.reset, 'address', [
    ['asking', { email, error }, { email, error, busy: false }],
    ['requesting', { email }, { email, busy: true }],
  ]);
  itHandsOn(flows.reset, 'reset', [
    [code('entering'), { email, grant }, { email, phase: 'entering' }],
  ]);
  itTells(flows.reset, 'asking', {}, [
    ['onAsk', [email], { type: 'email.submit', email } as EventObject],
    ...common.filter(([prop]) => prop !== 'onResend'),
  ]);
  itTells(flows.reset, code('entering'), { email }, [
    ['onSubmit', ['1', 'p'], { type: 'otp.submit', code: '1', password: 'p' } as EventObject],
    ['onChangeEmail', [], { type: 'email.change' }],
  ]);
});
