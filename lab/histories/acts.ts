import { calls } from '../../contract/call/calls.ts';
import { takeRefundStep } from '../../server/domain/desk/refund-acts.ts';
import { voidTicket } from '../../server/domain/ticket/ticket-void.ts';
import { Refusal } from '../../server/http/refusal.ts';
import { runSaleTask } from '../../server/operator/sale-desk.ts';
import type { SaleTask } from '../../server/operator/sale-task.ts';
import { operateRefund } from '../../tests/server/support/payment-rows.ts';
import { askPayment } from '../../tests/server/support/purchase.ts';
import { askPlaces } from '../../tests/server/support/standing.ts';
import type { TestClient } from '../../tests/server/support/test-app.ts';
import type { TwinAct } from '../../tools/desk/twins/twin.ts';
import { gatewayNames, posts } from './bank.ts';
import type { Paid, Refund, Ticket } from './facts.ts';
import type { History } from './history.ts';
import { documentOf, methods, policy, show, tax } from './world.ts';

/** Does one kind of thing; returns what exactly, for the printed list, or null where it cannot be done now, and nothing has happened. */
type Run = (h: History) => Promise<string | null>;

const params = { slug: show };
const waits = [5, 16, 16, 61, 61, 300, 601, 1_200, 36_000, 86_400];
const dayMs = 86_400_000;
const offerDays = 14;
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const one = <T>(h: History, from: readonly T[]) => (from.length === 0 ? null : h.luck.one(from));
const isMade = ({ status }: { status: number }) => (status === 200 ? '' : ` (${status})`);
const said = (isDone: boolean) => (isDone ? '' : ' (refused)');
const nameOf = (h: History, { accountId }: TestClient) =>
  'ABCD'[h.world.buyers.findIndex((buyer) => buyer.accountId === accountId)];
const received = (h: History) =>
  h.facts.payments.filter(({ status }) => ['completed', 'refund_due', 'refunded'].includes(status));
const valid = (h: History) => h.facts.tickets.filter(({ isValid }) => isValid);
const isBuying = (h: History, { accountId }: TestClient) =>
  h.facts.orders.some((order) => order.account === accountId && order.isLive);

type Made = Promise<{ readonly status: number }> | null;

/** An act of one of the three buyers. */
const byBuyer =
  (call: (h: History, buyer: TestClient) => Made): Run =>
  async (h) => {
    const buyer = h.as(h.luck.one(h.world.buyers.slice(0, 3)));
    const made = await call(h, buyer);
    return made === null ? null : nameOf(h, buyer) + isMade(made);
  };

/** Asks for places that were free when the buyer looked: up to two seats, or a standing place. */
async function claim(h: History, buyer: TestClient): Promise<string> {
  await buyer.call(calls.joinQueue, { params });
  const free = h.facts.seats.filter((seat) => !seat.isStanding && seat.status === 'available');
  const isStanding = free.length === 0 || h.luck.chance(0.25);
  const chosen = isStanding ? [] : h.luck.pick(free, 1 + h.luck.below(2));
  const seats = chosen.map(({ number }) => number);
  const made = await askPlaces(buyer, h.world.standing, isStanding ? 1 : 0, seats, show);
  return `${nameOf(h, buyer)} ${seats.join(' ') || 'standing'}${isMade(made)}`;
}

async function draft(h: History): Promise<string> {
  const buyer = h.as(h.luck.one(h.world.buyers.slice(0, 3)));
  const words = await claim(h, buyer);
  await buyer.call(calls.submitForms, { params, body: { form_submissions: {} } });
  return words;
}

async function pay(h: History): Promise<string | null> {
  const order = one(
    h,
    h.facts.orders.filter(({ status }) => status === 'draft'),
  );
  const buyer = h.world.buyers.find(({ accountId }) => accountId === order?.account);
  if (buyer === undefined) return null;
  const method = h.luck.one(methods);
  return `${nameOf(h, buyer)} ${method}${isMade(await askPayment(h.as(buyer), show, method))}`;
}

