import { expect } from 'vitest';
import { calls } from '../../../contract/call/calls.ts';
import type { TestApp, TestClient } from './test-app.ts';

/** Takes every free seat of an event out of the sale, as if all were sold; those that are held stay held. */
export async function sellOut(app: TestApp, slug: string): Promise<void> {
  await app.services.db.query(
    `update seats set status = 'block' where status = 'available' and event_id = (select id from events where slug = $1)`,
    [slug],
  );
}

/** Puts seats that `sellOut` took back on sale; returns their numbers. */
export async function putBack(app: TestApp, slug: string, count: number): Promise<string[]> {
  const rows = await app.services.db.query<{ seat_number: string }>(
    `update seats set status = 'available' where id in (
       select t.id from seats t join events e on e.id = t.event_id
       where e.slug = $1 and t.status = 'block' and t.category_id is not null order by t.id limit $2)
     returning seat_number`,
    [slug, count],
  );
  expect(rows).toHaveLength(count);
  return rows.map(({ seat_number }) => seat_number);
}

/** Asks for a place in the waiting list; the response may be a refusal. */
export function askToWait(client: TestClient, slug: string, wanted = 1) {
  return client.call(calls.joinWaitingList, { params: { slug }, body: { wanted } });
}

/** Joins the waiting list. */
export async function wait(client: TestClient, slug: string, wanted = 1) {
  const answer = await askToWait(client, slug, wanted);
  expect(answer.body).toMatchObject({ status: 200 });
  return answer.body.data.entry;
}

/** The place of a buyer in the waiting list, or null. */
export async function placeOf(client: TestClient, slug: string) {
  const answer = await client.call(calls.waitingList, { params: { slug } });
  expect(answer.status).toBe(200);
  return answer.body.data.entry;
}
