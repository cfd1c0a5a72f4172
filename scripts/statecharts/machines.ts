import type { AnyStateMachine } from 'xstate';
import { authMachine } from '../../machines/auth/auth.machine.ts';
import { authPorts } from '../../machines/auth/auth.ports.ts';
import { controlMachine } from '../../machines/control/control.machine.ts';
import { controlPorts } from '../../machines/control/control.ports.ts';
import { deskMachine } from '../../machines/desk/desk.machine.ts';
import { deskPorts } from '../../machines/desk/desk.ports.ts';
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
import { refundAccountMachine } from '../../machines/refund-account/refund-account.machine.ts';
import { refundAccountPorts } from '../../machines/refund-account/refund-account.ports.ts';
import { rootMachine } from '../../machines/root/root.machine.ts';
import { rootPorts } from '../../machines/root/root.ports.ts';
import { seatDraftMachine } from '../../machines/seat-draft/seat-draft.machine.ts';
import { seatDraftPorts } from '../../machines/seat-draft/seat-draft.ports.ts';
import { sessionMachine } from '../../machines/session/session.machine.ts';
import { sessionPorts } from '../../machines/session/session.ports.ts';
import { staffMachine } from '../../machines/staff/staff.machine.ts';
import { staffPorts } from '../../machines/staff/staff.ports.ts';
import { transferAcceptanceMachine } from '../../machines/transfer-acceptance/transfer-acceptance.machine.ts';
import { transferAcceptancePorts } from '../../machines/transfer-acceptance/transfer-acceptance.ports.ts';
import { transferOfferMachine } from '../../machines/transfer-offer/transfer-offer.machine.ts';
import { transferOfferPorts } from '../../machines/transfer-offer/transfer-offer.ports.ts';
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
    flow: 'transfer-offer',
    machine: transferOfferMachine,
    ports: transferOfferPorts,
    title: 'giving a ticket away',
    purpose:
      'Offers a ticket to another person by a link, withdraws it, and notices its acceptance (decision 085).',
    layout: { direction: 'top-down', rows: [] },
    screens: ['src/screens/e-ticket/give-ticket.tsx'],
    tests: ['tests/machines/transfer-offer.test.ts'],
  },
  {
    flow: 'transfer-acceptance',
    machine: transferAcceptanceMachine,
    ports: transferAcceptancePorts,
    title: 'accepting a ticket',
    purpose:
      'Reads what the link of another person offers, and accepts it under a name (decision 085).',
    layout: { direction: 'left-right' },
    screens: ['src/screens/transfer'],
    tests: ['tests/machines/transfer-acceptance.test.ts'],
  },
  {
    flow: 'refund-account',
    machine: refundAccountMachine,
    ports: refundAccountPorts,
    title: 'the bank account of a refund',
    purpose:
      'Asks the buyer for a bank account by a signed link, has its holder confirmed, and gives it to the shop (decision 080).',
    layout: { direction: 'left-right' },
    screens: ['src/screens/refund-account'],
    tests: ['tests/machines/refund-account.test.ts'],
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
  {
    flow: 'staff',
    machine: staffMachine,
    ports: staffPorts,
    title: 'sign-in of the staff',
    purpose:
      'Accepts an invitation once, signs in with password and authenticator in one step, and leads back to it when a sign-in ends (decision 070).',
    layout: { direction: 'top-down', rows: [] },
    screens: ['src/staff'],
    tests: ['tests/machines/staff.test.ts'],
  },
  {
    flow: 'control',
    machine: controlMachine,
    ports: controlPorts,
    title: 'the control room of an event',
    purpose:
      'Reads the figures once a second, live or stale, and makes one act at a time beside them (decision 081).',
    layout: { direction: 'top-down', rows: [['figures', 'act']] },
    screens: ['src/staff/control-page.tsx', 'src/staff/control-acts.tsx'],
    tests: ['tests/machines/control.test.ts'],
  },
  {
    flow: 'desk',
    machine: deskMachine,
    ports: deskPorts,
    title: 'the support desk',
    purpose: 'Finds an order, reads its story, and makes one correction at a time (decision 085).',
    layout: { direction: 'top-down', rows: [] },
    screens: ['src/staff/desk-page.tsx', 'src/staff/desk-order.tsx'],
    tests: ['tests/machines/desk.test.ts'],
  },
];
