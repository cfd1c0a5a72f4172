import { expect, it } from 'vitest';
import { joinQueue } from '../../../../server/domain/session/join.ts';
import { promote, steerQueue } from '../../../../server/domain/session/queue.ts';
import { positionOf } from '../../../../server/domain/session/session-view.ts';
import { exitSession, readSession } from '../../../../server/domain/session/sessions.ts';
import { seededRandom } from '../../../support/browser/seed.ts';
import { openShop } from '../../support/open-shop.ts';
import { expectSound, party } from '../../support/purchase.ts';
import type { TestClient } from '../../support/test-app.ts';

const people = 9;
const rounds = 6;
const steps = 45;
const presentSeconds = 120;
const keptSeconds = 30 * 60;
const written = 20;

/** A buyer of the plain model. Times are seconds. */
interface Person {
  is: 'out' | 'waiting' | 'passed' | 'back' | 'in';
  number: number;
  heard: number;
  passedAt: number;
}

/** The queue in plain words, without arithmetic on ticket numbers. */
class Line {
  readonly persons: Person[] = Array.from({ length: people }, () => ({
    is: 'out',
    number: 0,
    heard: 0,
    passedAt: 0,
  }));
  capacity = 0;
  now = 0;
  #numbers = 0;

  #those(...are: Person['is'][]): Person[] {
    return this.persons
      .filter((person) => are.includes(person.is))
      .sort((a, b) => a.number - b.number);
  }

  #isPresent(person: Person): boolean {
    return this.now - person.heard <= presentSeconds;
  }

  #pass(person: Person): void {
    person.is = 'passed';
    person.passedAt = this.now;
  }

  turns(forced = 0): void {
    const places = forced > 0 ? forced : this.capacity - this.#those('in').length;
    if (places <= 0) return;
    for (const person of this.#those('back')) if (!this.#isPresent(person)) this.#pass(person);
    let left = places;
    for (const person of this.#those('back', 'waiting')) {
      if (left === 0) break;
      if (this.#isPresent(person)) {
        person.is = 'in';
        left -= 1;
      } else this.#pass(person);
    }
  }

  hear(person: Person): void {
    if (person.is === 'passed') person.is = 'back';
    else if (this.now - person.heard < written) return;
    person.heard = this.now;
  }

  join(person: Person): void {
    if (person.is !== 'out') {
      this.hear(person);
      return;
    }
    const hasRoom = this.capacity > this.#those('in').length;
    const comesIn = hasRoom && this.#those('waiting', 'passed', 'back').length === 0;
    this.#numbers += comesIn ? 0 : 1;
    Object.assign(person, { is: comesIn ? 'in' : 'waiting', number: this.#numbers });
    person.heard = this.now;
    if (hasRoom && !comesIn) this.turns();
  }

  leave(person: Person): void {
    if (person.is === 'out') return;
    person.is = 'out';
    this.turns();
  }

  tick(): void {
    for (const person of this.#those('passed')) {
      if (this.now - person.passedAt > keptSeconds) person.is = 'out';
    }
    if (this.#those('waiting', 'back').length > 0) this.turns();
  }

  position(person: Person): number | null {
    if (person.is === 'out' || person.is === 'in') return null;
    const back = this.#those('back').filter((one) => this.#isPresent(one));
    const ahead = person.is === 'waiting' ? [...back, ...this.#those('waiting')] : back;
    return 1 + ahead.filter((one) => one !== person && one.number < person.number).length;
  }
}

const app = await openShop({ events: [party], env: { SESSION_MINUTES: '240' } }, null);

const actorOf = ({ accountId }: TestClient) => ({
  accountId,
  requestId: null,
  addressPrefix: null,
});

/** The server's state of every buyer, read without counting as contact. */
async function told(buyers: readonly TestClient[]) {
  const { sessionReads } = app.services;
  const rows = await Promise.all(buyers.map(({ accountId }) => sessionReads.byAccount(accountId)));
  return rows.map((row) =>
    row === null || row.ended_at !== null
      ? { is: 'out', position: null, passedOver: false }
      : {
          is: row.state === 'online' ? 'in' : 'waiting',
          position: positionOf(row),
          passedOver: row.passed_over,
        },
  );
}

it('every state and position matches a plain model, over random joins, leaves, silences, returns and turns', async () => {
  const { services } = app;
  const buyers = await app.makeBuyers(people);
  const [event] = await services.db.query<{ id: string }>('select id from events');
  const seen = new Set<string>();
  for (let round = 0; round < rounds; round += 1) {
    const random = seededRandom(`turns ${round}`);
    const below = (count: number) => Math.floor(random() * count);
    const line = new Line();
    const log: string[] = [];
    await steerQueue(services, party, { capacity: 0 });
    for (const buyer of buyers) await exitSession(services, actorOf(buyer));
    for (let step = 0; step < steps; step += 1) {
      const index = below(people);
      const person = line.persons[index]!;
      const buyer = buyers[index]!;
      const kind = below(20);
      if (kind < 7) {
        log.push(`${index} joins`);
        line.join(person);
        await joinQueue(services, actorOf(buyer), party);
      } else if (kind < 10) {
        log.push(`${index} polls`);
        if (person.is !== 'out') line.hear(person);
        await readSession(services, buyer.accountId);
      } else if (kind < 13) {
        log.push(`${index} leaves`);
        line.leave(person);
        await exitSession(services, actorOf(buyer));
      } else if (kind < 17) {
        const seconds = [15, 50, 100, 130, 600][below(5)]!;
        log.push(`${seconds} s pass`);
        line.now += seconds;
        line.tick();
        await app.advance(seconds);
      } else if (kind < 19) {
        line.capacity = below(4);
        log.push(`room for ${line.capacity}`);
        line.turns();
        await steerQueue(services, party, { capacity: line.capacity });
        await promote(services, event!.id);
      } else {
        const count = 1 + below(2);
        log.push(`${count} let in by force`);
        line.turns(count);
        await promote(services, event!.id, { force: count });
      }
      const expected = line.persons.map((each) => ({
        is: each.is === 'out' || each.is === 'in' ? each.is : 'waiting',
        position: line.position(each),
        passedOver: each.is === 'passed' || each.is === 'back',
      }));
      expect(await told(buyers), `round ${round}: ${log.join(', ')}`).toEqual(expected);
      for (const each of line.persons) seen.add(each.is);
    }
    await expectSound(services.db, { operator: true });
  }
  expect([...seen].sort()).toEqual(['back', 'in', 'out', 'passed', 'waiting']);
});