async function nameAccount(h: History): Promise<string | null> {
  const refund = one(
    h,
    h.facts.refunds.filter(({ state }) => state === 'accountAsked'),
  );
  const paid = h.facts.payments.find(({ id }) => id === refund?.payment);
  const buyer = h.world.buyers.find(({ accountId }) => accountId === paid?.account);
  if (paid === undefined || buyer === undefined) return null;
  const orderCode = paid.code;
  const { body } = await h.as(buyer).call(calls.orderRefund, { params: { orderCode } });
  const token = body.data?.refunds.find(({ id }) => id === refund?.id)?.account_token;
  if (token == null) return null;
  // The ends of the last three tell the bank of the twin what to do.
  const number = `12345${h.luck.one(['678', '678', '111', '222', '333'])}`;
  const account = { bank: 'bca', number, holder: 'Siti Contoh Aminah' };
  const given = { params: { token }, body: account };
  return number + isMade(await h.as(buyer).call(calls.giveRefundAccount, given));
}

async function giveTicketAway(h: History): Promise<string | null> {
  const ticket = one(h, valid(h));
  const giver = h.world.buyers.find(({ accountId }) => accountId === ticket?.account);
  if (ticket === null || giver === undefined) return null;
  const taker = h.luck.one(h.world.buyers.filter((buyer) => buyer !== giver));
  const given = { params: { id: ticket.id }, body: {} };
  const offered = await h.as(giver).call(calls.offerTransfer, given);
  if (offered.status !== 200) return `${nameOf(h, giver)}${isMade(offered)}`;
  const body = { token: offered.body.data.token, holder_name: 'Teman' };
  const taken = await h.as(taker).call(calls.acceptTransfer, { body });
  return `${nameOf(h, giver)} to ${nameOf(h, taker)}${isMade(taken)}`;
}

/** What a buyer may ask back of a ticket by the policy and the offers, at least and at most: with an offer its part of the fee of the method too. */
function dueOf(h: History, paid: Paid, ticket: Ticket): readonly [least: number, most: number] {
  const price = ticket.price + tax(ticket.price);
  const isOpen = ticket.isValid && !ticket.isAsked && ticket.account === paid.account;
  if (paid.status !== 'completed' || !isOpen) return [0, 0];
  const [now, startsAt] = [h.now(), Date.parse(h.facts.startsAt)];
  const isOffered = h.offers.some(
    ({ at, datedAt }) =>
      Date.parse(paid.chargedAt) <= at &&
      (datedAt === null || now < Math.min(datedAt + offerDays * dayMs, startsAt)),
  );
  if (isOffered) return [price, price + paid.fee];
  // The calendar of the venue.
  const dayOf = (at: number) => Math.floor((at + 7 * 3_600_000) / dayMs);
  const days = now < startsAt ? dayOf(startsAt) - dayOf(now) : -1;
  const { percent = 0 } = policy.steps.find(({ daysBefore }) => days >= daysBefore) ?? {};
  return [(price * percent) / 100, (price * percent) / 100];
}

