import { setTimeout as sleep } from 'node:timers/promises';
import { freeSeats } from '../../src/effects/flows/hall-seats.ts';
import { answersTo, type Buyer, type Shop } from './buying.ts';

const lookEveryMs = 25;
/** Presses of one button before a buyer gives up: more than any single failure needs. */
const patiencePresses = 6;
/** Longest a purchase may take, retries and pauses of the product included. */
const longestMs = 60_000;

/** What an insistent buyer pressed on the way, by name, and how often. */
export type Presses = ReadonlyMap<string, number>;

/**
 * Buys at an event the way a stubborn person does: looks at the page, presses what leads on, and presses it again after an error. Ends
 * when the payment is complete. Throws when a button was pressed too often in vain, or nothing leads on.
 */
export async function buyInsistently(
  shop: Shop,
  buyer: Buyer,
  slug: string,
  seatCount: number,
): Promise<Presses> {
  const pressed = new Map<string, number>();
  const count = (name: string) => {
    const times = (pressed.get(name) ?? 0) + 1;
    pressed.set(name, times);
    if (times > patiencePresses) throw new Error(`"${name}" was pressed in vain: ${buyer.where()}`);
  };
  let settled = '';

  async function look(): Promise<boolean> {
    const page = buyer.root.getSnapshot();
    if (page.matches({ place: 'blocked' })) {
      count('page.retry');
      buyer.root.send({ type: 'page.retry' });
    } else if (page.matches({ place: 'queueing' })) {
      const queue = buyer.flow('queue');
      const { value } = queue.getSnapshot();
      if (value === 'failed' || value === 'unknown') {
        count('queue.retry');
        queue.send({ type: 'queue.retry' });
      }
    } else if (page.matches({ place: 'choosingSeats' })) lookAtSeats();
    else if (page.matches({ place: 'fillingForms' })) lookAtForm();
    else if (page.matches({ place: 'paying' })) return lookAtPayment();
    return false;
  }

  function lookAtSeats() {
    const choosing = buyer.flow('seatDraft');
    const snapshot = choosing.getSnapshot();
    if (snapshot.matches('refused')) {
      count('seats.retry');
      choosing.send({ type: 'seats.retry' });
      return;
    }
    if (!snapshot.matches('choosing')) return;
    const chosen = snapshot.context.seats.length;
    if (chosen < seatCount) {
      const hall = buyer.seatmaps.current(slug)?.hall;
      for (const seat of hall === undefined ? [] : freeSeats(hall, seatCount - chosen)) {
        choosing.send({ type: 'seat.toggle', seat });
      }
    } else if (snapshot.can({ type: 'draft.request' })) {
      count('draft.request');
      choosing.send({ type: 'draft.request' });
    }
  }

  function lookAtForm() {
    const form = buyer.flow('orderForm');
    const snapshot = form.getSnapshot();
    if (snapshot.matches('failed')) {
      count('form.retry');
      form.send({ type: 'form.retry' });
    } else if (snapshot.matches({ open: { step: 'filling' } })) {
      form.send({ type: 'form.review', submissions: answersTo(snapshot.context) });
    } else if (snapshot.matches({ open: { step: 'confirming' } })) {
      count('form.confirm');
      form.send({ type: 'form.confirm' });
    }
  }

  async function lookAtPayment(): Promise<boolean> {
    const payment = buyer.flow('payment');
    const snapshot = payment.getSnapshot();
    if (snapshot.matches('choosing')) {
      if (snapshot.can({ type: 'methods.retry' })) {
        count('methods.retry');
        payment.send({ type: 'methods.retry' });
      } else if (snapshot.context.methodCode === null) {
        payment.send({ type: 'method.select', code: 'qris' });
      } else {
        count('payment.request');
        payment.send({ type: 'payment.request' });
      }
    } else if (snapshot.matches('awaiting')) {
      const id = snapshot.context.reading?.payment.id;
      if (id !== undefined && id !== settled) {
        settled = id;
        await shop.bankDoes(id, 'settlement');
      }
      if (settled !== '' && snapshot.can({ type: 'payment.check' })) {
        payment.send({ type: 'payment.check' });
      }
    }
    return (
      snapshot.matches('completed') && snapshot.context.reading?.payment.status === 'completed'
    );
  }

  const deadline = performance.now() + longestMs;
  while (!(await look())) {
    if (performance.now() > deadline) throw new Error(`No purchase in time: ${buyer.where()}`);
    await sleep(lookEveryMs);
  }
  return pressed;
}
