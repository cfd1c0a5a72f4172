import type * as z from 'zod/mini';
import { type AnswerOf, type CallShape, callPath } from '../../contract/call/call.ts';
import { type CallName, calls } from '../../contract/call/calls.ts';
import { paginationSchema } from '../../contract/call/envelope.ts';
import { isLoose, type Loose } from '../../contract/call/loose.ts';
import { isOwnRefusal, refusalWords } from '../../contract/call/refusal.ts';
import { type RefusalCode, refusalTable } from '../../contract/call/refusal-codes.ts';
import { readAnswer } from '../../contract/call/tolerant.ts';
import {
  idempotencyHeader,
  requestedWithHeader,
  requestedWithValue,
} from '../../contract/limits.ts';
import { refusalCodeOf } from '../../src/effects/http/refusal-code.ts';
import { deciding, isBeyond } from './expected.ts';
import type { Notes } from './findings.ts';

const answersWithinMs = 10_000;
const mostPaths = 3;

/** What a call carries. */
export interface Given {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
  readonly key?: string;
  /** In place of those of a page of the shop; null leaves one out. */
  readonly headers?: Readonly<Record<string, string | null>>;
}

/** A response as it came. */
export interface Reply {
  readonly status: number;
  /** The envelope; null for a response that is none. */
  readonly body: Loose | null;
  readonly headers: Headers;
}

/** One browser: keeps its cookies, makes calls and takes down how they were answered. */
export interface Person {
  cookie(): string;
  /** Makes a call; null where nothing is answered or the call is limited, which is taken down. */
  send(name: CallName, tried: string, given?: Given): Promise<Reply | null>;
  /** A call that must succeed; its data as the app reads it, null where there is none. */
  right<N extends CallName>(
    name: N,
    given?: Given,
    tried?: string,
  ): Promise<AnswerOf<(typeof calls)[N]> | null>;
  /** A call that must be refused with this code; the reply, null without one. */
  refused(name: CallName, code: RefusalCode, tried: string, given?: Given): Promise<Reply | null>;
}

/** The paths of what a schema refuses, and its first sentence. */
export function faults(issues: readonly z.core.$ZodIssue[], below: string): [string, string] {
  return [
    listed(
      below,
      issues.map(({ path }) => path.join('.')),
    ),
    issues[0]?.message ?? '',
  ];
}

function listed(below: string, paths: readonly string[]): string {
  const all = [...new Set(paths.map((path) => (path === '' ? below : `${below}.${path}`)))];
  const more = all.length > mostPaths ? ` and ${all.length - mostPaths} more` : '';
  return all.slice(0, mostPaths).join(', ') + more;
}