/** A buyer asks for one ticket of an order back, or for all; what may be asked for each is compared with what is due. */
async function askBack(h: History): Promise<string | null> {
  const buyer = h.as(h.luck.one(h.world.buyers.slice(0, 3)));
  const own = received(h).filter(({ account }) => account === buyer.accountId);
  const paid = one(h, own);
  if (paid === null) return null;
  const given = { params: { orderCode: paid.code } };
  const { body, status } = await buyer.call(calls.orderRefund, given);
  if (status !== 200) h.refused.push(`${paid.code}: its refund was answered ${status}`);
  // Of an order that was paid twice the response is about the payment that has it.
  const isOnly = own.every(({ id, order }) => order !== paid.order || id === paid.id);
  const left = body.data?.left ?? 0;
  const tickets = (body.data?.tickets ?? []).map(({ askable, id }) => {
    const ticket = h.facts.tickets.find((known) => known.id === id);
    const [least, most] = ticket === undefined ? [0, 0] : dueOf(h, paid, ticket);
    if (isOnly && (askable ?? 0) < Math.min(least, left)) {
      h.refused.push(`${paid.code}: ${askable} of a ticket can be asked back, ${least} is due`);
    }
    return { id, askable, most };
  });
  const open = tickets.filter(({ askable }) => askable !== null);
  const chosen = h.luck.pick(open, h.luck.chance(0.5) ? open.length : 1);
  if (chosen.length === 0 || !isOnly) return `${nameOf(h, buyer)} nothing`;
  const expected = Math.min(sum(chosen.map(({ askable }) => askable ?? 0)), left);
  const asked = { expected, tickets: chosen.map(({ id }) => id) };
  const answer = await buyer.call(calls.askOrderRefund, { ...given, body: asked });
  if (answer.status === 200) h.ask(paid.id, sum(chosen.map(({ most }) => most)));
  else if (expected > 0) h.refused.push(`${paid.code}: ${expected} is refused (${answer.status})`);
  return `${nameOf(h, buyer)} ${chosen.length} of ${tickets.length} for ${expected}${isMade(answer)}`;
}

/** Somebody acts at the other end of a charge: its payer, a bank, staff in the dashboard of the gateway. */
const atBank =
  (act: TwinAct): Run =>
  async (h) => {
    const isBack = !['settle', 'deny', 'expire'].includes(act);
    const open = [...h.books.values()].filter(
      ({ acts: known, paymentId }) => known.includes(act) && !(isBack && isLeaving(h, paymentId)),
    );
    // Charges that are over are paid less often.
    const pending = open.filter(({ status }) => status === 'pending');
    const charge = one(h, pending.length > 0 && h.luck.chance(0.6) ? pending : open);
    if (charge === null) return null;
    const { amount, paymentId, method, returned } = charge;
    const back = Math.floor((amount - returned) * (act === 'refundPart' ? 0.5 : 1));
    if (isBack) h.add(h.due, paymentId, back);
    if (act === 'refundPart') h.add(h.goodwill, paymentId, back);
    await h.bankOf(paymentId).act(paymentId, act);
    return method;
  };

/** True while the shop may be sending the money of a payment, or has sent it by hand: then nobody sends it from the other end too. */
function isLeaving(h: History, id: string): boolean {
  const isUnderWay = h.facts.refunds.some((row) => row.payment === id && row.state === 'payingOut');
  return isUnderWay || h.byHand.has(id) || h.world.bank.state.held !== null;
}

async function cancelAtDashboard(h: History): Promise<string | null> {
  const paid = one(
    h,
    h.facts.payments.filter(({ id }) => h.books.get(id)?.status === 'pending'),
  );
  if (paid === null) return null;
  await h.world.bank.cancel(paid.gateway as 'midtrans', paid);
  return paid.method;
}

/** What staff are refused changes nothing. */
async function allowed(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return false;
    throw error;
  }
}

/** A command of the desk about a refund that is there. */
const onRefund =
  (words: string, after: (h: History, refund: Refund) => void = () => {}): Run =>
  async (h) => {
    const refund = one(
      h,
      h.facts.refunds.filter(({ state }) => state !== 'done'),
    );
    if (refund === null) return null;
    const [verb, ...rest] = words.split(' ');
    const isDone = await allowed(() =>
      operateRefund(h.app(), [verb, refund.id, ...rest].join(' ')),
    );
    if (isDone) after(h, refund);
    return `${refund.state} ${refund.amount}${said(isDone)}`;
  };

