import { screen } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { waitFor } from 'xstate';
import { freeSeats } from '../../src/effects/flows/seat-choices.ts';
import { answers } from '../contract/samples.ts';
import { sampleServer } from '../support/browser/sample-server.ts';
import { drawApp } from '../support/flows/drawn-app.tsx';

const slug = 'konser-senja-jakarta';
vi.mock('mqtt', () => ({
  default: { connect: () => ({ on: () => undefined, end: () => undefined }) },
}));

/** A page without visibility or size observers: jsdom neither draws nor measures. */
class Watcher {
  observe() {}
  unobserve() {}
  disconnect() {}
}

it('[F60] with every effect run twice there is one join, one draft, one submission and one payment', async () => {
  for (const watcher of ['ResizeObserver', 'IntersectionObserver']) vi.stubGlobal(watcher, Watcher);
  const server = sampleServer();
  const buyer = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });
  const press = async (name: string | RegExp) => {
    const [button] = await screen.findAllByRole('button', { name });
    if (button === undefined) throw new Error(`No "${name}".`);
    await buyer.click(button);
  };
  const { session } = answers;
  const isAt = (state: string, hasDraft = false) =>
    server.answers('session', {
      ...session,
      session: { ...session.session, state, has_draft: hasDraft },
    });
  isAt('online');
  server.at('createDraft', () => isAt('online', true));
  server.at('submitForms', () => isAt('payment_selection'));
  server.at('createPayment', () => isAt('payment_processing'));

  const shop = drawApp(`/event/${slug}/queue`, server.fetch, true);
  const reaches = (path: string) =>
    vi.waitFor(() => expect(window.location.pathname).toBe(path), 60_000);
  await reaches(`/event/${slug}/seats`);
  await vi.waitFor(() => expect(shop.seatmaps.current(slug)).not.toBeNull(), 60_000);
  const choosing = shop.flow('seatDraft');
  await waitFor(choosing, (snapshot) => snapshot.matches('choosing'));
  const seatMap = shop.seatmaps.current(slug)?.seatMap;
  for (const seat of seatMap === undefined ? [] : freeSeats(seatMap, 1)) {
    choosing.send({ type: 'seat.toggle', seat });
  }
  await press('Continue to Order Form');
  await reaches(`/event/${slug}/order-form`);
  const proceed = 'Proceed to Payment';
  await screen.findAllByRole('button', { name: proceed });
  await press(proceed);
  await reaches(`/event/${slug}/payment-method`);
  expect(await screen.findByRole('radio', { name: /QRIS/ })).toBeChecked();
  await press(/^Bayar Sekarang/);
  await reaches(`/event/${slug}/payment`);

  for (const call of ['joinQueue', 'createDraft', 'submitForms', 'createPayment'] as const) {
    expect(server.seen(call), call).toHaveLength(1);
  }
  shop.close();
});
