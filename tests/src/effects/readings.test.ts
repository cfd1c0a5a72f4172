// @vitest-environment node

import { expect, it } from 'vitest';
import { sessionReading } from '../../../src/effects/readings.ts';
import { session as answered } from '../../contract/samples-purchase.ts';

const now = () => 1_000;

it.each([
  ['queued', 'queued', null],
  ['online', 'online', 900_000],
  ['payment_selection', 'paymentSelection', 900_000],
  ['payment_processing', 'paymentProcessing', 900_000],
] as const)(
  'a session that is %s has the step %s and a deadline only off the line',
  (state, step, deadline) => {
    const reading = sessionReading({ ...answered, session: { ...answered.session, state } }, now);
    expect(reading).toMatchObject({ step, deadline, id: 's1', slug: answered.event.slug, seq: 2 });
  },
);

it('no session is a result too, without a step, an event or a deadline (§3.54)', () => {
  const reading = sessionReading({ event: null, session: null, queue_info: null }, now);
  expect(reading).toMatchObject({ id: null, step: 'notInQueue', slug: null, position: null });
  expect(reading).toMatchObject({ deadline: null, remainingMs: null, hasDraft: false });
});
