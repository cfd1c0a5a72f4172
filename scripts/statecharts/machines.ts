import type { AnyStateMachine } from 'xstate';
import { authMachine } from '../../machines/auth/auth.machine.ts';
import { authPorts } from '../../machines/auth/auth.ports.ts';
import { gateMachine } from '../../machines/gate/gate.machine.ts';
import { gatePorts } from '../../machines/gate/gate.ports.ts';
import { orderFormMachine } from '../../machines/order-form/order-form.machine.ts';
import { orderFormPorts } from '../../machines/order-form/order-form.ports.ts';
import { otpMachine } from '../../machines/otp/otp.machine.ts';
import { otpPorts } from '../../machines/otp/otp.ports.ts';
import { passwordResetMachine } from '../../machines/password-reset/password-reset.machine.ts';
import { passwordResetPorts } from '../../machines/password-reset/password-reset.ports.ts';
import { paymentMachine } from '../../machines/payment/payment.machine.ts';
import { paymentPorts } from '../../machines/payment/payment.ports.ts';
import { queueMachine } from '../../machines/queue/queue.machine.ts';
import { queuePorts } from '../../machines/queue/queue.ports.ts';
import { realtimeMachine } from '../../machines/realtime/realtime.machine.ts';
import { realtimePorts } from '../../machines/realtime/realtime.ports.ts';
import { rootMachine } from '../../machines/root/root.machine.ts';
import { rootPorts } from '../../machines/root/root.ports.ts';
import { seatDraftMachine } from '../../machines/seat-draft/seat-draft.machine.ts';
import { seatDraftPorts } from '../../machines/seat-draft/seat-draft.ports.ts';
import { sessionMachine } from '../../machines/session/session.machine.ts';
import { sessionPorts } from '../../machines/session/session.ports.ts';
import type { Layout } from './svg.ts';

/** One machine of the product with its screens and tests. */
export interface Statechart {
  /** Its folder in `machines/`, and the name of its files in `docs/statecharts/`. */
  readonly flow: string;
  readonly machine: AnyStateMachine;
  /** Every actor it invokes, by slot. */
  readonly ports: Readonly<Record<string, object>>;
  /** A short description of the flow. */
  readonly title: string;
  /** One sentence, with the sections of the specification it implements. */
  readonly purpose: string;
  readonly layout: Layout;
  /** Its files and folders of the user interface. */
  readonly screens: readonly string[];
  /** Files and folders of its tests. */
  readonly tests: readonly string[];
}

