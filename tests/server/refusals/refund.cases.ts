import { calls } from '../../../contract/call/calls.ts';
import { beginPayment, payerDoes, theatre } from '../support/purchase.ts';
import type { TestApp, TestClient } from '../support/test-app.ts';
import type { Provoke } from './provocation.ts';
import { oneBuyer, type Shops } from './shops.ts';

const unknown = { params: { orderCode: 'TIADA-1' } };

/** A buyer with a paid order, and the event's word on refunds. */
async function paid({ open }: Shops, everything: boolean, method = 'qris') {
  const app = await open();
  const buyer = await oneBuyer(app);
  const {
    id,
    order_code: orderCode,
    amount,
  } = await beginPayment(app, buyer, theatre, 1, null, method);
  await payerDoes(app, id, 'settlement');
  await offerEverything(app, everything);
  return { app, buyer, params: { orderCode }, amount };
}

function offerEverything({ services }: TestApp, isOffered: boolean) {
  return services.db.query(
    `update events set refund_until = case when $2 then timestamptz '2100-01-01' end where slug = $1`,
    [theatre, isOffered],
  );
}

const ask = (buyer: TestClient, params: { orderCode: string }, expected: number) =>
  buyer.call(calls.askOrderRefund, { params, body: { expected } });

const away = { params: { token: 'TIADA' } };
const account = { bank: 'bca', number: '12345' } as const;
const never = () => Promise.reject(new Error('never sent'));
const check = (client: TestClient, token: string) =>
  client.call(calls.checkRefundAccount, { params: { token }, body: account });
const give = (client: TestClient, token: string) =>
  client.call(calls.giveRefundAccount, {
    params: { token },
    body: { ...account, holder: 'Ani Uji' },
  });

/** A refund that waits for a bank account, and the token of its link. */
async function asked(shops: Shops) {
  const { app, buyer, params, amount } = await paid(shops, true, 'bca');
  await ask(buyer, params, amount);
  await app.tick();
  await offerEverything(app, false);
  const { refund } = (await buyer.call(calls.orderRefund, { params })).body.data;
  return { app, token: refund?.account_token ?? '' };
}

/** Refusals of the calls with which buyers ask for their money. */
export const refundCases = {
  orderRefund: {
    orderNotFound: async ({ open }) =>
      (await oneBuyer(await open())).call(calls.orderRefund, unknown),
  },
  askOrderRefund: {
    orderNotFound: async ({ open }) => ask(await oneBuyer(await open()), unknown.params, 1),
    refundUnavailable: async (shops) => {
      const { buyer, params } = await paid(shops, false);
      return ask(buyer, params, 1);
    },
    refundAmountChanged: async (shops) => {
      const { app, buyer, params, amount } = await paid(shops, true);
      const refused = await ask(buyer, params, amount - 1);
      await offerEverything(app, false);
      return refused;
    },
    refundBegun: async (shops) => {
      const { app, buyer, params, amount } = await paid(shops, true);
      await ask(buyer, params, amount);
      const refused = await ask(buyer, params, amount);
      await offerEverything(app, false);
      return refused;
    },
  },
  keepTickets: {
    orderNotFound: async ({ open }) =>
      (await oneBuyer(await open())).call(calls.keepTickets, unknown),
    refundUnavailable: async (shops) => {
      const { buyer, params } = await paid(shops, false);
      return buyer.call(calls.keepTickets, { params });
    },
  },
  refundAccount: {
    refundLinkInvalid: async ({ open }) =>
      (await open()).anonymous().call(calls.refundAccount, away),
  },
  checkRefundAccount: {
    refundLinkInvalid: async ({ open }) => check((await open()).anonymous(), away.params.token),
    accountUnknown: async (shops) => {
      const { app, token } = await asked(shops);
      const gateway = app.services.gateways.of('simulated');
      Object.assign(gateway, { payouts: { holderOf: async () => null, send: never } });
      const refused = await check(app.anonymous(), token);
      Reflect.deleteProperty(gateway, 'payouts');
      return refused;
    },
    accountTaken: async (shops) => {
      const { app, token } = await asked(shops);
      await give(app.anonymous(), token);
      return check(app.anonymous(), token);
    },
  },
  giveRefundAccount: {
    refundLinkInvalid: async ({ open }) => give((await open()).anonymous(), away.params.token),
    accountTaken: async (shops) => {
      const { app, token } = await asked(shops);
      await give(app.anonymous(), token);
      return give(app.anonymous(), token);
    },
  },
} as const satisfies Record<string, Record<string, Provoke>>;
