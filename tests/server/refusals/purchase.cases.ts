import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { calls } from '../../../contract/call/calls.ts';
import { switchMethod } from '../../../server/domain/payment/methods-off.ts';
import { writePresale } from '../../../server/domain/session/presale.ts';
import { findEvent } from '../../../server/domain/session/session-rows.ts';
import {
  askDraft,
  askPayment,
  askSubmit,
  askVoid,
  beginPayment,
  concert,
  freeSeats,
  goodSubmissions,
  holdSeats,
  join,
  lockDraft,
  party,
  seminar,
  theatre,
} from '../support/purchase.ts';
import type { TestApp, TestClient } from '../support/test-app.ts';
import { askToWait } from '../support/waiting.ts';
import type { Provocations, Provoke } from './provocation.ts';
import {
  cancelled,
  coming,
  oneBuyer,
  past,
  type Shops,
  withEvent,
  withGateway,
  withService,
} from './shops.ts';
import { promisedCases, waitingCases } from './waiting.cases.ts';

const tryJoin = (client: TestClient, slug: string) =>
  client.call(calls.joinQueue, { params: { slug } });
const exit = (client: TestClient) => client.call(calls.exitSession);
const preview = (client: TestClient, slug: string, seats: readonly string[]) =>
  client.call(calls.orderPreview, { params: { slug }, body: { seats, voucher_code: null } });
const at = (client: TestClient, call: typeof calls.readDraft | typeof calls.cancelDraft) =>
  client.call(call, { params: { slug: concert } });
const tomorrow = (app: TestApp) => new Date(app.services.clock.now().getTime() + 86_400_000);
const bankTook = (app: TestApp, id: string) =>
  app.services.db.query(
    `update simulated_charges set status = 'settlement' where payment_id = $1`,
    [id],
  );
const down = () => Promise.reject(new Error('down'));

/** A buyer in the shop without limits, with the next step of the case. */
const withBuyer =
  (act: (buyer: TestClient, app: TestApp) => ReturnType<Provoke>): Provoke =>
  async ({ open }) => {
    const app = await open();
    return act(await oneBuyer(app), app);
  };
/** The same with a draft, locked if the forms are filled in. */
const withDraft = (act: (buyer: TestClient, app: TestApp) => ReturnType<Provoke>, locked = false) =>
  withBuyer(async (buyer, app) => {
    if (locked) await lockDraft(app, buyer, concert, 1);
    else await holdSeats(app, buyer, concert, 1);
    return act(buyer, app);
  });
const withPayment = (
  act: (buyer: TestClient, app: TestApp, id: string) => ReturnType<Provoke>,
): Provoke =>
  withBuyer(async (buyer, app) => {
    const { id } = await beginPayment(app, buyer, concert, 1);
    return act(buyer, app, id);
  });
/** Other seats than those of the draft. */
const swap = async (buyer: TestClient, app: TestApp) =>
  askDraft(buyer, concert, await freeSeats(app, concert, 2));

/** A buyer of the strict shop who let a hold expire. */
async function unpaidHolder({ strict }: Shops): Promise<{ app: TestApp; buyer: TestClient }> {
  const app = await strict();
  const buyer = await oneBuyer(app);
  await holdSeats(app, buyer, theatre, 1);
  await app.advance(16 * 60);
  return { app, buyer: await app.as(buyer.email) };
}

async function ownerOfTwo({ strict }: Shops): Promise<{ app: TestApp; buyer: TestClient }> {
  const app = await strict();
  const buyer = await oneBuyer(app);
  await join(buyer, seminar);
  await askDraft(buyer, seminar, await freeSeats(app, seminar, 2));
  await askSubmit(buyer, seminar, {});
  await askPayment(buyer, seminar);
  return { app, buyer };
}

const whileSale =
  (
    column: 'status' | 'sale_starts_at',
    value: (app: TestApp) => string | Date,
    ask: (buyer: TestClient, app: TestApp) => ReturnType<Provoke>,
  ) =>
  async (buyer: TestClient, app: TestApp) =>
    withEvent(app, concert, column, value(app), () => ask(buyer, app));

const tryCode = (client: TestClient, code: string) =>
  client.call(calls.joinQueue, { params: { slug: concert }, body: { presale_code: code } });

