import {
  idempotencyHeader,
  requestedWithHeader,
  requestedWithValue,
} from '../../../contract/limits.ts';
import { load, type Measured, type NextRequest, request } from './load.ts';
import { lineEvent, Scene, seatEvent } from './scene.ts';

/** The figures of one server by the name of what was measured. */
export type Figures = Readonly<Record<string, Measured>>;

export interface Places {
  readonly server: string;
  readonly bare: string;
  readonly database: string;
}

export interface Scope {
  readonly seconds: number;
  readonly waiting: readonly number[];
  say(line: string): void;
}

const connections = 64;
/** Sign-ins that poll, evenly from the whole line. */
const pollers = 1_000;
const contestants = 200;
const contestedSeats = 100;
/** Below the limit of claims of one account. */
const triesEach = 8;
const mostSeats = 1_000;
/** Seconds for calls that only prepare the next measurement: a million people join and leave in them. */
const layWithin = 1_800;

const headersOf = (person: number) => ({ cookie: `__Host-roetix_session=bench${person}` });
const post = (person: number, path: string, body: object = {}, key?: string) =>
  request(
    'POST',
    path,
    {
      ...headersOf(person),
      'content-type': 'application/json',
      [requestedWithHeader]: requestedWithValue,
      ...(key === undefined ? {} : { [idempotencyHeader]: key }),
    },
    JSON.stringify(body),
  );
/** Each once, in their order. */
const each = (count: number, bytes: (index: number) => Buffer): NextRequest => {
  let sent = 0;
  return () => (sent < count ? bytes(sent++) : null);
};
const join = (person: number, slug: string) =>
  post(person, `/api/event/${slug}/session/queue/join`);
const leave = (person: number) =>
  request('DELETE', '/api/session', {
    ...headersOf(person),
    [requestedWithHeader]: requestedWithValue,
  });
const claim = (person: number, seat: string, key: string) =>
  post(person, `/api/event/${seatEvent}/order-draft`, { seats: [seat], voucher_code: null }, key);

/** Measures the calls of a purchase one after another, after the bare Fastify of the same run. */
export async function measureServer(places: Places, scope: Scope): Promise<Figures> {
  const { seconds, say } = scope;
  const scene = new Scene(places.database);
  await scene.open();
  try {
    const calls: Record<string, Measured> = {};
    const measure = async (
      name: string,
      next: NextRequest,
      { at = connections, origin = places.server, within = seconds } = {},
    ) => {
      const measured = await load(origin, { connections: at, seconds: within }, next);
      calls[name] = measured;
      say(`  ${lineOf(name, measured)}`);
    };
    const longest = Math.max(...scope.waiting);
    const seats = await scene.seats(mostSeats);
    const buyers = Math.max(0, seats.length - contestedSeats);
    const first = longest + 1;
    await scene.people(1, longest + buyers + contestants);
    await scene.pauseLine();
    await scene.openSeats();

    const health = request('GET', '/api/health');
    await measure('bare Fastify', () => health, { origin: places.bare });
    await measure('health', () => health);
    const document = request('GET', `/api/queue/${lineEvent}`);
    await measure('document', () => document);
    let inLine = 0;
    for (const waiting of scope.waiting) {
      const from = inLine + 1;
      await measure(
        `join, ${inLine} to ${waiting} in line`,
        each(waiting - inLine, (index) => join(from + index, lineEvent)),
        { within: layWithin },
      );
      inLine = waiting;
      await measure(
        `poll, ${waiting} in line`,
        pollsOf(waiting, () => true),
      );
    }
    const goes = (person: number) => person % 5 < 2;
    const leaving = range(1, longest).filter(goes);
    await load(
      places.server,
      { connections, seconds: layWithin },
      each(leaving.length, (index) => leave(leaving[index] ?? 0)),
    );
    await measure(
      `poll, ${longest} in line, 40 % gone`,
      pollsOf(longest, (person) => !goes(person)),
    );

    const joined = buyers + contestants;
    await load(
      places.server,
      { connections, seconds: layWithin },
      each(joined, (index) => join(first + index, seatEvent)),
    );
    await measure(
      'claim',
      each(buyers, (index) =>
        claim(first + index, seats[contestedSeats + index] ?? '', `bench-${index}`),
      ),
      { at: 16 },
    );
    await measure(
      `contested claim, ${contestants} on ${contestedSeats}`,
      contest(first + buyers, seats.slice(0, contestedSeats)),
      { at: contestants, within: layWithin },
    );
    return calls;
  } finally {
    await scene.close();
  }
}

/** GET /session of up to `pollers` people, evenly from a line of `waiting`. */
function pollsOf(waiting: number, isThere: (person: number) => boolean): NextRequest {
  const there = range(1, waiting).filter(isThere);
  const step = Math.max(1, Math.floor(there.length / pollers));
  const bytes = there
    .filter((_, index) => index % step === 0)
    .map((person) => request('GET', '/api/session', headersOf(person)));
  let turn = 0;
  return () => bytes[turn++ % bytes.length] ?? null;
}

const range = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n);

/** Each contestant tries seats until one is theirs or the tries are used up; the connection is the contestant. */
function contest(first: number, seats: readonly string[]): NextRequest {
  // A response is not distinguished by connection: a taken seat only costs a further try of another contestant.
  let sent = 0;
  return (status) => {
    if (status === 200 || sent >= contestants * triesEach) return null;
    const index = sent++;
    const person = first + (index % contestants);
    const seat = seats[(index * 37) % seats.length] ?? '';
    return claim(person, seat, `contest-${index}`);
  };
}

function lineOf(name: string, { calls, perSecond, p50, p95, refused }: Measured): string {
  const others = Object.entries(refused).map(([status, count]) => `, ${count} × ${status}`);
  return `${name.padEnd(34)} ${perSecond.toFixed(0).padStart(7)}/s  p50 ${p50.toFixed(1)} ms  p95 ${p95.toFixed(1)} ms  (${calls}${others.join('')})`;
}
