import { chargeLifecycle } from '../../server/domain/lifecycle/charge.ts';
import { drawLifecycle } from '../../server/domain/lifecycle/draw.ts';
import type { Step } from '../../server/domain/lifecycle/lifecycle.ts';
import { orderLifecycle } from '../../server/domain/lifecycle/order.ts';
import { refundLifecycle } from '../../server/domain/lifecycle/refund.ts';
import { saleChart } from '../../server/domain/lifecycle/sale.ts';
import { sessionLifecycle } from '../../server/domain/lifecycle/session.ts';
import { transferLifecycle } from '../../server/domain/lifecycle/transfer.ts';
import { waitingLifecycle } from '../../server/domain/lifecycle/waiting.ts';
import type { Layout } from './svg.ts';

/** One lifecycle of the server, and links to related pages. */
export interface LifecycleChart {
  /** Its file in `server/domain/lifecycle/`; its files in `docs/statecharts/` are named `server-` and this. */
  readonly name: string;
  readonly lifecycle: {
    readonly thing: string;
    readonly table: string;
    readonly column: string;
    readonly steps: readonly Step[];
  };
  /** A short description. */
  readonly title: string;
  /** One sentence. */
  readonly purpose: string;
  /** What each clock sets, by name. */
  readonly clocks: Readonly<Record<string, string>>;
  readonly layout: Layout;
}

/** Every lifecycle that the server declares as a table. */
export const lifecycleCharts: readonly LifecycleChart[] = [
  {
    name: 'session',
    lifecycle: sessionLifecycle,
    title: 'the purchase session, as the server keeps it',
    purpose:
      'The place in the queue and the purchase that follows it. One account has at most one live session.',
    clocks: {
      session: '`SESSION_MINUTES` (15) after the session came online',
      selection: '`PAYMENT_SELECTION_MINUTES` (5) after the step',
      payment:
        '`PAYMENT_PROCESSING_MINUTES` (11) after the step; for a further charge, one minute after the end of the first',
      firstCharge: 'the end of the first charge of the order',
    },
    layout: {
      direction: 'top-down',
      rows: [['new'], ['queued'], ['online'], ['payment_selection'], ['payment_processing']],
      mainWays: {
        'session.completed': 'session.payment_processing',
        'session.payment_selection': 'session.online',
      },
    },
  },
  {
    name: 'order',
    lifecycle: orderLifecycle,
    title: 'the order, as the server keeps it',
    purpose:
      'The seats of one session with their price. It has no clock: it ends with its session.',
    clocks: {},
    layout: {
      direction: 'top-down',
      mainWays: {
        'order.completed': 'order.pending',
        'order.failed': 'order.pending',
        'order.refunded': 'order.completed',
      },
    },
  },
  {
    name: 'sale',
    lifecycle: saleChart,
    title: 'the sale of an event, as the server judges it',
    purpose:
      'Steps with an audit verb are decisions of an operator, written to the column. The statement that judges a sale derives all others from the clock of the database and from the stock; the column then says `active`.',
    clocks: {
      roomOpening: '`presale_room_opens_at` or `sale_room_opens_at` of the event',
      presaleStart: '`presale_starts_at` of the event',
      presaleEnd: '`presale_ends_at` of the event',
      saleStart: '`sale_starts_at` of the event, or its publication',
      saleEnd: '`sale_ends_at` of the event',
      eventStart: '`starts_at` of the event',
    },
    layout: {
      direction: 'top-down',
      rows: [['new'], ['draft'], ['announced'], ['waitingRoom'], ['presale'], ['onSale']],
      mainWays: {
        'sale.paused': 'sale.onSale',
        'sale.soldOut': 'sale.onSale',
        'sale.closed': 'sale.onSale',
        'sale.over': 'sale.onSale',
        'sale.postponed': 'sale.onSale',
        'sale.cancelled': 'sale.onSale',
      },
    },
  },
  {
    name: 'waiting',
    lifecycle: waitingLifecycle,
    title: 'a place in the waiting list of a sold-out event, as the server keeps it',
    purpose:
      'One account has at most one live place per event. Free seats are offered in the order of joining (decision 056).',
    clocks: {
      offer:
        '`sale.waitingList.offerMinutes` of the event (30) after the step, at the latest the end of the sale',
    },
    layout: {
      direction: 'top-down',
      rows: [['new'], ['waiting'], ['offered']],
      mainWays: { 'wait.taken': 'wait.offered' },
    },
  },
  {
    name: 'transfer',
    lifecycle: transferLifecycle,
    title: 'a ticket offered to another person, as the server keeps it',
    purpose:
      'One open offer per ticket. Acceptance voids the giver’s ticket and issues another in one transaction (decision 085).',
    clocks: { offer: '72 hours after the step, at the latest the start of the event' },
    layout: {
      direction: 'top-down',
      rows: [['new'], ['offered'], ['accepted', 'withdrawn', 'lapsed']],
      mainWays: { 'transfer.accepted': 'transfer.offered' },
    },
  },
  {
    name: 'draw',
    lifecycle: drawLifecycle,
    title: 'the draw of a waiting room, as the server keeps it',
    purpose:
      'Each step publishes a fact that the next cannot change: commitment, list, order (decision 059).',
    clocks: { opening: 'the start of the sale or presale, at which the list is closed' },
    layout: {
      direction: 'top-down',
      rows: [['new'], ['opened'], ['closed']],
      mainWays: { 'draw.drawn': 'draw.closed', 'draw.closed': 'draw.opened' },
    },
  },
  {
    name: 'charge',
    lifecycle: { ...chargeLifecycle, thing: 'charge' },
    title: 'the charge of a payment, as the server keeps it',
    purpose:
      'One charge of an order at its gateway, and the way back of its money. Steps are audited under `payment`; the status of the payment is the short form of the state (decision 078).',
    clocks: {
      charge: 'the end of the charge at the gateway, one minute before that of the session',
    },
    layout: {
      direction: 'top-down',
      rows: [
        ['new'],
        ['intent'],
        ['charging'],
        ['awaiting'],
        ['settled'],
        ['refundDue'],
        ['refunding'],
      ],
      mainWays: {
        'charge.settled': 'charge.awaiting',
        'charge.refundDue': 'charge.settled',
        'charge.refunded': 'charge.refunding',
      },
    },
  },
  {
    name: 'refund',
    lifecycle: refundLifecycle,
    title: 'the refund of a payment, as the server keeps it',
    purpose:
      'Money on its way back, apart from the order that it was paid for. A payment has at most one refund (decision 075).',
    clocks: {},
    layout: {
      direction: 'top-down',
      rows: [['new'], ['asked'], ['approved'], ['owed']],
      mainWays: { 'refund.done': 'refund.owed', 'refund.approved': 'refund.asked' },
    },
  },
];
