import { counted } from '../domain/catalogue/folder/printed-lines.ts';
import { giveTickets } from '../domain/order/complimentary.ts';
import { changeHeldBack } from '../domain/order/held-back.ts';
import { publishSeats } from '../domain/order/seat-news.ts';
import { promote } from '../domain/session/queue.ts';
import { kick } from '../domain/session/sessions.ts';
import { Refusal } from '../http/refusal.ts';
import type { Services } from '../services.ts';
import { byCommand, type SaleDesk, type SaleTask } from './sale-task.ts';

/** Lets people in beyond capacity, rate and pause of the queue. Returns the line to print; throws Refusal 404 for an unknown event. */
export async function letIn(desk: SaleDesk, { slug, count = null }: SaleTask): Promise<string[]> {
  if (count === null || count === 0) throw new Refusal(422, 'Say how many people to let in');
  const services = runningServer(desk);
  const eventId = await eventIdOf(services, slug);
  const by = desk.by ?? byCommand;
  const people = await promote(services, eventId, { force: count, by });
  return [`Let in from the queue of ${slug}: ${counted(people, 'person', 'people')}.`];
}

/** Removes a buyer by e-mail address; a running payment is voided first. Throws Refusal 404 where nobody of that name is there, 409 once it is paid. */
export async function removeBuyer(desk: SaleDesk, task: SaleTask): Promise<string[]> {
  const { slug, email = '', message } = task;
  const note = message?.trim() ?? '';
  await kick(runningServer(desk), slug, email, note === '' ? null : note, desk.by ?? byCommand);
  return [`The buyer is removed from ${slug}, and reads why.`];
}

/** Holds free seats back from the sale, or gives held ones out. Throws Refusal 404 for an unknown event, 409 with the seats that are in the way. */
export async function holdBack(
  desk: SaleDesk,
  { slug, seats = [] }: SaleTask,
  to: 'block' | 'available',
): Promise<string[]> {
  if (seats.length === 0) throw new Refusal(422, 'Name the seats, as A-1 A-2');
  const eventId = await eventIdOf(desk, slug);
  const given = { eventId, seatNumbers: seats, to, by: desk.by ?? byCommand };
  const now = desk.clock.now();
  const changed = await desk.db.tx(async (tx) => {
    const rows = await changeHeldBack(tx, { ...given, now });
    const { live } = desk;
    if (live !== null) tx.afterCommit(() => publishSeats(live, slug, rows, to));
    return rows;
  });
  const what = to === 'block' ? 'Held back from the sale' : 'Given out to the sale';
  return [`${what} of ${slug}: ${counted(changed.length, 'seat')}.`];
}

/** Issues complimentary tickets. Throws Refusal as `giveTickets` does, and 409 without a running server. */
export async function giveAway(desk: SaleDesk, task: SaleTask): Promise<string[]> {
  const { slug, email = '', seats = [], category, count } = task;
  const standing = category === undefined ? null : { category, count: count ?? 1 };
  const by = desk.by ?? byCommand;
  const gift = { slug, email, seatNumbers: seats, standing, by };
  const { orderCode, tickets } = await giveTickets(runningServer(desk), gift);
  const given = counted(tickets, 'ticket');
  return [`Given for ${slug}: ${given}, order ${orderCode}. The e-mail is on its way.`];
}

/** Some acts change what runs in the server. Throws Refusal 409 where none does. */
function runningServer({ live }: SaleDesk): Services {
  if (live !== null) return live;
  throw new Refusal(
    409,
    'Only a running server can do this. Over PostgreSQL use the control room of a process.',
  );
}

async function eventIdOf({ db }: Pick<Services, 'db'>, slug: string): Promise<string> {
  const [event] = await db.query<{ id: string }>('select id from events where slug = $1', [slug]);
  if (event === undefined) throw new Refusal(404, `There is no event ${slug}.`);
  return event.id;
}
