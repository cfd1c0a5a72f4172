import type { TestApp, TestClient } from '../../tests/server/support/test-app.ts';
import { type Luck, luckOf } from '../race/luck.ts';
import { type Facts, type Refund, readFacts } from './facts.ts';
import type { World } from './world.ts';

/** Within which a question is put to a gateway that is well. */
const mostSeconds = 30;

/** One history while it is played: what the people in it know, which no table says. */
export class History {
  readonly world: World;
  readonly luck: Luck;
  readonly told: string[] = [];
  readonly names = new Set<string>();
  facts!: Facts;
  books = new Map<string, ReturnType<World['bank']['books']>[number]>();
  /** Whole rupiah by payment: sent by hand; given without taking tickets; what may go back at most. */
  readonly byHand = new Map<string, number>();
  readonly goodwill = new Map<string, number>();
  readonly due = new Map<string, number>();
  /** When everything was offered back, and when the date that it lacked was named. */
  readonly offers: { readonly at: number; datedAt: number | null }[] = [];
  readonly refused: string[] = [];
  readonly late: string[] = [];
  /** What each request gives at most, by payment; a refusal takes the last one back. */
  readonly asked = new Map<string, number[]>();
  /** True while no time has passed since the last step. */
  isStill = false;
  isRowBVip = false;
  organizer = 'Riwayat Raya';
  #process = 0;
  readonly #ranks = new Map<string, number>();

  constructor(world: World, seed: number) {
    this.world = world;
    this.luck = luckOf(seed);
  }

  /** The process that does the present act: the other one, while a call of one is held. */
  get #present(): 0 | 1 {
    const { held } = this.world.bank.state;
    return (held === null ? this.#process : 1 - held.process) as 0 | 1;
  }

  app(): TestApp {
    return this.world.apps[this.#present];
  }

  as(buyer: TestClient): TestClient {
    return this.world.clientOf(this.#present, buyer);
  }

  /** The gateway that has the charge of a payment. */
  bankOf(paymentId: string) {
    const { midtrans, xendit } = this.world.bank.twins;
    return midtrans.charges().some((charge) => charge.paymentId === paymentId) ? midtrans : xendit;
  }

  /** Forgets the last request for this amount. */
  takeBack({ payment, amount }: Pick<Refund, 'payment' | 'amount'>): void {
    const asked = this.asked.get(payment) ?? [];
    const at = asked.lastIndexOf(amount);
    if (at >= 0) asked.splice(at, 1);
  }

  rank(id: string): number {
    return this.#ranks.get(id) ?? 0;
  }

  /** Does an act, and the jobs that it made due. */
  async act(run: (history: History) => Promise<string | null>): Promise<string | null> {
    const app = this.app();
    const words = await run(this);
    if (words !== null) await app.drain();
    return words;
  }

  turn(): void {
    this.#process = this.luck.below(2);
  }

  now(): number {
    return this.world.clock.now().getTime();
  }

  badAnswers(): readonly string[] {
    return this.world.badAnswers();
  }

  ask(id: string, most: number): void {
    this.asked.set(id, [...(this.asked.get(id) ?? []), most]);
  }

  add(to: Map<string, number>, id: string, amount: number): void {
    to.set(id, (to.get(id) ?? 0) + amount);
  }

  /** Reads what is true now. Rows are ranked as they appear: ids are random, and a seed must choose the same ones again. */
  async look(): Promise<Facts> {
    const read = await readFacts(this.world.db);
    const accounts = this.world.buyers.map(({ accountId }) => accountId);
    const ranked = <R extends { id: string }>(rows: readonly R[], keyOf: (row: R) => string) => {
      const fresh = rows.filter(({ id }) => !this.#ranks.has(id));
      for (const { id } of fresh.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))) {
        this.#ranks.set(id, this.#ranks.size);
      }
      return rows.toSorted((a, b) => this.rank(a.id) - this.rank(b.id));
    };
    this.books = new Map(this.world.bank.books().map((charge) => [charge.paymentId, charge]));
    return {
      ...read,
      orders: ranked(read.orders, (row) => `${accounts.indexOf(row.account)} ${row.seats.join()}`),
      payments: ranked(read.payments, (row) => `${accounts.indexOf(row.account)}`),
      tickets: ranked(read.tickets, (row) => `${accounts.indexOf(row.account)} ${row.seat}`),
      refunds: ranked(read.refunds, ({ payment, amount }) => `${this.rank(payment)} ${amount}`),
      seats: read.seats.toSorted((a, b) => a.id - b.id),
    };
  }

  /** Lets time pass, with a turn of the present process. */
  async pass(seconds: number): Promise<void> {
    const { clock, bank } = this.world;
    clock.advance(seconds);
    const due = this.#unheard(await this.look());
    const began = this.now();
    const known = bank.state.asked.length;
    await this.app().tick();
    if (bank.state.held !== null) return;
    for (const { code, isNamed } of due) {
      const question = bank.state.asked.slice(known).find(isNamed);
      const seconds = question && (question.at - began) / 1_000;
      if (seconds === undefined || seconds > mostSeconds) {
        this.late.push(
          `${code} was asked about ${seconds === undefined ? 'never' : `after ${seconds} s`}`,
        );
      }
    }
  }

  /** Payments whose money came unheard at a gateway that is well, and about which nobody has asked for half a minute: this turn has to. */
  #unheard({ payments }: Facts) {
    const { asked, lines, next, wellAt } = this.world.bank.state;
    return payments.flatMap((paid) => {
      const gateway = paid.gateway as keyof typeof lines;
      const names = [paid.id, paid.name, paid.reference].filter((name) => name !== null);
      const isNamed = ({ text }: { text: string }) => names.some((name) => text.includes(name));
      const askedAt = asked.findLast(isNamed)?.at ?? Date.parse(paid.chargedAt);
      const isWell = lines[gateway] === 'well' && next === null;
      const since = Math.max(askedAt, wellAt[gateway] + mostSeconds * 1_000);
      const isUnheard =
        paid.status === 'pending' && this.books.get(paid.id)?.status === 'settlement';
      const isDue = isWell && isUnheard && this.now() - since >= mostSeconds * 1_000;
      return isDue ? [{ code: paid.code, isNamed }] : [];
    });
  }
}
