import type { User } from '../../../contract/account.ts';
import type { CallShape } from '../../../contract/call/call.ts';
import { type CallName, calls } from '../../../contract/call/calls.ts';
import type { FieldError } from '../../../contract/call/envelope.ts';
import { refusalRow } from '../../../contract/call/refusal-codes.ts';
import { accountCalls } from './account.ts';
import type { DemoBus } from './bus.ts';
import { type Answered, DemoRefusal, type DemoWorld, type Given, type Handlers } from './call.ts';
import { catalogueCalls } from './catalogue.ts';
import { drawCalls } from './draws.ts';
import { laterFormCalls } from './later-forms.ts';
import { orderCalls } from './order.ts';
import { paymentCalls } from './payment.ts';
import { nextDue, passTime, sessionCalls } from './session.ts';
import { settledAfterMs } from './settle.ts';
import { type DemoShelf, readState } from './state.ts';
import { ticketCalls } from './tickets.ts';
import { transferCalls } from './transfers.ts';
import { waitingListCalls } from './waiting-list.ts';

const handlers: Handlers<CallName> = {
  ...accountCalls,
  ...catalogueCalls,
  ...sessionCalls,
  ...orderCalls,
  ...paymentCalls,
  ...ticketCalls,
  ...waitingListCalls,
  ...drawCalls,
  ...transferCalls,
  ...laterFormCalls,
};

type AnyHandler = (given: Given<CallShape>) => Answered<CallShape>;

interface Route {
  readonly method: string;
  readonly pattern: RegExp;
  readonly call: CallShape;
  readonly handler: AnyHandler;
}

/** Every path of the contract with its handler. */
const routes: readonly Route[] = (Object.keys(calls) as CallName[]).flatMap((name) => {
  const call: CallShape = calls[name];
  return [call, ...(call.aliases ?? [])].map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
    call,
    handler: handlers[name] as unknown as AnyHandler,
  }));
});

/** Dependencies of the demo's back end. */
export interface DemoParts {
  /** Path of the API root, as '/api'. */
  readonly root: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly shelf: DemoShelf;
  readonly bus: DemoBus;
  /** Delay of every response in milliseconds, so that loading states are visible. */
  readonly latencyMs: number;
}

/** The demo's back end: handles the calls of §7 in memory, in place of fetch. */
export interface DemoBackEnd {
  readonly fetch: typeof fetch;
  /** Stops the timer of the deadlines. */
  close(): void;
}

function fieldErrors(issues: readonly { message: string; path: PropertyKey[] }[]): FieldError[] {
  return issues.map(({ message, path }) =>
    path.length === 0 ? { message } : { message, field: path.map(String).join('.') },
  );
}

/** Parses the input of a call by its schemas. Throws 422 with the invalid fields. */
function read(call: CallShape, raw: { params: unknown; query: unknown; body: unknown }) {
  const errors: FieldError[] = [];
  const part = (name: keyof typeof raw) => {
    const parsed = call[name]?.safeParse(raw[name]);
    if (parsed === undefined) return undefined;
    if (parsed.success) return parsed.data;
    errors.push(...fieldErrors(parsed.error.issues));
    return undefined;
  };
  const given = { params: part('params'), query: part('query'), body: part('body') };
  const [first] = errors;
  if (first !== undefined)
    throw new DemoRefusal('inputInvalid', { sentence: first.message, errors });
  return given;
}

function admit(call: CallShape, caller: User | null): void {
  if (call.access === 'public') return;
  if (caller === null) throw new DemoRefusal('unauthenticated');
  if (call.access === 'verified' && !caller.isVerified) {
    throw new DemoRefusal('emailNotVerified');
  }
}

const json = (status: number, rest: object) => Response.json({ status, ...rest }, { status });

function sent(call: CallShape, answer: Answered<CallShape>): Response {
  if (call.file === undefined) {
    const { data, message = 'OK', pagination } = answer;
    return json(200, { message, data, ...(pagination === undefined ? {} : { pagination }) });
  }
  const text = String(answer.data);
  // A PDF is written byte by byte; other files are text.
  const body =
    call.file === 'application/pdf'
      ? Uint8Array.from(text, (letter) => letter.charCodeAt(0))
      : text;
  return new Response(body, { headers: { 'content-type': call.file } });
}

function refused(refusal: DemoRefusal): Response {
  const { code, message, errors, meta } = refusal;
  return json(refusalRow(code).status, { message, data: null, code, errors, meta });
}

/** Creates the back end over the stored state. */
export function createBackEnd({ root, now, shelf, bus, latencyMs }: DemoParts): DemoBackEnd {
  let state = readState(shelf, now());
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Runs a call as a transaction: applies due deadlines first, then the call; a refusal rolls all of it back. */
  function happen<T>(act: (world: DemoWorld) => T): T {
    const news: (() => void)[] = [];
    const world: DemoWorld = {
      state: structuredClone(state),
      now: now(),
      newId(kind) {
        world.state.serial += 1;
        return `${kind}-${String(world.state.serial).padStart(6, '0')}`;
      },
      passTime: () => passTime(world),
      tellQueue: (slug, event) => {
        const user_id = world.state.session?.accountId;
        if (user_id === undefined) return;
        news.push(() => bus.tell({ kind: 'queue', slug, body: { user_id, event } }));
      },
      tellPayment: (slug, event) => {
        const user_id = world.state.payment?.accountId;
        if (user_id === undefined) return;
        news.push(() => bus.tell({ kind: 'payment', slug, body: { user_id, event } }));
      },
    };
    passTime(world);
    const answer = act(world);
    state = world.state;
    shelf.write(JSON.stringify(state));
    wait();
    for (const tell of news) tell();
    return answer;
  }

  function wait() {
    clearTimeout(timer);
    const due = nextDue(state, settledAfterMs);
    if (due !== null) timer = setTimeout(() => happen(() => undefined), Math.max(0, due - now()));
  }

  async function answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const path = pathname.slice(root.length);
    for (const { method, pattern, call, handler } of routes) {
      const match = method === request.method ? pattern.exec(path) : null;
      if (match === null) continue;
      const params = Object.fromEntries(
        Object.entries(match.groups ?? {}).map(([name, value]) => [
          name,
          decodeURIComponent(value),
        ]),
      );
      const text = await request.text();
      const raw = {
        params,
        query: Object.fromEntries(searchParams),
        body: text === '' ? {} : (JSON.parse(text) as unknown),
      };
      try {
        return happen((world) => {
          const { signedIn, accounts } = world.state;
          const caller = accounts.find(({ id }) => id === signedIn) ?? null;
          admit(call, caller);
          // `caller` is set wherever the handler's type requires it.
          return sent(call, handler({ ...read(call, raw), caller: caller as User, world }));
        });
      } catch (error) {
        if (error instanceof DemoRefusal) return refused(error);
        throw error;
      }
    }
    return json(404, { message: 'Not found', data: null });
  }

  wait();
  return {
    async fetch(input, init) {
      const request = new Request(input, init);
      await new Promise((resolve) => setTimeout(resolve, latencyMs));
      request.signal.throwIfAborted();
      return answer(request);
    },
    close: () => clearTimeout(timer),
  };
}
