import { cpuPerRequest, inWords } from '../../shared/cpu-time.ts';
import type { Attack } from '../attack.ts';
import { freeSeats, holdSeats, type SignedIn, signIn } from '../signed-in.ts';

const slug = 'stadion-nusantara';
const requests = 300;
const atOnce = 10;
/** Formerly each request compressed the whole map: 150 to 240 ms of the only thread. */
const mostChangingMs = 10;
const mostStillMs = 5;
const changesPerSecond = 5;

const attack: Attack = {
  promise: 'readers of a map of 50,000 seats cost little CPU time, also while seats change',
  // Its clock is moved, so that one account may change seats five times a second.
  env: { DEV_TOOLS: 'on' },
  async run({ origin, pid, say }) {
    const url = `${origin}/api/event/${slug}/seatmap-categories`;
    const read = async (headers: Record<string, string>) => {
      const response = await fetch(url, { headers });
      return (await response.arrayBuffer()).byteLength;
    };
    const measure = async (what: string, headers: Record<string, string>) => {
      await read(headers);
      const ms = await cpuPerRequest(pid, requests, async () => {
        for (let from = 0; from < requests; from += atOnce) {
          await Promise.all(Array.from({ length: atOnce }, () => read(headers)));
        }
      });
      say(`${what}: ${inWords(ms)}`);
      return ms;
    };
    const whole = { 'accept-encoding': 'gzip' };
    const minimal = { ...whole, prefer: 'return=minimal' };
    const still = await measure('nothing changes', whole);
    const buyer = await signIn(origin, 'pembeli@contoh.id');
    await holdSeats(buyer, slug, 1);
    const changes = changeSeats(buyer, origin);
    const changing = await measure('whole maps while seats change', whole);
    const states = await measure('states while seats change', minimal);
    const changed = await changes.stop();
    const raw = await fetch(url, { headers: whole });
    const isWhole = JSON.parse(await raw.text()).data.seatLayout.items.length > 50_000;
    const isUnder = (ms: number | null, most: number) => ms === null || ms <= most;
    return {
      holds:
        isWhole &&
        changed > 0 &&
        isUnder(still, mostStillMs) &&
        isUnder(changing, mostChangingMs) &&
        isUnder(states, mostChangingMs),
      figures: `still ${inWords(still)}, with ${changed} changes whole ${inWords(changing)}, states ${inWords(states)}`,
    };
  },
};
export default attack;

/** Drafts that an account may make in a minute of the server's clock, less one. */
const draftsInMinute = 9;
/** A session ends after 15 minutes of that clock. */
const mostChanges = 12 * draftsInMinute;

/** Lets a buyer change the mind about a seat, again and again. */
function changeSeats(buyer: SignedIn, origin: string) {
  let isGoing = true;
  let changed = 0;
  const going = (async () => {
    const seats = await freeSeats(buyer, slug, 50);
    while (isGoing && changed < mostChanges) {
      if (changed % draftsInMinute === 0) await passMinute(origin);
      const seat = seats[changed % seats.length];
      await buyer.call('POST', `/event/${slug}/order-draft`, { seats: [seat], voucher_code: null });
      changed += 1;
      await new Promise((resolve) => setTimeout(resolve, 1_000 / changesPerSecond));
    }
  })();
  return {
    stop: async () => {
      isGoing = false;
      await going;
      return changed;
    },
  };
}

async function passMinute(origin: string): Promise<void> {
  const response = await fetch(`${origin}/dev/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'roetix', origin },
    body: JSON.stringify({ advance_seconds: 61 }),
  });
  if (!response.ok) throw new Error(`The clock answered ${response.status}`);
  await response.arrayBuffer();
}
