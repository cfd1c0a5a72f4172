import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { allCalls } from '../../contract/call/all-calls.ts';
import type { CallShape } from '../../contract/call/call.ts';
import type { FieldError } from '../../contract/call/envelope.ts';
import { refusalsOf, serverRefusals } from '../../contract/call/refusals-of.ts';
import { apiRoot, defaultMaxBodyBytes, idempotencyHeader } from '../../contract/limits.ts';
import { mayDo } from '../../contract/staff/roles.ts';
import type { Queryable } from '../db/db.ts';
import { accountKey } from '../limits/account-key.ts';
import { AccountLimits } from '../limits/account-limits.ts';
import { limitsOf, type RowLimits } from '../limits/call-limits.ts';
import { spendNetwork, visitorOf } from '../limits/read-visitor.ts';
import type { Visitor } from '../limits/visitor.ts';
import type { Services } from '../services.ts';
import { type Caller, isHttps, readCaller, sessionIdOf } from './caller.ts';
import { setCookies } from './cookies.ts';
import { refuseCrossSite } from './csrf.ts';
import { envelope } from './envelope.ts';
import {
  answerOnce,
  idempotencyKeyOf,
  type Keeping,
  keepAnswer,
  readKeyedCaller,
  type StoredAnswer,
} from './idempotency.ts';
import { Refusal } from './refusal.ts';
import { refusal } from './refuse.ts';
import type { CallAnswer, CallInput, Handler, ReadSignedIn, Serve } from './serve.ts';
import { readStaff, type Staff } from './staff-session.ts';

const callNames = new Map<CallShape, string>(
  Object.entries(allCalls).map(([name, call]) => [call, name]),
);

/**
 * Creates the function that mounts rows of the contract (§7). The guards of each row run in this order: other sites, address limit, body
 * format, account, parameters, challenge, idempotency key, account limit; then its handler runs and its response is wrapped.
 * Outside production every response and every refusal is checked against its row, and a mismatch is a 500.
 */
export function createServe(app: FastifyInstance, services: Services): Serve {
  return (call, handler, readSignedIn) => {
    const mounted = new MountedCall(
      call,
      handler as unknown as Handler<CallShape>,
      services,
      readSignedIn as ReadSignedIn<null> | undefined,
    );
    for (const place of [call, ...(call.aliases ?? [])]) {
      app.route({
        method: place.method,
        bodyLimit: call.maxBodyBytes ?? defaultMaxBodyBytes,
        url: apiRoot + place.path.replace(/\{(\w+)\}/g, ':$1'),
        config: { call: mounted.name, isLimited: true },
        onRequest: async (request, reply) => {
          // Pages take the date from this header, and a development clock may run ahead of the machine's (§1.28).
          reply.header('date', services.clock.now().toUTCString());
          await mounted.guard(request);
        },
        handler: (request, reply) => mounted.answer(request, reply),
      });
    }
  };
}

function tooMany(wait: number): Refusal {
  return refusal('tooManyRequests', { retryAfterSeconds: wait });
}

class MountedCall {
  readonly #call: CallShape;
  readonly #handler: Handler<CallShape>;
  readonly #services: Services;
  readonly #limits: RowLimits;
  readonly #declared: ReadonlySet<string>;
  readonly name: string;
  readonly #accountLimits: AccountLimits;
  readonly #read: Queryable;
  readonly #readSignedIn: ReadSignedIn<null>;

  constructor(
    call: CallShape,
    handler: Handler<CallShape>,
    services: Services,
    readSignedIn?: ReadSignedIn<null>,
  ) {
    // A read lane, so that the account is found although the lane for purchases is full.
    const db = services.db.lane('read');
    this.#read = db;
    this.#readSignedIn =
      readSignedIn ??
      (async (sessionId) => {
        const caller = await readCaller(db, sessionId, services.clock.now());
        return caller === null ? null : { caller, beside: null };
      });
    this.#call = call;
    this.#handler = handler;
    this.#services = services;
    this.name = callNames.get(call) ?? `${call.method} ${call.path}`;
    this.#limits = limitsOf(this.name, call);
    this.#accountLimits = new AccountLimits(services, this.name, this.#limits);
    this.#declared = new Set(Object.keys({ ...refusalsOf(call), ...serverRefusals }));
  }

