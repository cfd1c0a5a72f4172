import { setTimeout as sleep } from 'node:timers/promises';
import type { Payment } from '../../contract/payment.ts';
import { answersTo } from '../../tests/support/flows/answers.ts';
import { virtualBuyer } from '../../tests/support/flows/virtual-buyer.ts';
import type { Character } from './character.ts';
import type { Scene } from './scene.ts';
import type { Ending } from './tally.ts';

const lookEveryMs = 250;
const chooseAgainMs = 2_000;

/** One person who is the app itself, without a screen: the machines decide on every call, and this person presses their buttons. */
export async function machinePerson(scene: Scene, who: Character): Promise<Ending> {
  const { slug, tally } = scene;
  const origin = scene.origins[who.index % scene.origins.length] ?? '';
  const cookie = scene.people.cookieOf(who.index);
  const buyer = virtualBuyer({
    origin,
    cookie,
    screen: { name: 'event', slug },
    network: scene.wire.counted,
  });
  buyer.root.on('seats.changed', ({ message: { body } }) => {
    tally.messages += 1;
    buyer.seatmaps.patch(slug, body.changes, body.places);
  });
  let isIn = false;
  let isWaiting = false;
  let joinedAt = 0;
  let inAt = 0;
  let hasLost = false;
  let chosenAt = 0;
  let seats: readonly string[] = [];
  let wanted = who.seats;
  let settledPayment: string | null = null;
  const decidesAt = new Map<string, number>();
  /** True once the person has thought about a step. */
  const hasThought = (step: string) => {
    const at = decidesAt.get(step) ?? performance.now() + 1_000 * who.thinks();
    decidesAt.set(step, at);
    return performance.now() >= at;
  };

  const look = async (): Promise<Ending | null> => {
    const page = buyer.root.getSnapshot();
    const state = page.context.reading?.step;
    if (page.matches({ place: 'browsing' })) return isIn ? ended() : lookAtEvent();
    if (joinedAt > 0 && state === 'queued' && !isWaiting) {
      isWaiting = true;
      tally.waiting += 1;
    }
    if (!isIn && (state === 'online' || state === 'paymentSelection')) enter();
    if (page.context.ending !== null && isIn) return ended();
    if (page.matches({ place: 'choosingSeats' })) return lookAtSeats();
    if (page.matches({ place: 'fillingForms' })) lookAtForm();
    else if (page.matches({ place: 'paying' })) return lookAtPayment();
    return null;
  };

  /** The end of the session, which a paid order is, too: the page may have gone on before this person looked. */
  const ended = async (): Promise<Ending> => {
    const read = await scene.wire.insist<{ payment: Payment }>(
      'GET',
      `/event/${slug}/payment/status`,
      { cookie },
    );
    return read.data?.payment.status === 'completed' ? bought() : 'absent';
  };

  const bought = (): Ending => {
    scene.bought(scene.people.accountOf(who.index), seats);
    tally.stays.note(performance.now() - inAt);
    return 'bought';
  };

  const enter = () => {
    isIn = true;
    inAt = performance.now();
    const seconds = (inAt - joinedAt) / 1_000;
    stopWaiting();
    tally.inside += 1;
    tally.letIn += 1;
    tally.waits.note(seconds * 1_000);
    tally.longestWaitSeconds = Math.max(tally.longestWaitSeconds, seconds);
  };

  const stopWaiting = () => {
    if (isWaiting) tally.waiting -= 1;
    isWaiting = false;
  };

  const lookAtEvent = (): null => {
    if (joinedAt > 0) return null;
    if (buyer.root.getSnapshot().context.auth !== 'verified') return null;
    buyer.root.send({ type: 'purchase.request', slug });
    buyer.root.send({ type: 'show.confirm' });
    joinedAt = performance.now();
    tally.arrived += 1;
    return null;
  };

  const lookAtSeats = (): Ending | null => {
    const choosing = buyer.flow('seatDraft');
    const snapshot = choosing.getSnapshot();
    if (!snapshot.matches('choosing')) return null;
    const { lostSeats, preview } = snapshot.context;
    if (lostSeats.length > 0 && chosenAt > 0) {
      tally.conflicts += 1;
      if (!hasLost) tally.conflictedBuyers += 1;
      hasLost = true;
      chosenAt = 0;
    }
    if (snapshot.context.seats.length === 0 && performance.now() - chosenAt > chooseAgainMs) {
      if (!hasThought('seats')) return null;
      // Nothing left together: fewer may be.
      if (snapshot.context.found?.length === 0) wanted = Math.max(1, wanted - 1);
      chosenAt = performance.now();
      choosing.send({ type: 'seats.best', count: wanted, categoryId: null });
      return null;
    }
    if (preview !== null && snapshot.can({ type: 'draft.request' })) {
      seats = snapshot.context.seats.map(({ seatNumber }) => seatNumber);
      choosing.send({ type: 'draft.request' });
    }
    return null;
  };

  const lookAtForm = () => {
    const form = buyer.flow('orderForm');
    const snapshot = form.getSnapshot();
    if (snapshot.matches({ open: { step: 'filling' } })) {
      if (!hasThought('forms')) return;
      form.send({ type: 'form.review', submissions: answersTo(snapshot.context) });
    } else if (snapshot.matches({ open: { step: 'confirming' } })) {
      form.send({ type: 'form.confirm' });
    }
  };

  const lookAtPayment = async (): Promise<Ending | null> => {
    const payment = buyer.flow('payment');
    const snapshot = payment.getSnapshot();
    const { methods, reading, methodCode } = snapshot.context;
    if (snapshot.matches('choosing') && methods.length > 0) {
      if (methodCode === null) payment.send({ type: 'method.select', code: 'qris' });
      else payment.send({ type: 'payment.request' });
      return null;
    }
    if (reading === null) return null;
    const { id, status } = reading.payment;
    if (snapshot.matches('awaiting') && settledPayment !== id && hasThought('payment')) {
      settledPayment = id;
      await scene.bank(id, 'settlement');
      payment.send({ type: 'payment.check' });
    }
    if (!snapshot.matches('completed') || status !== 'completed') return null;
    return bought();
  };

  try {
    for (;;) {
      const ending = await look();
      if (ending !== null) return ending;
      if (scene.end.isOver) return settledPayment === null ? 'without seats' : await ended();
      await sleep(lookEveryMs);
    }
  } finally {
    stopWaiting();
    if (isIn) tally.inside -= 1;
    buyer.leave();
  }
}
