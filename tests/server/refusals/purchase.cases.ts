import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { calls } from '../../../contract/call/calls.ts';
import { switchMethod } from '../../../server/domain/payment/methods-off.ts';
import { writePresale } from '../../../server/domain/session/presale.ts';
import { findEvent } from '../../../server/domain/session/session-rows.ts';
import { oneBuyer, setSeats, withParts } from '../support/open-shop.ts';
import { setCharge } from '../support/payment-rows.ts';
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
import { askToWait, putBack, sellOut, wait } from '../support/waiting.ts';
import {
  type Answered,
  asBuyer,
  buyerCalls,
  cancelled,
  coming,
  type Provoke,
  past,
  type SomeProvocations,
  withEvent,
} from './shops.ts';

type Act = (buyer: TestClient, app: TestApp) => Answered;

const nowhere = { params: { slug: 'tidak-ada' } };
const atConcert = { params: { slug: concert } };
const strange = [{ category: 'tidak-ada', count: 1 }];
const joinThe =
  (slug: string): Act =>
  (buyer) =>
    buyer.call(calls.joinQueue, { params: { slug } });
const exit = (client: TestClient) => client.call(calls.exitSession);
const pay: Act = (buyer) => askPayment(buyer, concert);
const down = () => Promise.reject(new Error('down'));
const simulated = (app: TestApp) => app.services.gateways.of('simulated');

/** A buyer with a draft, locked if the forms are filled in. */
const withDraft = (act: Act, locked = false) =>
  asBuyer(async (buyer, app) => {
    await (locked ? lockDraft : holdSeats)(app, buyer, concert, 1);
    return act(buyer, app);
  });
const withPayment = (act: (buyer: TestClient, app: TestApp, id: string) => Answered) =>
  asBuyer(async (buyer, app) => {
    const { id } = await beginPayment(app, buyer, concert, 1);
    return act(buyer, app, id);
  });
/** A buyer who is inside and asks for a seat. */
const inside = (act: (buyer: TestClient, seats: string[], app: TestApp) => Answered, count = 1) =>
  asBuyer(async (buyer, app) => {
    await join(buyer, concert);
    return act(buyer, await freeSeats(app, concert, count), app);
  });
/** Other seats than those of the draft. */
const swap: Act = async (buyer, app) => askDraft(buyer, concert, await freeSeats(app, concert, 2));

/** A buyer of the strict shop who let a hold expire. */
const unpaidHolder =
  (act: Act): Provoke =>
  async ({ strict }) => {
    const app = await strict();
    const buyer = await oneBuyer(app);
    await holdSeats(app, buyer, theatre, 1);
    await app.advance(16 * 60);
    return act(await app.as(buyer.email), app);
  };
const ownerOfTwo =
  (act: Act): Provoke =>
  async ({ strict }) => {
    const app = await strict();
    const buyer = await oneBuyer(app);
    await lockDraft(app, buyer, seminar, 2);
    await askPayment(buyer, seminar);
    return act(buyer, app);
  };

/** While the concert has another status. */
const whenIt =
  (status: string, act: Act): Act =>
  (buyer, app) =>
    withEvent(app, concert, 'status', status, () => act(buyer, app));
/** While its sale begins tomorrow. */
const tooEarly =
  (act: Act): Act =>
  (buyer, app) => {
    const tomorrow = new Date(app.services.clock.now().getTime() + 86_400_000);
    return withEvent(app, concert, 'sale_starts_at', tomorrow, () => act(buyer, app));
  };
/** In a presale whose only code admits one person. */
const inPresale = (act: Act) =>
  asBuyer(
    tooEarly((buyer, app) =>
      withEvent(app, concert, 'presale_starts_at', new Date(0), async () => {
        const event = await findEvent(app.services.db, app.services.clock, concert);
        const codes = [{ code: 'KAMI-1', maxPeople: 1, perPerson: null }];
        const { db, keys } = app.services;
        await db.tx((tx) => writePresale(tx, keys.staff, event?.id ?? '', { codes, people: [] }));
        return act(buyer, app);
      }),
    ),
  );
