import type { Row, Tx } from '../../db/db.ts';
import {
  advance,
  type Change,
  type Lifecycle,
  type Step,
  type StepRow,
  stepOf,
  stepsOf,
} from './lifecycle.ts';

/** States of a sale as buyers meet it: what an operator decided, seen at an instant (decision 049). */
export type SaleState =
  | 'draft'
  | 'announced'
  | 'waitingRoom'
  | 'presale'
  | 'onSale'
  | 'paused'
  | 'soldOut'
  | 'closed'
  | 'over'
  | 'postponed'
  | 'cancelled';

/** What an operator decides: the values of `events.status`. */
export type SaleStatus = 'draft' | 'active' | 'paused' | 'closed' | 'postponed' | 'cancelled';

const judged = ['announced', 'waitingRoom', 'presale', 'onSale', 'soldOut'] as const;
const alive = [...judged, 'paused'] as const;

/**
 * The life of a sale: from, event, to, clock, audit verb. A step without an audit verb is written nowhere: the statement that judges
 * the sale derives it from the clock or the stock.
 */
const rows = [
  [null, 'drafted', 'draft', null, 'draft'],
  ['draft', 'published', 'announced', null, 'publish'],
  ['announced', 'presaleStarted', 'presale', 'presaleStart', null],
  ['presale', 'presaleEnded', 'announced', 'presaleEnd', null],
  ['announced', 'roomOpened', 'waitingRoom', 'roomOpening', null],
  ['waitingRoom', 'presaleStarted', 'presale', 'presaleStart', null],
  [['announced', 'waitingRoom', 'presale'], 'saleStarted', 'onSale', 'saleStart', null],
  ['onSale', 'lastSeatSold', 'soldOut', null, null],
  ['soldOut', 'seatFreed', 'onSale', null, null],
  [judged, 'paused', 'paused', null, 'pause'],
  ['paused', 'opened', 'onSale', null, 'open'],
  [alive, 'saleEnded', 'closed', 'saleEnd', null],
  [alive, 'closed', 'closed', null, 'close'],
  ['closed', 'opened', 'onSale', null, 'open'],
  [alive, 'eventStarted', 'over', 'eventStart', null],
  [[...alive, 'closed'], 'postponed', 'postponed', null, 'postpone'],
  ['postponed', 'opened', 'onSale', null, 'open'],
  [[...alive, 'closed', 'postponed', 'over'], 'cancelled', 'cancelled', null, 'cancel'],
] as const satisfies readonly StepRow<SaleState, string, string>[];

/** What an operator can do with a sale. */
export type SaleDecision =
  | 'drafted'
  | 'published'
  | 'paused'
  | 'opened'
  | 'closed'
  | 'postponed'
  | 'cancelled';
type SaleEvent = (typeof rows)[number][1];
type SaleClock =
  | 'roomOpening'
  | 'presaleStart'
  | 'presaleEnd'
  | 'saleStart'
  | 'saleEnd'
  | 'eventStart';

const statusOf: Readonly<Record<SaleState, SaleStatus>> = {
  draft: 'draft',
  announced: 'active',
  waitingRoom: 'active',
  presale: 'active',
  onSale: 'active',
  soldOut: 'active',
  over: 'active',
  paused: 'paused',
  closed: 'closed',
  postponed: 'postponed',
  cancelled: 'cancelled',
};

const steps = stepsOf<SaleState, SaleEvent, SaleClock>(rows);

/** The life of a sale with its derived steps, as it is drawn. */
export const saleChart: Lifecycle<SaleState, SaleEvent, SaleClock> = {
  thing: 'sale',
  table: 'events',
  column: 'status',
  also: null,
  key: 'text',
  steps,
};

/** The part of the life of a sale that operators write; the one writer of `events.status`. */
export const saleLifecycle: Lifecycle<SaleStatus, SaleDecision> = {
  ...saleChart,
  steps: writtenSteps(),
};

/** The steps with an audit verb, by status. */
function writtenSteps(): readonly Step<SaleStatus, SaleDecision, never>[] {
  const written = new Map<string, Step<SaleStatus, SaleDecision, never>>();
  for (const { from, event, to, audit } of steps) {
    if (audit === null) continue;
    const step = {
      from: from === null ? null : statusOf[from],
      event: event as SaleDecision,
      to: statusOf[to],
      clock: null,
      audit,
    };
    written.set(`${step.from} ${event}`, step);
  }
  return [...written.values()];
}

/** An event whose row the caller has locked. */
export interface LockedSale {
  readonly id: string;
  readonly status: SaleStatus;
}

/** True where the lifecycle lets an operator decide `event` about a sale of this status. */
export function maySale(status: SaleStatus, event: SaleDecision): boolean {
  return saleLifecycle.steps.some((step) => step.from === status && step.event === event);
}

/** Writes an operator's decision about the sale of an event whose row the caller has locked. Throws an Error where the lifecycle has no such step. */
export async function advanceSale(
  tx: Tx,
  { id, status }: LockedSale,
  event: SaleDecision,
  change: Change,
  columns?: Row,
): Promise<SaleStatus> {
  const by = change.by ?? { accountId: null };
  const thing = { id, account_id: null, state: status };
  await advance(tx, saleLifecycle, thing, event, { ...change, by }, columns);
  return stepOf(saleLifecycle, status, event).to;
}