  /** The checks that run before the body is read. */
  async guard(request: FastifyRequest): Promise<void> {
    const { config } = this.#services;
    const isSafe = request.method === 'GET' || request.method === 'HEAD';
    if (!isSafe || this.#call.guarded === true) refuseCrossSite(request, config.publicUrl);
    if (this.#limits.challenges) return;
    const wait = await this.#spendNetwork(request);
    if (wait > 0) throw tooMany(wait);
  }

  async answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { config, clock } = this.#services;
    const sessionId = sessionIdOf(config, request.headers, request.protocol === 'https');
    this.#accountLimits.prepare(sessionId);
    const keyed = this.#keyed(request);
    const withKey =
      keyed === null ? null : await readKeyedCaller(this.#read, sessionId, keyed.call, clock.now());
    const isStaff = this.#call.access === 'staff';
    const signedIn = keyed === null && !isStaff ? await this.#readSignedIn(sessionId) : null;
    const caller = withKey?.caller ?? signedIn?.caller ?? null;
    const staff = isStaff ? await readStaff(this.#read, config, request, clock.now()) : null;
    this.#admit(caller, staff);
    if (caller !== null) this.#accountLimits.note(sessionId, caller.id);
    const parsed = keyed?.parsed ?? this.#parse(request);
    const visitor = this.#visitor(request, caller, parsed.body);
    if (this.#limits.challenges && !visitor.isKnown && (await this.#spendNetwork(request)) > 0) {
      await visitor.prove();
    }
    const found = withKey?.found ?? null;
    const keeping: Keeping = { kept: null };
    const keep =
      found === null
        ? null
        : (tx: Queryable, fresh: CallAnswer<CallShape>) => {
            keeping.kept = this.#stored(fresh, request);
            return keepAnswer(tx, found, keeping.kept);
          };
    const beside = signedIn?.beside ?? null;
    const input = { ...parsed, caller, staff, request, visitor, beside, keep };
    const respond = async () => {
      if (caller !== null) await this.#accountLimits.spend(caller.id, input.body);
      return this.#handler(input as CallInput<CallShape>).catch((error: unknown) => {
        this.#checkRefusal(error);
        throw error;
      });
    };
    reply.header('cache-control', 'no-store');

    if (found === null) {
      if (this.#call.idempotent === true) idempotencyKeyOf(request.headers[idempotencyHeader]);
      return this.#send(request, reply, await respond());
    }
    const { answer, isReplay } = await answerOnce(
      this.#read,
      found,
      keeping,
      async () => {
        // Inside the key: a stored response is sent again without being counted.
        const fresh = await respond();
        return keeping.kept ?? this.#stored(fresh, request);
      },
      (refusal) => ({
        status: refusal.status,
        body: envelope(refusal.status, refusal.message, null, refusal),
      }),
    );
    if (isReplay) reply.header('idempotency-replayed', 'true');
    return reply.code(answer.status).send(answer.body);
  }

  /** A call with a key and valid parameters; null for any other, which is refused or handled in the order of the guards. */
  #keyed(request: FastifyRequest) {
    if (this.#call.idempotent !== true) return null;
    try {
      const key = idempotencyKeyOf(request.headers[idempotencyHeader]);
      if (key === null) return null;
      const parsed = this.#parse(request);
      const holder = this.#services.presence.id;
      return { parsed, call: { key, holder, route: this.name, parameters: parsed } };
    } catch (error) {
      if (error instanceof Refusal) return null;
      throw error;
    }
  }

  #stored(fresh: CallAnswer<CallShape>, request: FastifyRequest): StoredAnswer {
    return { status: fresh.status ?? 200, body: this.#envelopeOf(fresh, request) };
  }

  #admit(caller: Caller | null, staff: Staff | null): void {
    const { access, act } = this.#call;
    // Only the handler knows what a gate pass gives access to.
    if (access === 'public' || access === 'gate') return;
    if (access === 'staff') {
      if (staff === null) throw refusal('unauthenticated');
      if (act !== undefined && !mayDo(staff.roles, act)) throw refusal('roleMissing');
      return;
    }
    if (caller === null) throw refusal('unauthenticated');
    if (access === 'verified' && !caller.isVerified) {
      throw refusal('emailNotVerified');
    }
  }

  /** The account that a call is about: the one that its body names, else the caller's. */
  #visitor(request: FastifyRequest, caller: Caller | null, body: unknown): Visitor {
    const named = typeof body === 'object' && body !== null && 'email' in body ? body.email : null;
    const about = typeof named === 'string' ? accountKey(named) : (caller?.id ?? null);
    return visitorOf(this.#services, request, this.name, about);
  }

  #spendNetwork(request: FastifyRequest): Promise<number> {
    return spendNetwork(this.#services, request.ip, this.name, this.#limits.perHost);
  }

  #parse(request: FastifyRequest): { params: unknown; query: unknown; body: unknown } {
    const errors: FieldError[] = [];
    const read = (schema: z.ZodMiniType | undefined, value: unknown) => {
      if (schema === undefined) return undefined;
      const parsed = schema.safeParse(value);
      if (parsed.success) return parsed.data;
      errors.push(...parsed.error.issues.flatMap(fieldErrors));
      return undefined;
    };
    const params = read(this.#call.params, request.params);
    const query = read(this.#call.query, request.query);
    const body = read(this.#call.body, request.body ?? {});
    const unkept = unkeepable(body);
    if (unkept !== null) {
      const field = unkept.join('.');
      errors.push({ message: 'Text holds a character that cannot be kept', field });
    }
    const [first] = errors;
    if (first !== undefined) {
      throw refusal('inputInvalid', {
        sentence: first.message,
        errors: errors.slice(0, maxErrorsTold),
      });
    }
    return { params, query, body };
  }

  #send(request: FastifyRequest, reply: FastifyReply, answer: CallAnswer<CallShape>): FastifyReply {
    this.#setCookies(request, reply, answer);
    reply.code(answer.status ?? 200);
    reply.headers({ ...answer.headers });
    if (this.#call.file !== undefined) {
      const charset = this.#call.file.startsWith('text/') ? '; charset=utf-8' : '';
      return reply
        .type(this.#call.file + charset)
        .send(answer.bytes === undefined ? answer.data : Buffer.from(answer.bytes));
    }
    if (answer.bytes !== undefined) {
      const { buffer, byteOffset, byteLength } = answer.bytes;
      // Not copied: many responses share these bytes.
      const bytes = Buffer.from(buffer, byteOffset, byteLength);
      return reply.type('application/json; charset=utf-8').send(bytes);
    }
    return reply.send(this.#envelopeOf(answer, request));
  }

  #setCookies(request: FastifyRequest, reply: FastifyReply, answer: CallAnswer<CallShape>): void {
    const isOverHttps = isHttps(this.#services.config, request.protocol === 'https');
    setCookies(reply, isOverHttps, answer.cookies ?? []);
  }

  #envelopeOf(answer: CallAnswer<CallShape>, request: FastifyRequest) {
    if (!this.#services.config.production) this.#check(answer, request);
    return envelope(answer.status ?? 200, answer.message ?? 'OK', answer.data ?? null, answer);
  }

  /** The refusals of a handler are those that its row declares. */
  #checkRefusal(error: unknown): void {
    if (this.#services.config.production || !(error instanceof Refusal)) return;
    if (error.code !== undefined && this.#declared.has(error.code)) return;
    throw new Error(`${this.name} does not declare the refusal "${error.code ?? error.message}".`);
  }

  /** Development should find a server that breaks its own contract, not a client. */
  #check(answer: CallAnswer<CallShape>, request: FastifyRequest): void {
    const checked = this.#call.answer.safeParse(answer.data);
    if (!checked.success) {
      const places = checked.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.code}`);
      request.log.error({ call: this.name, places }, 'answer does not fit the contract');
      throw new Error(`The answer of ${this.name} does not fit the contract: ${places.join('; ')}`);
    }
    if (this.#call.paginated === true && answer.pagination === undefined) {
      throw new Error(`The answer of ${this.name} lacks its page block.`);
    }
  }
}

/** The most errors of one body that a response lists. */
const maxErrorsTold = 50;
/** The most characters of a field path: the sender chooses its keys. */
const maxFieldLength = 600;

/** NUL and unpaired surrogates: PostgreSQL refuses them in text and in jsonb. */
const unkeepableCharacter = /[\0\p{Surrogate}]/u;

/** The path of a text that the database cannot store; null if there is none. The depth is bounded by the schema. */
function unkeepable(value: unknown, path: readonly string[] = []): readonly string[] | null {
  if (typeof value === 'string') return unkeepableCharacter.test(value) ? path : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, entry] of Object.entries(value)) {
    const found = unkeepable(entry, [...path, key]);
    if (found !== null) return found;
  }
  return null;
}

function fieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys
      .slice(0, maxErrorsTold)
      .map((key) => ({ message: `Unknown field: ${key.slice(0, 60)}`, field: key.slice(0, 60) }));
  }
  const field = issue.path.join('.').slice(0, maxFieldLength);
  return [field === '' ? { message: issue.message } : { message: issue.message, field }];
}
