import { setTimeout as sleep } from 'node:timers/promises';
import { freeSeats } from '../../../src/effects/flows/seat-choices.ts';
import { answersTo } from './answers.ts';
import type { Buyer, Shop } from './buying.ts';

const lookEveryMs = 25;
/** Longest duration of a purchase, including the app's own pauses. */
const longestMs = 50_000;

/** A step of the purchase that takes a press. */
export type BuyerStep = 'choose' | 'hold' | 'review' | 'confirm' | 'method' | 'pay';

/** How the patient buyer behaves. */
export interface Patience {
  /** When the buyer stops; by default once the payment is complete. */
  readonly until?: (buyer: Buyer) => boolean;
  /** Advances time between two checks. */
  readonly wait?: () => Promise<unknown>;
  /** Earlier steps of the same buyer; new ones are added. */
  readonly taken?: Set<BuyerStep>;
}

/**
 * Buys at an event as a patient person does: takes each step of the purchase once and presses nothing after an error, neither a
 * retry nor the same step again (§4.110). Returns when the payment is complete, or at `until`. Throws when no step is possible.
 */
export async function buyPatiently(
  shop: Shop,
  buyer: Buyer,
  slug: string,
  seatCount: number,
  { until = isPaid, wait = () => sleep(lookEveryMs), taken = new Set() }: Patience = {},
): Promise<void> {
  const once = (step: BuyerStep, take: () => void) => {
    if (taken.has(step)) return;
    taken.add(step);
    take();
  };
  let settled = false;

  async function look(): Promise<void> {
    const page = buyer.root.getSnapshot();
    if (page.matches({ place: 'choosingSeats' })) lookAtSeats();
    else if (page.matches({ place: 'fillingForms' })) lookAtForm();
    else if (page.matches({ place: 'paying' })) await lookAtPayment();
  }

  function lookAtSeats() {
    const choosing = buyer.flow('seatDraft');
    const snapshot = choosing.getSnapshot();
    if (!snapshot.matches('choosing')) return;
    const seatMap = buyer.seatmaps.current(slug)?.seatMap;
    if (!taken.has('choose')) {
      if (seatMap === undefined) return;
      once('choose', () => {
        for (const seat of freeSeats(seatMap, seatCount))
          choosing.send({ type: 'seat.toggle', seat });
      });
    } else if (snapshot.can({ type: 'draft.request' })) {
      once('hold', () => choosing.send({ type: 'draft.request' }));
    }
  }

  function lookAtForm() {
    const form = buyer.flow('orderForm');
    const snapshot = form.getSnapshot();
    if (snapshot.matches({ open: { step: 'filling' } })) {
      once('review', () =>
        form.send({ type: 'form.review', submissions: answersTo(snapshot.context) }),
      );
    } else if (snapshot.matches({ open: { step: 'confirming' } })) {
      once('confirm', () => form.send({ type: 'form.confirm' }));
    }
  }

  async function lookAtPayment() {
    const payment = buyer.flow('payment');
    const snapshot = payment.getSnapshot();
    const { methods, reading } = snapshot.context;
    if (snapshot.matches('choosing') && methods.length > 0) {
      if (!taken.has('method')) {
        once('method', () => payment.send({ type: 'method.select', code: 'qris' }));
      } else once('pay', () => payment.send({ type: 'payment.request' }));
    } else if (snapshot.matches('awaiting') && reading !== null && !settled) {
      settled = true;
      await shop.bankDoes(reading.payment.id, 'settlement');
    }
  }

  const deadline = performance.now() + longestMs;
  while (!until(buyer)) {
    await look();
    if (performance.now() > deadline) {
      throw new Error(`Nothing leads on: ${buyer.where()}; taken: ${[...taken].join(', ')}.`);
    }
    await wait();
  }
}

/** True once the server reports the payment as complete. */
export function isPaid(buyer: Buyer): boolean {
  if (!buyer.root.getSnapshot().matches({ place: 'paying' })) return false;
  const payment = buyer.flow('payment').getSnapshot();
  return payment.matches('completed') && payment.context.reading?.payment.status === 'completed';
}