async function askAtDesk(h: History): Promise<string | null> {
  const paid = one(h, received(h));
  if (paid === null) return null;
  const own = h.facts.tickets.filter(({ order }) => order === paid.order);
  const isDone = await allowed(() => operateRefund(h.app(), `ask ${paid.id}`));
  if (isDone) h.ask(paid.id, sum(own.map((ticket) => dueOf(h, paid, ticket)[1])));
  return paid.method + said(isDone);
}

/** The desk begins a refund of some tickets, of all with an amount of its own, or as goodwill. */
const beginAtDesk =
  (kind: 'tickets' | 'amount' | 'goodwill'): Run =>
  async (h) => {
    const paid = one(h, received(h));
    const own = valid(h).filter(({ order }) => order === paid?.order);
    if (paid === null || own.length === 0) return null;
    const amount = 1_000 * (1 + h.luck.below(100));
    const tickets = h.luck.pick(own, 1 + h.luck.below(2)).map(({ id }) => id);
    const step = kind === 'goodwill' ? kind : 'begin';
    const named = kind === 'tickets' ? { tickets } : {};
    const given = { step, payment: paid.id, amount, ...named } as const;
    const by = { accountId: null };
    const isDone = await allowed(() => takeRefundStep(h.app().services, paid.code, given, by));
    if (isDone) h.ask(paid.id, amount);
    if (isDone && kind === 'goodwill') h.add(h.goodwill, paid.id, amount);
    return `${paid.method} ${amount}${said(isDone)}`;
  };

async function voidAtDesk(h: History): Promise<string | null> {
  const ticket = one(h, valid(h));
  if (ticket === null) return null;
  const seat = h.luck.one(['kept', 'onSale'] as const);
  const { services } = h.app();
  const { clock, db } = services;
  const isDone = await allowed(() => voidTicket(db, services, ticket.code, clock.now(), { seat }));
  return `${ticket.category} ${seat}${said(isDone)}`;
}

function steer(h: History, task: Omit<SaleTask, 'task' | 'slug'>): Promise<boolean> {
  const { services } = h.app();
  const given = { task: 'sale', slug: show, yes: show, ...task } as const;
  return allowed(() => runSaleTask({ ...services, live: services }, given));
}

/** A seat that the organiser gives to somebody, holds back from the sale or gives out again. */
const withSeat =
  (taskOf: (h: History, status: string) => Omit<SaleTask, 'task' | 'slug'>): Run =>
  async (h) => {
    const seat = one(
      h,
      h.facts.seats.filter(({ isStanding }) => !isStanding),
    );
    if (seat === null) return null;
    const task = { ...taskOf(h, seat.status), seats: [seat.number] };
    return `${seat.number} ${task.verb}${said(await steer(h, task))}`;
  };

/** The event is moved by so many days, or postponed without a date. */
const postpone =
  (days: readonly (number | null)[]): Run =>
  async (h) => {
    const by = h.luck.one(days);
    const [at, from] = [h.now(), Date.parse(h.facts.startsAt)];
    const to = by === null ? {} : { to: new Date(from + by * dayMs).toISOString() };
    if (!(await steer(h, { verb: 'postpone', ...to }))) return '(refused)';
    if (by !== null) for (const offer of h.offers) offer.datedAt ??= at;
    // A correction by half an hour offers nothing.
    if (by === null || Math.abs(by) >= 1) h.offers.push({ at, datedAt: by === null ? null : at });
    return by === null ? 'without a date' : `by ${by * 24} h`;
  };

async function openSale(h: History): Promise<string | null> {
  if (h.facts.status !== 'postponed' || !(await steer(h, { verb: 'open' }))) return null;
  for (const offer of h.offers) offer.datedAt ??= h.now();
  return '';
}