/** Runs in a presale whose only code admits one person. */
const inPresale = (ask: (buyer: TestClient, app: TestApp) => ReturnType<Provoke>) =>
  whileSale('sale_starts_at', tomorrow, (buyer, app) =>
    withEvent(app, concert, 'presale_starts_at', new Date(0), async () => {
      const event = await findEvent(app.services.db, app.services.clock, concert);
      const codes = [{ code: 'KAMI-1', maxPeople: 1, perPerson: null }];
      await app.services.db.tx((tx) => writePresale(tx, event?.id ?? '', { codes, people: [] }));
      return ask(buyer, app);
    }),
  );

/** Runs for an account without a phone number while the concert counts tickets by it. */
const withoutPhone =
  (ask: (buyer: TestClient, app: TestApp) => ReturnType<Provoke>) =>
  async (buyer: TestClient, app: TestApp) => {
    await app.services.db.query(`update accounts set phone_number = '' where id = $1`, [
      buyer.accountId,
    ]);
    return withEvent(app, concert, 'limit_per_phone', 4, () => ask(buyer, app));
  };

/** The refusals from the queue to the payment. */
export const purchaseCases = {
  queueLine: {
    eventNotFound: withBuyer((buyer) =>
      buyer.call(calls.queueLine, { params: { slug: 'tidak-ada' } }),
    ),
  },
  queueDraws: {
    eventNotFound: withBuyer((buyer) =>
      buyer.call(calls.queueDraws, { params: { slug: 'tidak-ada' } }),
    ),
  },
  drawList: {
    drawNotFound: withBuyer((buyer) =>
      buyer.call(calls.drawList, { params: { slug: concert, kind: 'sale' } }),
    ),
  },
  drawPlace: {
    drawNotFound: withBuyer((buyer) =>
      buyer.call(calls.drawPlace, { params: { slug: concert, kind: 'sale', name: 'abcdefgh' } }),
    ),
  },
  joinQueue: {
    eventNotFound: withBuyer((buyer) => tryJoin(buyer, 'tidak-ada')),
    saleNotBegun: withBuyer((buyer) => tryJoin(buyer, coming)),
    saleOver: withBuyer((buyer) => tryJoin(buyer, past)),
    eventCancelled: withBuyer((buyer) => tryJoin(buyer, cancelled)),
    saleClosed: withBuyer(
      whileSale(
        'status',
        () => 'closed',
        (buyer) => tryJoin(buyer, concert),
      ),
    ),
    salePaused: withBuyer(
      whileSale(
        'status',
        () => 'paused',
        (buyer) => tryJoin(buyer, concert),
      ),
    ),
    eventPostponed: withBuyer(
      whileSale(
        'status',
        () => 'postponed',
        (buyer) => tryJoin(buyer, concert),
      ),
    ),
    soldOut: withBuyer(async (buyer, app) => {
      const all = (from: string, to: string) =>
        app.services.db.query(
          `update seats set status = $2 where status = $1 and event_id = (select id from events where slug = $3)`,
          [from, to, party],
        );
      await all('available', 'block');
      try {
        return await tryJoin(buyer, party);
      } finally {
        await all('block', 'available');
      }
    }),
    presaleOnly: withBuyer(inPresale((buyer) => tryJoin(buyer, concert))),
    presaleCodeWrong: withBuyer(inPresale((buyer) => tryCode(buyer, 'SALAH'))),
    presaleCodeSpent: withBuyer(
      inPresale(async (buyer, app) => {
        const other = await oneBuyer(app);
        await tryCode(other, 'KAMI-1');
        await exit(other);
        return tryCode(buyer, 'kami 1');
      }),
    ),
    presaleTriesSpent: withBuyer(
      inPresale(async (buyer, app) => {
        for (let tries = 0; tries < 10; tries += 1) {
          // Six joins a minute.
          if (tries % 5 === 0) app.services.clock.advance(61);
          expect((await tryCode(buyer, `SALAH-${tries}`)).body).toMatchObject({
            code: 'presaleCodeWrong',
          });
        }
        app.services.clock.advance(61);
        return tryCode(buyer, 'KAMI-1');
      }),
    ),
    otherSessionLive: withBuyer(async (buyer) => {
      await join(buyer, concert);
      return tryJoin(buyer, theatre);
    }),
    shareSpent: async (shops) => tryJoin((await ownerOfTwo(shops)).buyer, seminar),
    phoneRequired: withBuyer(withoutPhone((buyer) => tryJoin(buyer, concert))),
    holdsPaused: async (shops) => tryJoin((await unpaidHolder(shops)).buyer, theatre),
  },
  exitSession: {
    paymentCompleted: withPayment(async (buyer, app, id) => {
      await bankTook(app, id);
      return exit(buyer);
    }),
    paymentNotVoidable: withPayment((buyer, app) =>
      withGateway(app, { void: down }, () => exit(buyer)),
    ),
  },
  orderPreview: {
    eventNotFound: withBuyer((buyer) => preview(buyer, 'tidak-ada', ['A-1'])),
    seatsTaken: withBuyer((buyer) => preview(buyer, concert, ['ZZ-99'])),
    placesTaken: withBuyer((buyer) =>
      buyer.call(calls.orderPreview, {
        params: { slug: concert },
        body: { quantities: [{ category: 'tidak-ada', count: 1 }] },
      }),
    ),
  },
  ...waitingCases,
  joinWaitingList: {
    ...waitingCases.joinWaitingList,
    shareSpent: async (shops) => askToWait((await ownerOfTwo(shops)).buyer, seminar),
    holdsPaused: async (shops) => askToWait((await unpaidHolder(shops)).buyer, theatre),
  },
  createDraft: {
    ...promisedCases,
    sessionNotOnline: withBuyer((buyer) => askDraft(buyer, concert, ['A-1'])),
    paymentLive: withPayment(swap),
    draftExists: withDraft(swap, true),
    seatsTaken: withBuyer(async (buyer) => {
      await join(buyer, concert);
      return askDraft(buyer, concert, ['ZZ-99']);
    }),
    placesTaken: withBuyer(async (buyer) => {
      await join(buyer, concert);
      const quantities = [{ category: 'tidak-ada', count: 1 }];
      return buyer.call(calls.createDraft, { params: { slug: concert }, body: { quantities } });
    }),
    saleNotBegun: withDraft(whileSale('sale_starts_at', tomorrow, swap)),
    saleClosed: withDraft(whileSale('status', () => 'closed', swap)),
    salePaused: withDraft(whileSale('status', () => 'paused', swap)),
    eventPostponed: withDraft(whileSale('status', () => 'postponed', swap)),
    eventCancelled: withDraft(whileSale('status', () => 'cancelled', swap)),
    shareFull: async ({ strict }) => {
      const app = await strict();
      const buyer = await oneBuyer(app);
      await join(buyer, seminar);
      return askDraft(buyer, seminar, await freeSeats(app, seminar, 3));
    },
    holdsPaused: async ({ strict }) => {
      const app = await strict();
      const buyer = await oneBuyer(app);
      await holdSeats(app, buyer, theatre, 1);
      app.services.clock.advance(11 * 60);
      await buyer.call(calls.cancelDraft, { params: { slug: theatre } });
      return askDraft(buyer, theatre, await freeSeats(app, theatre, 1));
    },
    phoneRequired: withBuyer(async (buyer, app) => {
      await join(buyer, concert);
      const seats = await freeSeats(app, concert, 1);
      return withoutPhone(() => askDraft(buyer, concert, seats))(buyer, app);
    }),
    priceChanged: withBuyer(async (buyer, app) => {
      await join(buyer, concert);
      const seats = await freeSeats(app, concert, 1);
      const body = { seats, voucher_code: null, shown_total: 1 };
      return buyer.call(calls.createDraft, { params: { slug: concert }, body });
    }),
    voucherInvalid: withBuyer(async (buyer, app) => {
      await join(buyer, concert);
      return askDraft(buyer, concert, await freeSeats(app, concert, 1), 'KADALUARSA');
    }),
    noMethodCarries: withBuyer(async (buyer, app) => {
      await join(buyer, concert);
      const seats = await freeSeats(app, concert, 5);
      return withService(app, 'gateways', { methods: [] }, () => askDraft(buyer, concert, seats));
    }),
    challengeRequired: async ({ strict }) => {
      const app = await strict();
      // Many people behind one address who all let a hold expire.
      const crowd = await app.makeBuyers(21);
      for (const buyer of crowd) {
        await join(buyer, concert);
        await askDraft(buyer, concert, await freeSeats(app, concert, 1));
      }
      await app.advance(16 * 60);
      const buyer = await oneBuyer(app);
      await join(buyer, concert);
      return askDraft(buyer, concert, await freeSeats(app, concert, 1));
    },
  },
  readDraft: { noDraft: withBuyer((buyer) => at(buyer, calls.readDraft)) },
  cancelDraft: {
    noDraft: withBuyer((buyer) => at(buyer, calls.cancelDraft)),
    paymentLive: withPayment((buyer) => at(buyer, calls.cancelDraft)),
  },
  submitForms: {
    draftRequired: withBuyer((buyer) => askSubmit(buyer, concert, {})),
    formsLocked: withBuyer(async (buyer, app) => {
      const draft = await lockDraft(app, buyer, concert, 1);
      const answers = await goodSubmissions(buyer, concert, draft);
      const other = JSON.parse(JSON.stringify(answers).replaceAll('Tamu 1', 'Tamu Lain'));
      return askSubmit(buyer, concert, other);
    }),
    formsInvalid: withDraft((buyer) => askSubmit(buyer, concert, {})),
    ticketNotInOrder: withBuyer(async (buyer, app) => {
      const draft = await holdSeats(app, buyer, concert, 1);
      const answers = await goodSubmissions(buyer, concert, draft);
      const [ticket] = draft.order_data.items.flatMap(({ seats }) => seats);
      const other = JSON.stringify(answers).replaceAll(ticket?.ticket_id ?? '', randomUUID());
      return askSubmit(buyer, concert, JSON.parse(other));
    }),
  },
  paymentMethods: {
    draftRequired: withBuyer((buyer) =>
      buyer.call(calls.paymentMethods, { params: { slug: concert } }),
    ),
  },
  createPayment: {
    draftRequired: withBuyer((buyer) => askPayment(buyer, concert)),
    payTimeOver: withDraft(async (buyer, app) => {
      // The deadline is not processed yet: no sweep runs.
      app.services.clock.advance(6 * 60);
      return askPayment(buyer, concert);
    }, true),
    saleNotBegun: withDraft(
      whileSale('sale_starts_at', tomorrow, (buyer) => askPayment(buyer, concert)),
      true,
    ),
    eventPostponed: withDraft(
      whileSale(
        'status',
        () => 'postponed',
        (buyer) => askPayment(buyer, concert),
      ),
      true,
    ),
    saleClosed: withDraft(
      whileSale(
        'status',
        () => 'closed',
        (buyer) => askPayment(buyer, concert),
      ),
      true,
    ),
    eventCancelled: withDraft(
      whileSale(
        'status',
        () => 'cancelled',
        (buyer) => askPayment(buyer, concert),
      ),
      true,
    ),
    methodUnknown: withDraft((buyer) => askPayment(buyer, concert, 'kartu'), true),
    methodUnfit: withDraft(async (buyer, app) => {
      await app.services.db.query(
        `update orders set total = 10000001 where account_id = $1 and status = 'draft'`,
        [buyer.accountId],
      );
      return askPayment(buyer, concert);
    }, true),
    methodOff: withDraft(async (buyer, app) => {
      const { db, clock } = app.services;
      const turn = (isOn: boolean) =>
        switchMethod(db, ['qris'], 'qris', isOn, { accountId: null }, clock.now());
      await turn(false);
      const answer = await askPayment(buyer, concert);
      await turn(true);
      return answer;
    }, true),
    paymentNotMade: withDraft(
      (buyer, app) => withGateway(app, { charge: down }, () => askPayment(buyer, concert)),
      true,
    ),
  },
  paymentStatus: {
    noPayment: withBuyer((buyer) => buyer.call(calls.paymentStatus, { params: { slug: concert } })),
  },
  voidPayment: {
    paymentNotFound: withBuyer((buyer) => askVoid(buyer, concert, randomUUID())),
    paymentCompleted: withPayment(async (buyer, app, id) => {
      await bankTook(app, id);
      return askVoid(buyer, concert, id);
    }),
    paymentEnded: withPayment(async (buyer, app, id) => {
      await exit(buyer);
      return askVoid(await app.as(buyer.email), concert, id);
    }),
    paymentNotVoidable: withPayment((buyer, app, id) =>
      withGateway(app, { void: down }, () => askVoid(buyer, concert, id)),
    ),
    changeTooLate: withPayment(async (buyer, app, id) => {
      app.services.clock.advance(590);
      return askVoid(buyer, concert, id);
    }),
  },
} satisfies Provocations<
  | 'queueLine'
  | 'queueDraws'
  | 'drawList'
  | 'drawPlace'
  | 'joinQueue'
  | 'exitSession'
  | 'orderPreview'
  | 'createDraft'
  | 'waitingList'
  | 'joinWaitingList'
  | 'leaveWaitingList'
  | 'readDraft'
  | 'cancelDraft'
  | 'submitForms'
  | 'paymentMethods'
  | 'createPayment'
  | 'paymentStatus'
  | 'voidPayment'
>;
