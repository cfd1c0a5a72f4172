import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { refusalTable } from '../../../../contract/call/refusal-codes.ts';
import { openShop } from '../../support/open-shop.ts';
import { numbersOf } from '../../support/orders.ts';
import { askDraft, concert, expectSound, freeSeats, join } from '../../support/purchase.ts';

const app = await openShop({ events: [concert] }, null);

it('[F45][F46] a hundred buyers claim twenty seats: no seat twice, no server error, the agreed refusal for the rest (§8.24)', async () => {
  const seats = await freeSeats(app, concert, 20);
  const buyers = await app.makeBuyers(100);
  for (const buyer of buyers) await join(buyer, concert);
  const pick = () => {
    const wanted = new Set<string>();
    const count = randomInt(1, 6);
    while (wanted.size < count) wanted.add(seats[randomInt(seats.length)]!);
    return [...wanted];
  };
  const answers = await Promise.all(buyers.map((buyer) => askDraft(buyer, concert, pick())));
  const won = answers.filter((answer) => answer.status === 200);
  expect(won.length).toBeGreaterThan(0);
  const meta = { seats: expect.arrayContaining([expect.any(String)]), mine: [] };
  for (const lost of answers.filter((answer) => answer.status !== 200)) {
    const message = refusalTable.seatsTaken.sentence;
    expect(lost.body).toMatchObject({ status: 409, message, meta });
  }
  const given = won.flatMap(({ body }) => numbersOf(body.data));
  expect(new Set(given).size).toBe(given.length);
  await expectSound(app.services.db);
});