/** Creates a person who calls the back end at `root`. */
export function createPerson(root: string, notes: Notes, send: typeof fetch): Person {
  const jar = new Map<string, string>();
  const spent = new Set<CallName>();
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

  async function ask(name: CallName, tried: string, given: Given = {}): Promise<Reply | null> {
    const row: CallShape = calls[name];
    if (spent.has(name) && tried !== 'limit') {
      notes.note(name, tried, 'untried', 'RateLimit-Remaining is 0');
      return null;
    }
    const search = new URLSearchParams(given.query).toString();
    const url = `${root}${callPath(row.path, given.params)}${search === '' ? '' : `?${search}`}`;
    const headers = {
      accept: 'application/json',
      [requestedWithHeader]: requestedWithValue,
      'sec-fetch-site': 'same-origin',
      cookie: jar.size === 0 ? null : cookie(),
      'content-type': given.body === undefined ? null : 'application/json',
      [idempotencyHeader]: given.key ?? null,
      ...given.headers,
    };
    try {
      const response = await send(url, {
        method: row.method,
        headers: Object.entries(headers).filter((one): one is [string, string] => one[1] !== null),
        body: given.body === undefined ? null : JSON.stringify(given.body),
        redirect: 'manual',
        signal: AbortSignal.timeout(answersWithinMs),
      });
      for (const line of response.headers.getSetCookie()) {
        const [, key = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(line) ?? [];
        const isOver = value === '' || /;\s*max-age=0/i.test(line);
        if (isOver) jar.delete(key);
        else jar.set(key, value);
      }
      const { headers: sent } = response;
      const left = sent.get('ratelimit-remaining') ?? sent.get('x-ratelimit-remaining');
      if (left === '0') spent.add(name);
      const body: unknown = await response.json().catch(() => null);
      const { status } = response;
      if (status === 429 || status === 428) {
        const wait = sent.get('retry-after');
        const verdict = status === 428 || wait !== null ? 'holds' : 'copes';
        notes.note(name, 'limit', verdict, '429 without the header', 'Retry-After');
        const until = status === 428 ? 'a challenge is asked for' : `limited for ${wait ?? '?'} s`;
        notes.note(name, tried, 'untried', until);
        return null;
      }
      return { status, body: isLoose(body) ? body : null, headers: sent };
    } catch {
      notes.note(name, tried, 'breaks', `no response within ${answersWithinMs / 1000} s`);
      return null;
    }
  }

  /** True where the back end lacks a call that the app does without. */
  function lacks(name: CallName, tried: string, reply: Reply): boolean {
    const isLacking = isBeyond(name) && [404, 405, 501].includes(reply.status);
    const isToldOtherwise = typeof reply.body?.code === 'string' && reply.body.code !== 'notFound';
    if (!isLacking || isToldOtherwise) return false;
    notes.note(name, tried, 'copes', 'the back end lacks the call; the app does without');
    return true;
  }

  return {
    cookie,
    send: ask,
    async right<N extends CallName>(name: N, given: Given = {}, tried = 'right') {
      type Answer = AnswerOf<(typeof calls)[N]>;
      const row: CallShape = calls[name];
      const breaks = (words: string, field = '') => {
        notes.note(name, tried, 'breaks', words, field);
        return null;
      };
      const reply = await ask(name, tried, given);
      if (reply === null || lacks(name, tried, reply)) return null;
      const { status, body, headers } = reply;
      const told = Number(body?.status ?? status);
      if (status < 200 || status > 299 || told > 399) {
        const code = body?.code ?? refusalWords(body);
        if (name === 'googleUrl' && status === 501) {
          notes.note(name, tried, 'holds', 'not configured');
          return null;
        }
        return breaks(`refused with ${Math.max(status, told)} ${String(code)}`, 'status');
      }
      if (row.file !== undefined) {
        const type = headers.get('content-type') ?? 'none';
        if (!type.startsWith(row.file)) return breaks(`${type} in place of ${row.file}`, 'content');
        notes.note(name, tried, 'holds');
        return null;
      }
      if (body === null) return breaks('no JSON object', 'content');
      if (told !== status || typeof body.message !== 'string')
        notes.note(name, 'envelope', 'copes', 'not as HTTP says, or missing', 'status, message');
      if (row.paginated === true && isLoose(body.pagination)) {
        const pages = paginationSchema.safeParse(body.pagination);
        if (!pages.success) {
          const [field, words] = faults(pages.error.issues, 'pagination');
          breaks(words, field);
        }
      } else if (row.paginated === true)
        notes.note(name, 'pages', 'copes', 'missing: one page is shown', 'pagination');
      const strict = row.answer.safeParse(body.data);
      if (strict.success) {
        notes.note(name, tried, 'holds');
        return strict.data as Answer;
      }
      const [field, words] = faults(strict.error.issues, 'data');
      const read = readAnswer(row, body.data ?? null, given.params);
      if (!read.ok) return breaks(words, listed('data', read.paths));
      if (read.leftOut.length > 0)
        breaks('rows that cannot be read are left out', listed('data', read.leftOut));
      else notes.note(name, tried, 'copes', words, field);
      return read.value as Answer;
    },
    async refused(name, code, tried, given = {}) {
      const reply = await ask(name, tried, given);
      if (reply === null) return reply;
      const { body, headers } = reply;
      // A page tells a person.
      const isPage = headers.get('content-type')?.startsWith('text/html') === true;
      if (isPage && reply.status === 404 && calls[name].path.startsWith('/payment-return/')) {
        notes.note(name, tried, 'holds');
        return reply;
      }
      if (lacks(name, tried, reply)) return reply;
      const told = Number(body?.status ?? reply.status);
      const isTold = reply.status < 300 && told >= 400;
      const status = isTold ? told : reply.status;
      const note = (verdict: 'holds' | 'copes' | 'breaks', words: string, field = '') =>
        notes.note(name, tried, verdict, words, field);
      if (status < 400) note('breaks', `accepted, and not refused as ${code}`, 'status');
      else if (status >= 500 && told !== 501)
        note('breaks', `fails with ${status} in place of ${code}`, 'status');
      else if (!isOwnRefusal(status, body))
        note('breaks', 'not the envelope of a refusal: read as no connection', 'status, message');
      else {
        const wait = headers.get('retry-after') !== null;
        const meant = refusalCodeOf(calls[name], status, body, refusalWords(body), wait);
        const isMissing = meant === 'notFound' && refusalTable[code].status === 404;
        if (meant !== code && !isMissing)
          note(
            deciding.includes(code) ? 'breaks' : 'copes',
            `${meant} in place of ${code}`,
            'code',
          );
        else if (isTold) note('copes', `${told} under HTTP ${reply.status}`, 'status');
        else if (typeof body?.code !== 'string') note('copes', 'read by status and words', 'code');
        else note('holds', '');
      }
      return reply;
    },
  };
}
