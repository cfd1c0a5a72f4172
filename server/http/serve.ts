import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AnswerOf, BodyOf, CallShape, ParamsOf, QueryOf } from '../../contract/call/call.ts';
import type { Pagination } from '../../contract/call/envelope.ts';
import type { Queryable } from '../db/db.ts';
import type { Visitor } from '../limits/visitor.ts';
import type { Services } from '../services.ts';
import type { Caller } from './caller.ts';
import type { Cookie } from './cookies.ts';
import type { Staff } from './staff-session.ts';

/** The caller of a call with the data that one statement read beside the sign-in. */
export interface SignedIn<S> {
  readonly caller: Caller;
  readonly beside: S;
}

/** Reads the caller of a session id with the data that the handler needs; null without a valid sign-in. */
export type ReadSignedIn<S> = (sessionId: string | null) => Promise<SignedIn<S> | null>;

/** The input of a handler: parsed, typed by its row. `caller` is never null if `access` requires an account. */
export interface CallInput<C extends CallShape, S = null> {
  readonly params: ParamsOf<C>;
  readonly query: QueryOf<C>;
  readonly body: BodyOf<C>;
  readonly caller: C['access'] extends 'public' | 'gate' | 'staff' ? Caller | null : Caller;
  /** The signed-in person of a row with access for staff, whose roles allow its act; null for any other row. */
  readonly staff: C['access'] extends 'staff' ? Staff : null;
  readonly request: FastifyRequest;
  /** The device and network of the call, as the limits see them. */
  readonly visitor: Visitor;
  /** The data that was read together with the caller. */
  readonly beside: S;
  /**
   * Stores the response under the key of the call, in the transaction of its work: both are there, or neither. Null for a call without a key. A call
   * that does not use it has its response stored afterwards.
   */
  readonly keep: ((tx: Queryable, answer: CallAnswer<C>) => Promise<void>) | null;
}

/** The result of a handler; `status` is 200 by default. */
export interface CallAnswer<C extends CallShape> {
  readonly data: AnswerOf<C>;
  readonly message?: string;
  readonly status?: number;
  readonly pagination?: Pagination;
  readonly meta?: Record<string, unknown>;
  /** Further headers of the response, such as Content-Disposition of a file. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent unchanged in place of `data`: the content of a row with `file`, else a complete envelope as JSON text. */
  readonly bytes?: Uint8Array;
  readonly cookies?: readonly Cookie[];
}

/** Handles one row of the contract. */
export type Handler<C extends CallShape, S = null> = (
  input: CallInput<C, S>,
) => Promise<CallAnswer<C>>;

/**
 * Mounts one row of the contract with its aliases: parses, guards (access, CSRF, idempotency), wraps in the envelope (§7.1). `readSignedIn`
 * replaces the check of the sign-in for a row with access for accounts alone.
 */
export type Serve = <C extends CallShape, S = null>(
  call: C,
  handler: Handler<C, S>,
  readSignedIn?: ReadSignedIn<S>,
) => void;

/** One file of routes: mounts its rows. */
export type Routes = (serve: Serve, services: Services, app: FastifyInstance) => void;
