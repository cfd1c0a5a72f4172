import type * as z from 'zod/mini';
import type { StaffAct } from '../staff/roles.ts';
import type { DeclaredRefusals } from './refusal-codes.ts';

/** Who may make a call: anybody, a signed-in account, an account with a verified e-mail address (§6.1), a device with a gate pass, or staff. */
export type Access = 'public' | 'account' | 'verified' | 'gate' | 'staff';

/** One row of the contract: client and server take their types from it. */
export interface CallShape {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Under the API root, with `{name}` for a parameter. */
  readonly path: string;
  /** Other paths and methods of the same call. */
  readonly aliases?: readonly { readonly method: 'GET' | 'POST'; readonly path: string }[];
  readonly summary: string;
  readonly access: Access;
  /** The act that the roles of staff must allow; without one, any role may make a call of staff. */
  readonly act?: StaffAct;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** Largest body in bytes, if the call needs more than `defaultMaxBodyBytes`; a larger one is refused with 413 before it is parsed. */
  readonly maxBodyBytes?: number;
  /** Schema of `data` in the response. */
  readonly answer: z.ZodMiniType;
  /** Refusals of the call's handler, each code with its status, without those that follow from the other members of the row (`refusalsOf`). */
  readonly refusals?: DeclaredRefusals;
  /** True if the response contains a pagination. */
  readonly paginated?: true;
  /** True if the call supports an `Idempotency-Key` (§7.5). */
  readonly idempotent?: true;
  /** True for a GET that changes state, so that it is guarded like a POST (§7.6). */
  readonly guarded?: true;
  /** Converts the other shapes of §3 to the one of `answer`, with the path parameters of the call; the client calls it before parsing. */
  readonly normalise?: (data: unknown, params: Readonly<Record<string, string>>) => unknown;
  /** Media type of a response that is a file instead of an envelope. */
  readonly file?: string;
}

/** Keeps the literal types of a row. */
export function defineCall<const C extends CallShape>(call: C): C {
  return call;
}

type Inferred<S> = S extends z.ZodMiniType ? z.infer<S> : undefined;
type Given<S> = S extends z.ZodMiniType ? z.input<S> : undefined;

/** Path parameters of a call. */
export type ParamsOf<C extends CallShape> = Inferred<C['params']>;
/** Query of a call, as its handler receives it. */
export type QueryOf<C extends CallShape> = Inferred<C['query']>;
/** Query of a call, as its caller passes it. */
export type QueryGiven<C extends CallShape> = Given<C['query']>;
/** Body of a call, as its handler receives it. */
export type BodyOf<C extends CallShape> = Inferred<C['body']>;
/** Body of a call, as its caller passes it. */
export type BodyGiven<C extends CallShape> = Given<C['body']>;
/** Type of `data` in the response. */
export type AnswerOf<C extends CallShape> = z.infer<C['answer']>;

/** The path of a call with its parameters inserted, each percent-encoded. Throws on a missing parameter: a mistake of the caller. */
export function callPath(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The path ${path} needs the parameter "${name}".`);
    return encodeURIComponent(value);
  });
}
