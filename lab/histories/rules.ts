import { isDeepStrictEqual } from 'node:util';
import { calls } from '../../contract/call/calls.ts';
import { brokenInvariants } from '../../server/domain/invariants/invariants.ts';
import type { Facts, Paid } from './facts.ts';
import type { History } from './history.ts';
import { limit, prices, show, tax } from './world.ts';

/** What a rule looks at: the database and the gateways' books before a step and after it. */
export interface Moment {
  readonly before: Facts;
  readonly now: Facts;
  /** How long every gateway has been well, with nothing under way; null within the history. */
  readonly rest: 'tenMinutes' | 'days' | null;
}

type Rule = (history: History, moment: Moment) => readonly string[] | Promise<readonly string[]>;

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const of = (history: History, { id }: Pick<Paid, 'id'>) => {
  const { received = 0, returned = 0, status = 'none' } = history.books.get(id) ?? {};
  const byHand = history.byHand.get(id) ?? 0;
  return { received, back: returned + byHand, status };
};
const wrong = (facts: readonly Paid[], isWrong: (paid: Paid) => string | false): string[] =>
  facts.flatMap((paid) => {
    const words = isWrong(paid);
    return words === false ? [] : [`${paid.method} ${paid.code}: ${words}`];
  });

/** An order that its buyer made later than another or still has beside it: what late money for the other must not add to. */
const othersOf = ({ orders }: Facts, { order, account }: Paid) =>
  orders.filter(
    (one) => one.account === account && one.id !== order && !one.isGift && one.claims > 0,
  );

