import { randomUUID } from 'node:crypto';
import { calls } from '../../../contract/call/calls.ts';
import { askBack, enter, paidTickets } from '../support/paid-tickets.ts';
import { theatre } from '../support/purchase.ts';
import type { TestApp, TestClient } from '../support/test-app.ts';
import type { Provocations, Provoke } from './provocation.ts';
import { oneBuyer } from './shops.ts';

const nowhere = { params: { id: randomUUID() } };
const nothing = { token: 'tidak-ada', holder_name: 'Ani' };

const asStranger =
  (act: (stranger: TestClient) => ReturnType<Provoke>): Provoke =>
  async ({ open }) =>
    act(await oneBuyer(await open()));

async function offered(app: TestApp) {
  const { buyer, orderCode, tickets } = await paidTickets(app, 1, theatre);
  const params = { id: tickets[0]?.id ?? '' };
  const { body } = await buyer.call(calls.offerTransfer, { params, body: {} });
  return { buyer, orderCode, params, token: body.data.token };
}

/** The refusals of tickets that are given to another person. */
export const transferCases = {
  ticketTransfer: {
    ticketNotFound: asStranger((stranger) => stranger.call(calls.ticketTransfer, nowhere)),
  },
  offerTransfer: {
    ticketNotFound: asStranger((stranger) =>
      stranger.call(calls.offerTransfer, { ...nowhere, body: {} }),
    ),
    ticketUsed: async ({ open }) => {
      const app = await open();
      const { buyer, params } = await offered(app);
      await enter(app, params.id);
      return buyer.call(calls.offerTransfer, { params, body: {} });
    },
    refundAsked: async ({ open }) => {
      const app = await open();
      const { buyer, orderCode, params } = await offered(app);
      await askBack(app, buyer, orderCode);
      return buyer.call(calls.offerTransfer, { params, body: {} });
    },
    transferClosed: async ({ open }) => {
      const app = await open();
      const { buyer, params } = await offered(app);
      const { db, clock } = app.services;
      const [event] = await db.query<{ starts_at: Date }>(
        'select starts_at from events where slug = $1',
        [theatre],
      );
      const begin = (at: Date | undefined) =>
        db.query('update events set starts_at = $2 where slug = $1', [theatre, at]);
      await begin(clock.now());
      try {
        return await buyer.call(calls.offerTransfer, { params, body: {} });
      } finally {
        await begin(event?.starts_at);
      }
    },
  },
  withdrawTransfer: {
    ticketNotFound: asStranger((stranger) =>
      stranger.call(calls.withdrawTransfer, { ...nowhere, body: {} }),
    ),
    transferEnded: async ({ open }) => {
      const { buyer, params } = await offered(await open());
      await buyer.call(calls.withdrawTransfer, { params, body: {} });
      return buyer.call(calls.withdrawTransfer, { params, body: {} });
    },
  },
  readTransfer: {
    transferNotFound: asStranger((stranger) =>
      stranger.call(calls.readTransfer, { body: { token: 'tidak-ada' } }),
    ),
  },
  acceptTransfer: {
    transferNotFound: asStranger((stranger) =>
      stranger.call(calls.acceptTransfer, { body: nothing }),
    ),
    transferEnded: async ({ open }) => {
      const app = await open();
      const { buyer, params, token } = await offered(app);
      await buyer.call(calls.withdrawTransfer, { params, body: {} });
      return (await oneBuyer(app)).call(calls.acceptTransfer, { body: { ...nothing, token } });
    },
    transferOwn: async ({ open }) => {
      const { buyer, token } = await offered(await open());
      return buyer.call(calls.acceptTransfer, { body: { ...nothing, token } });
    },
    refundAsked: async ({ open }) => {
      const app = await open();
      const { buyer, orderCode, token } = await offered(app);
      await askBack(app, buyer, orderCode);
      return (await oneBuyer(app)).call(calls.acceptTransfer, { body: { ...nothing, token } });
    },
    ticketUsed: async ({ open }) => {
      const app = await open();
      const { params, token } = await offered(app);
      await enter(app, params.id);
      return (await oneBuyer(app)).call(calls.acceptTransfer, { body: { ...nothing, token } });
    },
  },
} satisfies Provocations<
  'ticketTransfer' | 'offerTransfer' | 'withdrawTransfer' | 'readTransfer' | 'acceptTransfer'
>;
