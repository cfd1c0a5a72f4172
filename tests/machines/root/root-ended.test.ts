import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionReading } from '../../../machines/session/session.types.ts';
import type { EndReason } from '../../../machines/shared/ending.ts';
import { pass, refused } from '../../support/flows/machines.ts';
import { at, endingAs, entered, reading, stage } from './root-stage.ts';

beforeEach(() => vi.useFakeTimers());

const gone = (state: SessionReading['step'] = 'cancelled') =>
  reading(state, { deadline: null, remainingMs: null });

/** Each page of the purchase, with the step that lets it in and the flow that runs there. */
const pages = [
  ['queue', reading('queued'), 'queue'],
  ['seats', reading('online'), 'seatDraft'],
  ['order-form', reading('online', { hasDraft: true }), 'orderForm'],
  ['payment-method', reading('paymentSelection'), 'payment'],
  ['payment', reading('paymentProcessing'), 'payment'],
] as const;

/** Ends that stop the page at once, and where it is then. */
const stops: readonly (readonly [EndReason, string])[] = [
  ['leftElsewhere', 'said'],
  ['kicked', 'removed'],
  ['closed', 'removed'],
  ['cancelled', 'removed'],
  ['inactive', 'said'],
  ['absent', 'said'],
  ['over', 'said'],
];

const cells = pages.flatMap(([page, step, flow]) =>
  stops.map(([reason, stop]) => ({ page, step, flow, reason, stop })),
);

describe('a session that ends on a page of the purchase (§4.21)', () => {
  it.each(cells)(
    '[F61][F62][F64][F66] $page, $reason: the flow stops, the reason stays, and only a press joins',
    async (cell) => {
      const on = entered(cell.page, cell.step);
      on.over(endingAs(cell.reason));
      on.read(gone());
      expect(on.value()).toEqual({ ended: cell.stop });
      expect(on.running(cell.flow)).toBe(false);
      expect(on.context().farewell?.reason).toBe(cell.reason);
      await pass(60_000);
      on.send({ type: 'page.woke' });
      expect(on.running('queue')).toBe(false);
      if (cell.stop === 'removed') {
        // Three seconds, then the event page with the words (§9.22).
        expect(on.shown()).toEqual({ screen: at('event'), entry: 'replace' });
        expect(on.context().farewell?.reason).toBe(cell.reason);
        on.send({ type: 'farewell.dismiss' });
        expect(on.context().farewell).toBeNull();
        return;
      }
      expect(on.shown().screen).toEqual(at(cell.page));
      on.send({ type: 'session.rejoin' });
      expect(on.shown().screen).toEqual(at('queue'));
      on.read(gone());
      expect(on.value()).toEqual({ queueing: 'here' });
      expect(on.context().farewell).toBeNull();
    },
  );

  it.each(['queue', 'seats', 'order-form'] as const)('[F65] %s, paid elsewhere: said', (page) => {
    const on = entered(page, pages.find(([name]) => name === page)?.[1] ?? gone());
    on.over(endingAs('paidElsewhere'));
    expect(on.value()).toEqual({ ended: 'said' });
  });

  it('payment-method, paid elsewhere: said, unless its own call is on its way (F44)', () => {
    const on = entered('payment-method', reading('paymentSelection'));
    on.over(endingAs('paidElsewhere'));
    expect(on.value()).toEqual({ ended: 'said' });
  });

  it.each(['timeUp', 'paidElsewhere'] as const)(
    'payment, %s: the payment itself is asked',
    (why) => {
      const on = entered('payment', reading('paymentProcessing'));
      on.over(endingAs(why, { held: 'payment' }));
      expect(on.value()).toEqual({ paying: 'awaitingPayment' });
      expect(on.toldTo('payment').at(-1)).toEqual({ type: 'payment.check' });
      // Its words of three seconds go along to the event page; a purchase that worked needs none.
      on.end('payment', 'event');
      expect(on.shown().screen).toEqual(at('event'));
      expect(on.context().farewell?.reason ?? null).toBe(why === 'timeUp' ? why : null);
    },
  );

  it.each(['queue', 'seats', 'order-form'] as const)(
    '[F63] %s, time up: five seconds, the seats, a press (§11.23)',
    async (page) => {
      const on = entered(page, pages.find(([name]) => name === page)?.[1] ?? gone());
      on.over(endingAs('timeUp'));
      expect(on.value()).toEqual({ ended: 'timeUp' });
      await pass(5_000);
      expect(on.shown().screen).toEqual(at('seats'));
      expect(on.value()).toEqual({ ended: 'said' });
      await pass(60_000);
      expect(on.running('queue')).toBe(false);
    },
  );

  it.each([
    ['seats', 'seatDraft', 'choosingSeats', 'drafted', 'order-form'],
    ['order-form', 'orderForm', 'fillingForms', 'locked', 'payment-method'],
  ] as const)('%s, time up while a call is on its way: its answer decides (§4.15)', (...row) => {
    const [page, flow, value, kind, next] = row;
    for (const end of [kind, 'timeUp'] as const) {
      const on = entered(page, reading('online'));
      on.sends(flow);
      on.over(endingAs('timeUp'));
      expect([on.value(), on.toldTo(flow).at(-1)]).toEqual([value, { type: 'session.timeUp' }]);
      on.end(flow, end);
      expect(on.shown().screen).toEqual(at(end === kind ? next : 'seats'));
      on.read(gone('expired'));
      expect(on.value()).toEqual({ ended: 'said' });
    }
  });

  it('queue, left before this page could read it: said', () => {
    const on = entered('queue', gone());
    on.over(endingAs('left', { held: null }));
    on.read(gone());
    expect(on.value()).toEqual({ ended: 'said' });
  });

  it('[F23] queue, kicked, then a late word of a promotion: stays out', async () => {
    const on = entered('queue', reading('queued'));
    on.over(endingAs('kicked'));
    on.read(gone());
    const body = { user_id: 'u-1', event: 'user_promoted' } as const;
    on.message({ kind: 'queue', slug: 'konser', body });
    on.read(gone());
    expect(on.value()).toEqual({ ended: 'removed' });
    await pass(3_000);
    expect(on.shown().screen).toEqual(at('event'));
    expect(on.running('queue')).toBe(false);
  });

  it('left in this tab: the flow leads home, and the words go along', () => {
    const on = entered('queue', reading('queued'));
    on.over(endingAs('left', { held: 'place' }));
    expect(on.value()).toEqual({ queueing: 'here' });
    on.end('queue', 'left');
    expect(on.shown().screen).toEqual({ name: 'home' });
    expect(on.context().farewell).toMatchObject({ reason: 'left', held: 'place' });
  });
});

