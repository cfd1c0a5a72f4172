import { setTimeout as sleep } from 'node:timers/promises';
import type { EventForm } from '../../contract/forms.ts';
import type { DraftResponse } from '../../contract/order.ts';
import type { Payment } from '../../contract/payment.ts';
import type { SessionResponse } from '../../contract/session.ts';
import { timings } from '../../machines/shared/timings.ts';
import { sampleSubmissions } from '../../samples/form-answers.ts';
import type { Character } from './character.ts';
import type { Scene } from './scene.ts';
import type { Ending } from './tally.ts';

/** The page without real-time reads the session as often, where the server names no pace (§4.10). */
const pollSeconds = timings.sessionPollOffline / 1_000;
const sleepSeconds = 60;
const statusTries = 60;
const losesEvery = 0.2;

/** One person who speaks the app's calls without its machines: waits, claims, fills in, pays. */
export async function lightPerson(scene: Scene, who: Character): Promise<Ending> {
  const { wire, tally, slug } = scene;
  const cookie = scene.people.cookieOf(who.index);
  const at = `/event/${slug}`;
  const isLost = () => who.habit === 'loses' && who.luck.chance(losesEvery);
  const post = <D>(path: string, body: object) =>
    wire.insist<D>('POST', at + path, { cookie, body, isLost: isLost() });
  const think = () => sleep(1_000 * who.thinks());

  const comeIn = async (): Promise<Ending | null> => {
    const joined = await post<SessionResponse>('/session/queue/join', {});
    const joinedAt = performance.now();
    tally.arrived += 1;
    if (joined.status !== 200) return joined.status === 409 ? 'without seats' : 'gave up';
    if (joined.data?.session?.state === 'queued') {
      tally.waiting += 1;
      const ending = await waitInLine(joined.data).finally(() => {
        tally.waiting -= 1;
      });
      if (ending !== null) return ending;
    }
    const seconds = (performance.now() - joinedAt) / 1_000;
    tally.letIn += 1;
    tally.waits.note(seconds * 1_000);
    tally.longestWaitSeconds = Math.max(tally.longestWaitSeconds, seconds);
    return null;
  };

  /** Waits by the document where there is one, and reads the session at the server's pace, and at the turn. */
  const waitInLine = async (first: SessionResponse): Promise<Ending | null> => {
    let told = first;
    const leavesAt = who.habit === 'leaves' ? performance.now() + 4_000 * who.thinks() : null;
    let isAwake = who.habit !== 'sleeps';
    while (told.session?.state === 'queued') {
      if (scene.end.isOver || told.queue_info?.seats_left === 0) return 'without seats';
      if (leavesAt !== null && performance.now() > leavesAt) {
        await wire.insist('DELETE', '/session', { cookie });
        return 'left';
      }
      if (!isAwake) {
        isAwake = true;
        await scene.end.pause(1_000 * sleepSeconds * who.luck.next());
      } else {
        await untilNextReading(told);
      }
      if (scene.end.isOver) return 'without seats';
      const reading = await wire.insist<SessionResponse>('GET', '/session', { cookie });
      if (reading.data === null) return 'gave up';
      told = reading.data;
    }
    return told.session?.state === 'online' ? null : 'absent';
  };

  const untilNextReading = async ({ queue_info: info }: SessionResponse) => {
    const heartbeatMs = 1_000 * (info?.next_contact_seconds ?? pollSeconds);
    const number = info?.number ?? null;
    const line = scene.line.current();
    const isAhead = line !== null && number !== null && number > line.serving;
    if (!isAhead) {
      // Passed over or just served: the server's next word is near.
      await scene.end.pause(
        Math.min(heartbeatMs, 1_000 * pollSeconds) * (0.8 + 0.4 * who.luck.next()),
      );
      return;
    }
    const hasNews = await scene.line.untilNews(number, heartbeatMs);
    if (hasNews) await sleep(scene.pauses.turnSpreadMs * who.luck.next());
  };

  const takeSeats = async (): Promise<DraftResponse | Ending> => {
    await scene.seats.look(cookie);
    await think();
    let hasLost = false;
    for (;;) {
      const seats = scene.seats.choose(who.luck, who.seats, who.wantsBest);
      if (scene.end.isOver) return 'without seats';
      if (seats.length === 0) {
        await scene.end.pause(scene.pauses.lookAgainMs);
        await scene.seats.look(cookie);
        if (scene.seats.isSold()) scene.soldOut();
        continue;
      }
      const claim = await post<DraftResponse>('/order-draft', { seats, voucher_code: null });
      if (claim.status === 200 && claim.data !== null) return claim.data;
      if (claim.status === 403) return 'absent';
      if (claim.status === 429) {
        // Too many lost claims: the page waits as long as the server says.
        await scene.end.pause(1_000 * (claim.retryAfter ?? 1));
        continue;
      }
      if (claim.status !== 409) {
        tally.say(`a claim answered ${claim.status}: ${claim.message}`);
        return 'gave up';
      }
      tally.conflicts += 1;
      if (!hasLost) tally.conflictedBuyers += 1;
      hasLost = true;
      const gone = claim.meta.seats;
      scene.seats.taken(Array.isArray(gone) ? gone.map(String) : seats);
      await sleep(scene.pauses.lookAgainMs * who.luck.next());
    }
  };

  const buy = async (draft: DraftResponse): Promise<Ending> => {
    const forms = await wire.insist<readonly EventForm[]>('GET', `${at}/forms`, { cookie });
    await think();
    const tickets = draft.order_data.items.flatMap((item) => item.seats);
    const submissions = sampleSubmissions(
      forms.data ?? [],
      tickets.map(({ ticket_id }) => ticket_id),
    );
    const filled = await post('/order-draft/form-submission', { form_submissions: submissions });
    if (filled.status !== 200) return lateOr(filled.status, filled.message);
    const ways =
      who.habit === 'refused' ? ['bca', 'qris'] : [who.luck.one(['qris', 'bca', 'dana'])];
    for (const [index, method] of ways.entries()) {
      const created = await post<{ payment: Payment }>('/create-payment', {
        payment_method_code: method,
      });
      if (created.status !== 200 || created.data === null) {
        return lateOr(created.status, created.message);
      }
      await think();
      const { id } = created.data.payment;
      const isRefused = index < ways.length - 1;
      await scene.bank(id, isRefused ? 'deny' : 'settlement');
      const status = await settled(id);
      if (status === 'completed') {
        const seats = tickets.map(({ seat_number }) => seat_number);
        scene.bought(scene.people.accountOf(who.index), seats);
        return 'bought';
      }
      if (!isRefused) return 'gave up';
    }
    return 'gave up';
  };

  const settled = async (id: string): Promise<string> => {
    for (let attempt = 0; attempt < statusTries; attempt += 1) {
      const read = await wire.insist<{ payment: Payment }>('GET', `${at}/payment/status`, {
        cookie,
      });
      const payment = read.data?.payment;
      const isOpen = payment === undefined || payment.id !== id || payment.status === 'pending';
      if (!isOpen) return payment.status;
      await sleep(scene.pauses.statusEveryMs);
    }
    return 'pending';
  };

  const lateOr = (status: number, message: string): Ending => {
    if (status === 403) return 'absent';
    tally.say(`a purchase stopped at ${status}: ${message}`);
    return 'gave up';
  };

  const notIn = await comeIn();
  if (notIn !== null) return notIn;
  const inAt = performance.now();
  tally.inside += 1;
  try {
    const draft = await takeSeats();
    const ending = typeof draft === 'string' ? draft : await buy(draft);
    if (ending === 'bought') tally.stays.note(performance.now() - inAt);
    else await wire.insist('DELETE', '/session', { cookie });
    return ending;
  } finally {
    tally.inside -= 1;
  }
}