const tryCode = (client: TestClient, presale_code: string) =>
  client.call(calls.joinQueue, { ...atConcert, body: { presale_code } });
/** For an account without a phone number while the concert counts tickets by it. */
const withoutPhone =
  (act: Act): Act =>
  async (buyer, app) => {
    await app.services.db.query(`update accounts set phone_number = '' where id = $1`, [
      buyer.accountId,
    ]);
    return withEvent(app, concert, 'limit_per_phone', 4, () => act(buyer, app));
  };

/** While the theatre is sold out, for two buyers. */
const whileSoldOut = (act: (one: TestClient, other: TestClient, app: TestApp) => Answered) =>
  asBuyer(async (one, app) => {
    const other = await oneBuyer(app);
    // Who joins after the seats are gone does not come in.
    await join(other, theatre);
    await sellOut(app, theatre);
    try {
      return await act(one, other, app);
    } finally {
      await app.services.db.query('delete from waiting_list');
      await setSeats(app, theatre, 'block', 'available');
    }
  });
/** Puts a seat back on sale, which is offered to who waits. */
const offer = async (app: TestApp) => {
  await putBack(app, theatre, 1);
  await app.tick();
};

/** The refusals from the queue to the payment. */
export const purchaseCases = {
  queueLine: { eventNotFound: buyerCalls(calls.queueLine, nowhere) },
  queueDraws: { eventNotFound: buyerCalls(calls.queueDraws, nowhere) },
  drawList: {
    drawNotFound: buyerCalls(calls.drawList, { params: { slug: concert, kind: 'sale' } }),
  },
  drawPlace: {
    drawNotFound: buyerCalls(calls.drawPlace, {
      params: { slug: concert, kind: 'sale', name: 'abcdefgh' },
    }),
  },
  joinQueue: {
    eventNotFound: buyerCalls(calls.joinQueue, nowhere),
    saleNotBegun: asBuyer(joinThe(coming)),
    saleOver: asBuyer(joinThe(past)),
    eventCancelled: asBuyer(joinThe(cancelled)),
    saleClosed: asBuyer(whenIt('closed', joinThe(concert))),
    salePaused: asBuyer(whenIt('paused', joinThe(concert))),
    eventPostponed: asBuyer(whenIt('postponed', joinThe(concert))),
    soldOut: asBuyer(async (buyer, app) => {
      await setSeats(app, party, 'available', 'block');
      const answer = await joinThe(party)(buyer, app);
      await setSeats(app, party, 'block', 'available');
      return answer;
    }),
    presaleOnly: inPresale(joinThe(concert)),
    presaleCodeWrong: inPresale((buyer) => tryCode(buyer, 'SALAH')),
    presaleCodeSpent: inPresale(async (buyer, app) => {
      const other = await oneBuyer(app);
      await tryCode(other, 'KAMI-1');
      await exit(other);
      return tryCode(buyer, 'kami 1');
    }),
    presaleTriesSpent: inPresale(async (buyer, app) => {
      for (let tries = 0; tries < 10; tries += 1) {
        // Six joins a minute.
        if (tries % 5 === 0) app.services.clock.advance(61);
        const { body } = await tryCode(buyer, `SALAH-${tries}`);
        expect(body).toMatchObject({ code: 'presaleCodeWrong' });
      }
      app.services.clock.advance(61);
      return tryCode(buyer, 'KAMI-1');
    }),
    otherSessionLive: inside((buyer, _, app) => joinThe(theatre)(buyer, app)),
    shareSpent: ownerOfTwo(joinThe(seminar)),
    personHasPlace: asBuyer(async (buyer, app) => {
      await joinThe(seminar)(buyer, app);
      const other = await oneBuyer(app);
      await app.services.db.query('update accounts set email = $2 where id = $1', [
        other.accountId,
        buyer.email.replace('@', '+lagi@'),
      ]);
      return joinThe(seminar)(other, app);
    }),
    deviceHasPlaces: async ({ strict }) => {
      const app = await strict();
      const { clock, limits } = app.services;
      const cookie = `roetix_device=${limits.devices.write(limits.devices.fresh(), clock.now())}`;
      const buyers = await app.makeBuyers(3);
      const answers = await Promise.all(
        buyers.map((buyer) =>
          buyer.call(calls.joinQueue, {
            params: { slug: theatre },
            headers: { cookie: `${buyer.cookie}; ${cookie}` },
          }),
        ),
      );
      return answers.find(({ status }) => status !== 200) ?? (answers[0] as (typeof answers)[0]);
    },
    phoneRequired: asBuyer(withoutPhone(joinThe(concert))),
    holdsPaused: unpaidHolder(joinThe(theatre)),
  },
  exitSession: {
    paymentCompleted: withPayment(async (buyer, app, id) => {
      await setCharge(app, { id });
      return exit(buyer);
    }),
    paymentNotVoidable: withPayment((buyer, app) =>
      withParts(simulated(app), { void: down }, () => exit(buyer)),
    ),
  },
  orderPreview: {
    eventNotFound: buyerCalls(calls.orderPreview, { ...nowhere, body: { seats: ['A-1'] } }),
    seatsTaken: buyerCalls(calls.orderPreview, { ...atConcert, body: { seats: ['ZZ-99'] } }),
    placesTaken: buyerCalls(calls.orderPreview, { ...atConcert, body: { quantities: strange } }),
  },
  waitingList: { eventNotFound: buyerCalls(calls.waitingList, nowhere) },
  leaveWaitingList: { eventNotFound: buyerCalls(calls.leaveWaitingList, nowhere) },
  joinWaitingList: {
    eventNotFound: asBuyer((buyer) => askToWait(buyer, 'tidak-ada')),
    notSoldOut: asBuyer((buyer) => askToWait(buyer, theatre)),
    shareSpent: ownerOfTwo((buyer) => askToWait(buyer, seminar)),
    holdsPaused: unpaidHolder((buyer) => askToWait(buyer, theatre)),
  },
  createDraft: {
    // A buyer who is in the sale takes the seat that was offered to another.
    seatsPromised: whileSoldOut(async (waiting, buyer, app) => {
      await wait(waiting, theatre);
      await offer(app);
      return askDraft(buyer, theatre, await freeSeats(app, theatre, 1));
    }),
    // A buyer takes more than the offer while others wait.
    offerExceeded: whileSoldOut(async (buyer, other, app) => {
      await exit(other);
      await wait(buyer, theatre, 1);
      await offer(app);
      await join(buyer, theatre);
      await wait(other, theatre, 4);
      await putBack(app, theatre, 1);
      return askDraft(buyer, theatre, await freeSeats(app, theatre, 2));
    }),
    sessionNotOnline: asBuyer((buyer) => askDraft(buyer, concert, ['A-1'])),
    paymentLive: withPayment(swap),
    draftExists: withDraft(swap, true),
    seatsTaken: inside((buyer) => askDraft(buyer, concert, ['ZZ-99'])),
    placesTaken: inside((buyer) =>
      buyer.call(calls.createDraft, { ...atConcert, body: { quantities: strange } }),
    ),
    saleNotBegun: withDraft(tooEarly(swap)),
    saleClosed: withDraft(whenIt('closed', swap)),
    salePaused: withDraft(whenIt('paused', swap)),
    eventPostponed: withDraft(whenIt('postponed', swap)),
    eventCancelled: withDraft(whenIt('cancelled', swap)),
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
    phoneRequired: inside((buyer, seats, app) =>
      withoutPhone(() => askDraft(buyer, concert, seats))(buyer, app),
    ),
    priceChanged: inside((buyer, seats) =>
      buyer.call(calls.createDraft, {
        ...atConcert,
        body: { seats, voucher_code: null, shown_total: 1 },
      }),
    ),
    voucherInvalid: inside((buyer, seats) => askDraft(buyer, concert, seats, 'KADALUARSA')),
    noMethodCarries: inside(
      (buyer, seats, { services }) =>
        withParts(services.gateways, { methods: [] }, () => askDraft(buyer, concert, seats)),
      5,
    ),
    challengeRequired: async ({ strict }) => {
      const app = await strict();
      const ask = async (buyer: TestClient) => {
        await join(buyer, concert);
        return askDraft(buyer, concert, await freeSeats(app, concert, 1));
      };
      // Many people behind one address who all let a hold expire.
      for (const buyer of await app.makeBuyers(21)) await ask(buyer);
      await app.advance(16 * 60);
      return ask(await oneBuyer(app));
    },
  },
  readDraft: { noDraft: buyerCalls(calls.readDraft, atConcert) },
  cancelDraft: {
    noDraft: buyerCalls(calls.cancelDraft, atConcert),
    paymentLive: withPayment((buyer) => buyer.call(calls.cancelDraft, atConcert)),
  },
  submitForms: {
    draftRequired: asBuyer((buyer) => askSubmit(buyer, concert, {})),
    formsLocked: asBuyer(async (buyer, app) => {
      const draft = await lockDraft(app, buyer, concert, 1);
      const answers = JSON.stringify(await goodSubmissions(buyer, concert, draft));
      return askSubmit(buyer, concert, JSON.parse(answers.replaceAll('Tamu 1', 'Tamu Lain')));
    }),
    formsInvalid: withDraft((buyer) => askSubmit(buyer, concert, {})),
    ticketNotInOrder: asBuyer(async (buyer, app) => {
      const draft = await holdSeats(app, buyer, concert, 1);
      const answers = JSON.stringify(await goodSubmissions(buyer, concert, draft));
      const [ticket] = draft.order_data.items.flatMap(({ seats }) => seats);
      const other = answers.replaceAll(ticket?.ticket_id ?? '', randomUUID());
      return askSubmit(buyer, concert, JSON.parse(other));
    }),
  },
  paymentMethods: { draftRequired: buyerCalls(calls.paymentMethods, atConcert) },
  createPayment: {
    draftRequired: asBuyer(pay),
    payTimeOver: withDraft(async (buyer, app) => {
      // The deadline is not processed yet: no sweep runs.
      app.services.clock.advance(6 * 60);
      return pay(buyer, app);
    }, true),
    saleNotBegun: withDraft(tooEarly(pay), true),
    eventPostponed: withDraft(whenIt('postponed', pay), true),
    saleClosed: withDraft(whenIt('closed', pay), true),
    eventCancelled: withDraft(whenIt('cancelled', pay), true),
    methodUnknown: withDraft((buyer) => askPayment(buyer, concert, 'kartu'), true),
    methodUnfit: withDraft(async (buyer, app) => {
      await app.services.db.query(
        `update orders set total = 10000001 where account_id = $1 and status = 'draft'`,
        [buyer.accountId],
      );
      return pay(buyer, app);
    }, true),
    methodOff: withDraft(async (buyer, app) => {
      const { db, clock } = app.services;
      const turn = (isOn: boolean) =>
        switchMethod(db, ['qris'], 'qris', isOn, { accountId: null }, clock.now());
      await turn(false);
      const answer = await pay(buyer, app);
      await turn(true);
      return answer;
    }, true),
    paymentNotMade: withDraft(
      (buyer, app) => withParts(simulated(app), { charge: down }, () => pay(buyer, app)),
      true,
    ),
  },
  paymentStatus: { noPayment: buyerCalls(calls.paymentStatus, atConcert) },
  voidPayment: {
    paymentNotFound: asBuyer((buyer) => askVoid(buyer, concert, randomUUID())),
    paymentCompleted: withPayment(async (buyer, app, id) => {
      await setCharge(app, { id });
      return askVoid(buyer, concert, id);
    }),
    paymentEnded: withPayment(async (buyer, app, id) => {
      await exit(buyer);
      return askVoid(await app.as(buyer.email), concert, id);
    }),
    paymentNotVoidable: withPayment((buyer, app, id) =>
      withParts(simulated(app), { void: down }, () => askVoid(buyer, concert, id)),
    ),
    changeTooLate: withPayment(async (buyer, app, id) => {
      app.services.clock.advance(590);
      return askVoid(buyer, concert, id);
    }),
  },
} satisfies SomeProvocations;