/** What must hold after every step, by the name under which a finding is printed. */
export const rules: Readonly<Record<string, Rule>> = {
  'no more goes back than came': (h, { now }) =>
    wrong(now.payments, (paid) => {
      const { received, back } = of(h, paid);
      return back > received && `${back} of ${received} went back`;
    }),

  'the ledger says what the gateways say': (h, { now, rest }) =>
    wrong(now.payments, (paid) => {
      const { received, back, status } = of(h, paid);
      const { came, owed, kept } = paid;
      // What a bank took back before the shop had asked was never paid by the gateway's own word.
      if (came === 0 && received === back && status === 'deny') return false;
      const isTold = came === kept + paid.back + owed && came <= received && paid.back <= back;
      const isSame = came === received && paid.back === back;
      if (isTold && (isSame || rest !== 'days')) return false;
      return `${received} came there, ${back} went back; here ${came}, ${paid.back}, ${owed} owed, ${kept} kept`;
    }),

  'nobody buys beyond the share': (h, { now }) =>
    h.world.buyers.flatMap(({ accountId }, index) => {
      const own = now.orders.filter(
        ({ account, isGift, status }) => account === accountId && !isGift && status === 'completed',
      );
      const bought = sum(own.map(({ claims }) => claims));
      return bought > limit ? [`buyer ${index} has bought ${bought}`] : [];
    }),

  'late money never buys beside another order': (_h, { before, now }) =>
    wrong(now.payments, (paid) => {
      const was = before.payments.find(({ id }) => id === paid.id);
      const order = before.orders.find(({ id }) => id === paid.order);
      if (was === undefined || order === undefined || order.claims > 0) return false;
      if (paid.status !== 'completed' || was.status === 'completed') return false;
      const others = othersOf(now, paid).filter(({ id }) =>
        othersOf(before, paid).some((one) => one.id === id),
      );
      return others.some(({ at }) => at > order.at) && 'completed beside a later order';
    }),

  'no ticket is valid whose price went back': (h, { now, rest }) =>
    rest === 'days'
      ? wrong(now.payments, (paid) => {
          const own = now.tickets.filter(({ order, isValid }) => order === paid.order && isValid);
          const left = paid.amount - sum(own.map(({ price }) => price + tax(price)));
          const back = of(h, paid).back - (h.goodwill.get(paid.id) ?? 0);
          return (
            paid.came > 0 &&
            !paid.isUnearned &&
            own.length > 0 &&
            back > left &&
            `${own.length} valid tickets, ${back} went back`
          );
        })
      : [],

  'every ticket is of the category that was paid': (_h, { now }) =>
    now.tickets.flatMap(({ category, code, isValid, order, price }) => {
      const isGift = now.orders.some(({ id, isGift: given }) => id === order && given);
      const isRight = price === (isGift ? 0 : prices[category as keyof typeof prices]);
      return !isValid || isRight ? [] : [`${code}: ${category} for ${price}`];
    }),

  'the map shows what can be claimed': async (h, { before, now }) => {
    if (h.isStill && isDeepStrictEqual(before.seats, now.seats)) return [];
    const { body } = await h
      .app()
      .anonymous()
      .call(calls.seatmapCategories, { params: { slug: show } });
    const shown = new Map(
      body.data.seatLayout.items.map((item) => [item.seat_number, item.status]),
    );
    const wrongly = now.seats.filter(
      ({ isStanding, number, status }) =>
        !isStanding &&
        (shown.get(number) === 'available') !== (status === 'available') &&
        shown.has(number),
    );
    return wrongly.map(
      ({ number, status }) => `${number} is ${status} and shown as ${shown.get(number)}`,
    );
  },

  'nobody gets back more than is due': (h, { now }) =>
    wrong(now.payments, (paid) => {
      const { back } = of(h, paid);
      const due =
        paid.isUnearned || now.status === 'cancelled'
          ? paid.amount
          : (h.due.get(paid.id) ?? 0) + sum(h.asked.get(paid.id) ?? []);
      return back > due && `${back} went back, ${due} is due`;
    }),

  'nobody entitled is refused': (h, { before, now }) => [
    ...h.refused.splice(0),
    ...wrong(now.payments, (paid) => {
      const told = now.refunds.find(({ payment }) => payment === paid.id);
      if (told === undefined || before.refunds.some(({ payment }) => payment === paid.id))
        return false;
      const isFree = [before, now].every((facts) => othersOf(facts, paid).length === 0);
      if (told.reason === 'bought_again' && isFree) return 'bought_again, and has no other order';
      const order = before.orders.find(({ id }) => id === paid.order);
      const areFree = [before, now].every(({ seats }) =>
        order?.seats.every((seat, at) =>
          seats.some(
            ({ category, id, status }) =>
              id === seat &&
              status === 'available' &&
              prices[category as keyof typeof prices] === order.prices[at],
          ),
        ),
      );
      return told.reason === 'seats_gone' && areFree && 'seats_gone, and its seats are free';
    }),
  ],

  'what is owed is sent': (_h, { now, rest }) =>
    rest === 'days'
      ? wrong(now.payments, (paid) => {
          const told = now.refunds.find(
            ({ payment, state }) => payment === paid.id && state === 'owed',
          );
          return told !== undefined && `${told.amount} is still owed`;
        })
      : [],

  'no question to a healthy gateway waits': (h) => h.late.splice(0),

  'no word of a notice counts without its gateway': (h, { now }) =>
    wrong(now.payments, (paid) => {
      const { status, received } = of(h, paid);
      if (paid.amount > 0 && paid.status === 'completed' && received === 0)
        return 'completed without money';
      return (
        paid.final && status === 'pending' && `final as ${paid.status}, and its charge can be paid`
      );
    }),

  'no notice waits': (_h, { now, rest }) =>
    rest !== null
      ? now.notices.filter(({ state }) => state === 'received').map(({ id }) => `notice ${id}`)
      : [],

  'no answer is an error of ours': (h) => h.badAnswers(),

  'the rows of the shop agree': async (h, { rest }) =>
    rest === 'days'
      ? brokenInvariants(h.world.db, {
          operator: true,
          holdsDueBefore: new Date(h.world.clock.now().getTime() - 75_000),
        })
      : [],
};