/** Applies the folder with a change. Where each process has its own connections, a buyer claims seats between the plan and the first row that is written. */
const edit =
  (changeOf: (h: History) => { isRowBVip?: boolean; organizer?: string }): Run =>
  async (h) => {
    const { db, hasConnections } = h.world;
    const wanted = { isRowBVip: h.isRowBVip, organizer: h.organizer, ...changeOf(h) };
    let between: string | null = hasConnections && h.luck.chance(0.5) ? null : '';
    const tx: typeof db.tx = (work) =>
      db.tx((inner) =>
        work({
          ...inner,
          query: async (sql, given) => {
            if (between === null && sql.includes('update seats t set row_number')) {
              between = '';
              between = ` while ${await claim(h, h.as(h.world.buyers[0]))}`;
            }
            return inner.query(sql, given);
          },
        }),
      );
    const organizer = { id: 'riwayat-raya', name: wanted.organizer };
    const document = documentOf({ ...wanted, organizer });
    const isDone = await allowed(() => h.world.edit(document, { ...db, tx }));
    if (isDone) Object.assign(h, wanted);
    return `${wanted.isRowBVip ? 'VIP' : 'Tribun'}, ${wanted.organizer}${said(isDone)}${between ?? ''}`;
  };

const line =
  (to: 'well' | 'away' | 'hanging'): Run =>
  async (h) => {
    const gateway = h.luck.one(gatewayNames);
    const { lines, wellAt } = h.world.bank.state;
    if (lines[gateway] === to) return null;
    lines[gateway] = to;
    wellAt[gateway] = h.now();
    return gateway;
  };

const accident =
  (next: 'lost' | 'held'): Run =>
  async (h) => {
    const { state } = h.world.bank;
    if (state.next !== null || state.held !== null) return null;
    state.next = next;
    return '';
  };

const fault =
  (name: 'refundRefused' | 'denied'): Run =>
  async (h) => {
    const gateway = h.luck.one(gatewayNames);
    h.world.bank.twins[gateway].faultNext(name);
    return gateway;
  };

/** A notice as anybody can write it who has seen one: a stored one of Midtrans with another status, one of Xendit with its constant token. */
async function forge(h: History): Promise<string | null> {
  const { bank } = h.world;
  const heard = one(h, bank.heard);
  if (heard === null) return null;
  const { gateway, notice } = heard;
  const body = JSON.parse(notice.body);
  const status = h.luck.one(['settlement', 'refund', 'chargeback', 'expire', 'deny'] as const);
  if (gateway === 'midtrans') body.transaction_status = status;
  else {
    const isOpen = ({ id, reference }: Paid) =>
      reference !== null && h.books.get(id)?.status === 'pending';
    const paid = one(
      h,
      h.facts.payments.filter((row) => row.gateway === gateway && isOpen(row)),
    );
    if (paid === null || status === 'refund' || status === 'chargeback') return null;
    const word = { settlement: 'SUCCEEDED', expire: 'EXPIRED', deny: 'FAILED' }[status];
    body.event = status === 'settlement' ? 'payment.capture' : 'payment.failure';
    body.data = {
      ...(await bank.shown(paid.reference ?? '')),
      status: word,
      payment_id: 'py-forged',
    };
  }
  await bank.deliver(gateway, { ...notice, body: JSON.stringify(body) });
  return `${gateway} ${status}`;
}