describe('a page opened after the end (§4.22)', () => {
  it.each(['queue', 'seats', 'order-form', 'payment-method'] as const)(
    '%s: said, and joins by a press alone',
    (page) => {
      const on = stage(at(page));
      on.signIn();
      on.over(endingAs('timeUp', { held: null }));
      on.read(gone('expired'));
      expect(on.value()).toEqual({ ended: 'said' });
      expect(on.shown().screen).toEqual(at(page));
    },
  );

  it('payment: the payment tells its own end', () => {
    const on = stage(at('payment'));
    on.signIn();
    on.over(endingAs('timeUp', { held: null }));
    on.read(gone('expired'));
    expect(on.value()).toEqual({ paying: 'awaitingPayment' });
  });

  it('of another event: is joined as ever', () => {
    const on = stage(at('queue', 'pesta'));
    on.signIn();
    on.over(endingAs('kicked', { held: null }));
    on.read(gone());
    expect(on.value()).toEqual({ queueing: 'here' });
  });

  it("'Continue' of the dialog is a press, whatever comes of the join", async () => {
    const on = stage(at('event'));
    on.signIn();
    on.over(endingAs('left', { held: null }));
    on.read(gone());
    on.send({ type: 'purchase.request', slug: 'konser' });
    on.send({ type: 'show.confirm' });
    await on.join.answer(refused('paymentNotVoidable', 'Conflict'));
    on.read(gone());
    on.read(gone());
    expect(on.value()).toEqual({ queueing: 'here' });
  });

  it('joined again in another tab: this one follows', () => {
    const on = entered('seats', reading('online'));
    on.over(endingAs('leftElsewhere'));
    on.read(gone());
    on.read(reading('online', { id: 's-2' }));
    on.read(reading('online', { id: 's-2' }));
    expect(on.value()).toBe('choosingSeats');
    expect(on.context().farewell).toBeNull();
  });

  it('[F25] nothing is said to somebody who signs out here', () => {
    const on = entered('queue', reading('queued'));
    on.send({ type: 'auth.leaving' });
    on.over(endingAs('leftElsewhere', { held: 'place' }));
    expect(on.context().farewell).toBeNull();
    on.send({ type: 'auth.anonymous', because: 'logout' });
    expect(on.context().ending).toBeNull();
  });
});