/** Every machine, in the order of a purchase. */
export const statecharts: readonly Statechart[] = [
  {
    flow: 'root',
    machine: rootMachine,
    ports: rootPorts,
    title: 'where the buyer is',
    purpose:
      'Knows the account and the page, follows redirects to their end, and runs the flow of each page (§2, §4).',
    layout: { direction: 'top-down', rows: [['account', 'bubble'], ['place']] },
    screens: [
      'src/app/routing/route-sync.ts',
      'src/app/flows/purchase-layout.tsx',
      'src/app/flows/session-bubble.tsx',
    ],
    tests: ['tests/machines/root', 'tests/model/root.model.test.ts'],
  },
  {
    flow: 'auth',
    machine: authMachine,
    ports: authPorts,
    title: 'sign-in, registration, sign-out',
    purpose:
      'Knows whether a verified account is signed in, and carries out sign-in, registration and sign-out (§4).',
    layout: { direction: 'top-down' },
    screens: ['src/screens/login', 'src/screens/register'],
    tests: [
      'tests/machines/auth.test.ts',
      'tests/model/auth.model.test.ts',
      'tests/machines/auth-forms.test.ts',
    ],
  },
  {
    flow: 'otp',
    machine: otpMachine,
    ports: otpPorts,
    title: 'one-time code by e-mail',
    purpose:
      'Asks for the one-time code, with its 15 minutes, its cooldown and its daily limit (§4, §5).',
    layout: { direction: 'left-right' },
    screens: ['src/screens/verify-code'],
    tests: ['tests/machines/otp.test.ts', 'tests/model/otp.model.test.ts'],
  },
  {
    flow: 'password-reset',
    machine: passwordResetMachine,
    ports: passwordResetPorts,
    title: 'a forgotten password',
    purpose: 'Sends a one-time code to an address and sets a new password with it.',
    layout: { direction: 'left-right' },
    screens: ['src/screens/forgot-password'],
    tests: ['tests/machines/password-reset.test.ts', 'tests/model/password-reset.model.test.ts'],
  },
  {
    flow: 'session',
    machine: sessionMachine,
    ports: sessionPorts,
    title: 'the session and its deadline',
    purpose: 'Follows the session of the server: its step, its deadline and its end (§4).',
    layout: {
      direction: 'top-down',
      rows: [
        ['step', 'clock'],
        ['reader', 'exit'],
      ],
    },
    screens: ['src/app/flows/session-bubble.tsx', 'src/app/flows/purchase-layout.tsx'],
    tests: ['tests/machines/session.test.ts', 'tests/model/session.model.test.ts'],
  },
  {
    flow: 'queue',
    machine: queueMachine,
    ports: queuePorts,
    title: 'waiting in the queue',
    purpose:
      'Joins the queue of one event, waits, and moves the buyer to the seats once, in one tab (§2, §4).',
    layout: { direction: 'top-down' },
    screens: ['src/screens/queue'],
    tests: ['tests/machines/queue.test.ts', 'tests/model/queue.model.test.ts'],
  },
  {
    flow: 'seat-draft',
    machine: seatDraftMachine,
    ports: seatDraftPorts,
    title: 'choosing and holding seats',
    purpose:
      'Lets the buyer choose seats, shows prices and checks a voucher, and creates the draft that holds the seats (§4, §5).',
    layout: {
      direction: 'top-down',
      rows: [
        ['checkingAccess', 'loadingSeatmap'],
        ['choosing'],
        ['creatingDraft'],
        ['releasingThenRetrying'],
      ],
    },
    screens: ['src/screens/seats'],
    tests: ['tests/machines/seat-draft.test.ts', 'tests/model/seat-draft.model.test.ts'],
  },
  {
    flow: 'order-form',
    machine: orderFormMachine,
    ports: orderFormPorts,
    title: 'attendee forms',
    purpose: 'Shows the attendee forms of a draft and submits the form answers (§4).',
    layout: {
      direction: 'top-down',
      rows: [['loading'], ['open'], ['submitting']],
      mainWays: { 'orderForm.open': 'orderForm.loading' },
    },
    screens: ['src/screens/order-form'],
    tests: ['tests/machines/order-form.test.ts', 'tests/model/order-form.model.test.ts'],
  },
  {
    flow: 'payment',
    machine: paymentMachine,
    ports: paymentPorts,
    title: 'paying',
    purpose:
      'Offers the payment methods, creates the payment and follows its status on the server (§4).',
    layout: {
      direction: 'top-down',
      rows: [
        ['loadingMethods', 'timeUp', 'choosing'],
        ['creating'],
        ['awaiting'],
        ['failed', 'completed', 'expiring', 'expired'],
      ],
      mainWays: { 'payment.awaiting': 'payment.creating' },
    },
    screens: ['src/screens/payment-method', 'src/screens/payment'],
    tests: ['tests/machines/payment.test.ts', 'tests/model/payment.model.test.ts'],
  },
  {
    flow: 'realtime',
    machine: realtimeMachine,
    ports: realtimePorts,
    title: 'live messages',
    purpose:
      'Keeps one connection to the broker, with its ten attempts, and passes its messages on (§4, §9).',
    layout: { direction: 'left-right', rows: [['live'], ['error', 'idle']] },
    screens: ['src/screens/queue'],
    tests: ['tests/machines/realtime.test.ts', 'tests/model/realtime.model.test.ts'],
  },
  {
    flow: 'gate',
    machine: gateMachine,
    ports: gatePorts,
    title: 'scanning at the gate',
    purpose:
      'Scans tickets at the entrance of an event, with and without a network, and synchronises with the other gates.',
    layout: { direction: 'top-down', rows: [['door', 'sync']] },
    screens: ['src/gate'],
    tests: ['tests/machines/gate.test.ts', 'tests/model/gate.model.test.ts'],
  },
];
