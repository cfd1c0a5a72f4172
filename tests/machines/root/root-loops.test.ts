import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pass } from '../../support/flows/machines.ts';
import { shownText } from '../../support/shown-text.ts';
import { at, entered, nobody, reading, stage } from './root-stage.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const circleWords = 'Automatic queue joining failed. Please try manually.';

describe('a flow that finds no draft (ruling 1.2-A, rule 7)', () => {
  it.each([
    ['order-form', 'online', 'orderForm'],
    ['payment-method', 'paymentSelection', 'payment'],
    ['payment', 'paymentProcessing', 'payment'],
    ['payment-generated', 'paymentProcessing', 'payment'],
  ] as const)(
    '%s: the redirect rules send to the seats, in the place of the page',
    (page, state, flow) => {
      const on = entered(page, reading(state));
      on.end(flow, 'noDraft');
      expect(on.shown()).toEqual({ screen: at('seats'), entry: 'replace' });
      expect(on.value()).toBe('askingSession');
      expect(on.context().draft).toBe('unknown');
    },
  );

  it('the step of the session comes first where a reading told of it in the meantime (rule 6)', async () => {
    const on = entered('order-form', reading('online'));
    on.read(reading('paymentSelection'));
    expect(on.value()).toBe('movingOn');
    await pass(500);
    expect(on.shown().screen).toEqual(at('payment-method'));
  });

  it('a server that says ‘pay’ and ‘no draft’ in turn is asked twice, then the card is shown (guard b)', async () => {
    const on = entered('payment-method', reading('paymentSelection'));
    for (let turn = 0; turn < 2; turn += 1) {
      on.end('payment', 'noDraft');
      expect(on.shown().screen).toEqual(at('seats'));
      on.read(reading('paymentSelection'));
      await pass(500);
      on.read(reading('paymentSelection'));
      expect(on.value()).toEqual({ paying: 'choosingMethod' });
    }
    on.end('payment', 'noDraft');
    expect(on.value()).toBe('blocked');
    expect(shownText(on.context().problem)).toBe('Failed to check payment status');
  });
});

describe('a server that sends in circles (ruling 1.2-A, guard b)', () => {
  it('the seats that send to the queue that lets in: the third time the card is shown', () => {
    const on = entered('seats', reading('online'));
    for (let turn = 0; turn < 2; turn += 1) {
      on.end('seatDraft', 'queue');
      expect(on.shown().screen).toEqual(at('queue'));
      on.read(reading('online'));
      on.end('queue', 'seats');
      on.read(reading('online'));
    }
    on.end('seatDraft', 'queue');
    expect(on.value()).toBe('blocked');
    expect(shownText(on.context().problem)).toBe(circleWords);
  });

  it.each([
    ['queue', 'queued', 'queue', circleWords],
    ['order-form', 'online', 'orderForm', 'Failed to check order draft'],
    ['payment-method', 'paymentSelection', 'payment', 'Failed to check payment status'],
  ] as const)('%s, sent to its own step again and again', (page, state, flow, words) => {
    const step = reading(state, { hasDraft: true });
    const on = entered(page, step);
    for (let turn = 0; turn < 2; turn += 1) {
      on.end(flow, 'elsewhere');
      expect(on.value()).toBe('askingSession');
      on.read(step);
    }
    on.end(flow, 'elsewhere');
    expect(on.value()).toBe('blocked');
    expect(shownText(on.context().problem)).toBe(words);
  });

  it('the buyer may go back and forth as often as they please', () => {
    const on = entered('seats', reading('online'));
    for (let turn = 0; turn < 4; turn += 1) {
      on.end('seatDraft', 'drafted');
      expect(on.shown().screen).toEqual(at('order-form'));
      on.send({ type: 'route.popped', screen: at('seats') });
      on.read(reading('online'));
      expect(on.value()).toBe('choosingSeats');
    }
  });

  it('the same pages of another event are another way', () => {
    const on = stage(at('seats'));
    on.signIn();
    for (const slug of ['konser', 'pesta', 'konser', 'pesta']) {
      on.send({ type: 'route.visited', screen: at('seats', slug) });
      on.read(nobody);
      expect(on.shown().screen).toEqual(at('queue', slug));
    }
    on.send({ type: 'route.visited', screen: at('seats') });
    on.read(nobody);
    expect(on.value()).toBe('blocked');
  });

  it('each redirect is remembered for ten seconds of its own', async () => {
    const on = stage(at('seats'));
    on.signIn();
    const bounce = () => {
      on.send({ type: 'route.visited', screen: at('seats') });
      on.read(nobody);
    };
    bounce();
    await pass(9_000);
    bounce();
    await pass(999);
    expect(on.context().trail).toHaveLength(2);
    await pass(1);
    expect(on.context().trail).toHaveLength(1);
    bounce();
    expect(on.shown().screen).toEqual(at('queue'));
    bounce();
    expect(on.value()).toBe('blocked');
    await pass(8_999);
    expect(on.context().trail).toHaveLength(2);
    await pass(1);
    expect(on.context().trail).toHaveLength(1);
    await pass(1_000);
    expect(on.context().trail).toEqual([]);
  });

  it('‘Try Again’ begins again', () => {
    const on = stage(at('seats'));
    on.signIn();
    for (let turn = 0; turn < 3; turn += 1) {
      on.send({ type: 'route.visited', screen: at('seats') });
      on.read(nobody);
    }
    on.send({ type: 'page.woke' });
    on.read(nobody);
    expect(on.value()).toBe('blocked');
    on.send({ type: 'page.retry' });
    on.read(nobody);
    expect(on.shown().screen).toEqual(at('queue'));
  });
});
