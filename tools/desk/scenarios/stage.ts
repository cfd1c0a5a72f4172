import type { FastifyInstance } from 'fastify';
import {
  type AnswerOf,
  type BodyGiven,
  type CallShape,
  callPath,
  type ParamsOf,
  type QueryGiven,
} from '../../../contract/call/call.ts';
import { calls } from '../../../contract/call/calls.ts';
import { apiRoot, requestedWithHeader, requestedWithValue } from '../../../contract/limits.ts';
import { type StoredKey, storageName } from '../../../contract/stored/stored-key.ts';
import { sessionCookieName } from '../../../server/http/caller.ts';
import { accounts } from '../../../server/seed/accounts.ts';

/** Password of the seeded accounts and of those that a scenario creates. */
export const password = accounts[0]?.password ?? '';

/** Input of a call. */
export interface Given<C extends CallShape> {
  readonly params?: ParamsOf<C>;
  readonly query?: QueryGiven<C>;
  readonly body?: BodyGiven<C>;
}

/** The API as one person's browser calls it. */
export interface Tab {
  /** Makes a call and returns its data. Throws StepFailure if it is refused. */
  call<C extends CallShape>(call: C, given?: Given<C>): Promise<AnswerOf<C>>;
}

/** One key that is stored in the browser before the page opens; a `value` of null means the time of opening, in milliseconds. */
export interface BrowserEntry {
  readonly area: 'local' | 'session';
  readonly name: string;
  readonly value: string | null;
}

/** Facts that steps learn and later steps need. */
export interface Facts {
  paymentId: string | null;
  /** Seats that a person has selected in the browser but not yet held. */
  readonly chosen: Map<string, readonly string[]>;
  /** The latest seats that a person has selected or held. */
  readonly seats: Map<string, readonly string[]>;
  ticketId: string | null;
}

/** A call or a tool that refused a step, with request and response. */
export class StepFailure extends Error {
  readonly asked: string;
  readonly status: number;
  readonly answer: string;

  constructor(asked: string, status: number, answer: string) {
    super(`${asked} answered ${status}: ${answer}`);
    this.name = 'StepFailure';
    this.asked = asked;
    this.status = status;
    this.answer = answer;
  }
}

/** The environment of the steps of one run. */
export interface Stage {
  readonly facts: Facts;
  readonly entries: readonly BrowserEntry[];
  /** A person's tab, signed in on first use. */
  tab(email: string): Promise<Tab>;
  /** The same person on another device, with a separate sign-in. */
  otherDevice(email: string): Promise<Tab>;
  /** Signs a person in again, after the session has expired. */
  signInAgain(email: string): Promise<void>;
  /** A tab that is not signed in. */
  visitor(): Tab;
  /** Calls a tool of /dev. Throws StepFailure if it refuses. */
  tool<A = unknown>(method: 'GET' | 'POST', path: string, body?: object): Promise<A>;
  /** Stores a key in the browser that opens the page; 'now' means the time of opening. */
  remember(email: string, key: StoredKey, value: unknown, slug?: string): Promise<void>;
  /** The Set-Cookie header of a person's tab; null if nobody is signed in. */
  cookieOf(email: string): string | null;
}

/** How the stage calls the server. */
export interface StageOptions {
  readonly app: Pick<FastifyInstance, 'inject'>;
  /** Header of the desk's own calls, which no fault affects. */
  readonly exemption: Readonly<Record<string, string>>;
  /** Whether the browser reaches this server over https: the session cookie then has another name. */
  readonly isHttps: boolean;
  /** The address of the browser's connection, or of the proxy in front. */
  readonly peer: string;
}

/** A stage at its start. */
export function createStage(options: StageOptions): Stage {
  const facts: Facts = { paymentId: null, chosen: new Map(), seats: new Map(), ticketId: null };
  const entries: BrowserEntry[] = [];
  const tabs = new Map<string, CookieTab>();

  const open = async (email: string): Promise<CookieTab> => {
    const tab = new CookieTab(options);
    await tab.call(calls.login, { body: { email, password } });
    return tab;
  };
  const tab = async (email: string) => {
    const known = tabs.get(email);
    if (known !== undefined) return known;
    const opened = await open(email);
    tabs.set(email, opened);
    return opened;
  };
  return {
    facts,
    entries,
    tab,
    otherDevice: open,
    signInAgain: async (email) => {
      tabs.delete(email);
      await tab(email);
    },
    visitor: () => new CookieTab(options),
    tool: async <A>(method: 'GET' | 'POST', path: string, body?: object) =>
      (await new CookieTab(options).ask(method, path, body)) as A,
    remember: async (email, key, value, slug) => {
      const userId = (await (await tab(email)).call(calls.me)).id;
      entries.push({
        area: key.area,
        name: storageName(key, userId, slug),
        value: value === 'now' ? null : JSON.stringify(value),
      });
    },
    cookieOf: (email) => tabs.get(email)?.setCookie ?? null,
  };
}

class CookieTab implements Tab {
  readonly #options: StageOptions;
  readonly #cookies = new Map<string, string>();
  /** The header that set the cookie, for the browser. */
  setCookie: string | null = null;

  constructor(options: StageOptions) {
    this.#options = options;
  }

  async call<C extends CallShape>(call: C, given: Given<C> = {}): Promise<AnswerOf<C>> {
    const query = Object.entries(given.query ?? {}).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    const search = query.length === 0 ? '' : `?${new URLSearchParams(query)}`;
    const path = apiRoot + callPath(call.path, given.params as Record<string, string>) + search;
    const answer = await this.ask(call.method, path, given.body as object | undefined);
    return (answer as { data: AnswerOf<C> }).data;
  }

  async ask(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<unknown> {
    const response = await this.#options.app.inject({
      method,
      url: path,
      remoteAddress: this.#options.peer,
      headers: {
        accept: 'application/json',
        'sec-fetch-site': 'same-origin',
        [requestedWithHeader]: requestedWithValue,
        ...(this.#options.isHttps ? { 'x-forwarded-proto': 'https' } : {}),
        ...(this.#cookies.size === 0 ? {} : { cookie: [...this.#cookies.values()].join('; ') }),
        ...this.#options.exemption,
      },
      ...(body === undefined ? {} : { payload: body }),
    });
    const given = response.headers['set-cookie'];
    for (const header of given === undefined ? [] : [given].flat()) {
      const [pair = ''] = header.split(';', 1);
      const [name = ''] = pair.split('=', 1);
      this.#cookies.set(name, pair);
      if (name === sessionCookieName({ publicUrl: null }, this.#options.isHttps))
        this.setCookie = header;
    }
    if (response.statusCode < 400) return response.json();
    throw new StepFailure(`${method} ${path}`, response.statusCode, wordsOf(response.body));
  }
}

function wordsOf(body: string): string {
  try {
    const { message } = JSON.parse(body) as { message?: unknown };
    return typeof message === 'string' ? message : body.slice(0, 200);
  } catch {
    return body.slice(0, 200);
  }
}