/** Everything that people, banks, machines and time do in a history, with the number of cards that it has in the deck. */
export const acts = {
  // Buyers.
  draft: [14, draft],
  pay: [20, pay],
  'choose another method': [
    10,
    byBuyer((h, buyer) => {
      const newest = h.facts.payments.findLast(({ account }) => account === buyer.accountId);
      const isOpen = newest?.status === 'pending';
      return isOpen
        ? buyer.call(calls.voidPayment, { params, body: { payment_id: newest.id } })
        : null;
    }),
  ],
  'give the seats up': [
    3,
    byBuyer((h, buyer) => (isBuying(h, buyer) ? buyer.call(calls.cancelDraft, { params }) : null)),
  ],
  leave: [
    3,
    byBuyer((h, buyer) => (isBuying(h, buyer) ? buyer.call(calls.exitSession, {}) : null)),
  ],
  'ask back': [16, askBack],
  'keep the tickets': [
    12,
    byBuyer((h, buyer) => {
      const paid = one(
        h,
        received(h).filter(({ account }) => account === buyer.accountId),
      );
      return paid && buyer.call(calls.keepTickets, { params: { orderCode: paid.code } });
    }),
  ],
  'name an account': [60, nameAccount],
  'give a ticket away': [6, giveTicketAway],
  // Payers, banks, and staff in the dashboard of a gateway.
  'the payer pays': [30, atBank('settle')],
  'the bank denies': [5, atBank('deny')],
  'the charge expires': [6, atBank('expire')],
  'the bank takes the money back': [3, atBank('reverse')],
  'the payer disputes': [5, atBank('chargeback')],
  'the dashboard refunds all': [4, atBank('refund')],
  'the dashboard refunds a part': [4, atBank('refundPart')],
  'the dashboard cancels': [4, cancelAtDashboard],
  // The desk.
  'the desk asks': [4, askAtDesk],
  'the desk asks for tickets': [6, beginAtDesk('tickets')],
  'the desk asks an amount': [4, beginAtDesk('amount')],
  'the desk pays goodwill': [5, beginAtDesk('goodwill')],
  'the desk approves': [30, onRefund('approve')],
  'the desk refuses': [5, onRefund('refuse Tidak jadi', (h, refund) => h.takeBack(refund))],
  'the desk asks for an account': [8, onRefund('payout')],
  'the desk notes an account': [8, onRefund('account bca 12345678 Siti Contoh')],
  'the desk rejects the account': [6, onRefund('wrong-account')],
  'the desk has paid': [
    14,
    onRefund('paid TRF-1', (h, { amount, payment }) => h.add(h.byHand, payment, amount)),
  ],
  'the desk voids a ticket': [3, voidAtDesk],
  'the desk gives a ticket': [
    2,
    withSeat((h) => ({ verb: 'give', email: h.luck.one(h.world.buyers).email })),
  ],
  'the desk holds a seat back': [
    2,
    withSeat((_h, status) => ({ verb: status === 'block' ? 'give-out' : 'hold-back' })),
  ],
  // The organiser.
  'the event is postponed': [1, postpone([null])],
  'the event is moved': [1, postpone([3, 40, -5])],
  'the start is corrected': [1, postpone([1 / 48])],
  'the sale is opened': [10, openSale],
  'the event is cancelled': [
    2,
    async (h) => (received(h).length > 0 && (await steer(h, { verb: 'cancel' })) ? '' : null),
  ],
  'row B changes its category': [2, edit((h) => ({ isRowBVip: !h.isRowBVip }))],
  'the organiser is renamed': [
    2,
    edit((h) => ({ organizer: h.luck.one(['Riwayat Baru', 'Riwayat Raya']) })),
  ],
  // Machines and time.
  'a gateway is away': [2, line('away')],
  'a gateway hangs': [2, line('hanging')],
  'a gateway is well': [8, line('well')],
  'a response is lost': [4, accident('lost')],
  'a response is held': [6, accident('held')],
  'the gateway refuses a refund': [1, fault('refundRefused')],
  'the gateway denies a charge': [1, fault('denied')],
  'notices travel otherwise': [
    4,
    async (h) => {
      h.world.bank.state.post = h.luck.one(posts);
      return h.world.bank.state.post;
    },
  ],
  'late notices come': [30, async (h) => ((await h.world.bank.flush()) === 0 ? null : '')],
  'a notice is forged': [4, forge],
  'time passes': [
    14,
    async (h) => {
      const seconds = h.luck.one(waits);
      await h.pass(seconds);
      return `${seconds} s`;
    },
  ],
  'a process works': [
    6,
    async (h) => {
      await h.app().tick();
      return '';
    },
  ],
} satisfies Record<string, readonly [weight: number, run: Run]>;

export type ActName = keyof typeof acts;
