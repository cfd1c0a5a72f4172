import type * as z from 'zod/mini';
import type { DeclaredRefusals } from './refusal-codes.ts';

/** Who may make a call: anybody, a signed-in account, one whose e-mail address is verified (§6), or a device with the pass of a gate. */
export type Access = 'public' | 'account' | 'verified' | 'gate';

/** One row of the route table: everything both ends are typed by. */
export interface CallShape {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Under the API root, with `{name}` for a parameter. */
  readonly path: string;
  /** Other addresses and methods of the same call. */
  readonly aliases?: readonly { readonly method: 'GET' | 'POST'; readonly path: string }[];
  readonly summary: string;
  readonly access: Access;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** Largest body in bytes, where the call needs more than `defaultMaxBodyBytes`; a larger one is refused with 413 before it is parsed. */
  readonly maxBodyBytes?: number;
  /** What stands under `data` when the call is answered. */
  readonly answer: z.ZodMiniType;
  /** Why the handler of the call says no, each code with its status; those that follow from the other traits of the row are left out (`refusalsOf`). */
  readonly refusals?: DeclaredRefusals;
  /** True where the answer carries a page block. */
  readonly paginated?: true;
  /** True where the call honours an `Idempotency-Key` (ruling 1.7-B). */
  readonly idempotent?: true;
  /** True where the call changes state although it is a GET, so that it is guarded like a POST (ruling 1.4-I). */
  readonly guarded?: true;
  /** Brings the other shapes of §3 into the one of `answer`, with the path parameters of the call; used by the client before parsing. */
  readonly normalise?: (data: unknown, params: Readonly<Record<string, string>>) => unknown;
  /** Set where the answer is a file and not an envelope: its media type. */
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
/** Query of a call, as its handler sees it. */
export type QueryOf<C extends CallShape> = Inferred<C['query']>;
/** Query of a call, as its caller gives it. */
export type QueryGiven<C extends CallShape> = Given<C['query']>;
/** Body of a call, as its handler sees it. */
export type BodyOf<C extends CallShape> = Inferred<C['body']>;
/** Body of a call, as its caller gives it. */
export type BodyGiven<C extends CallShape> = Given<C['body']>;
/** What stands under `data`. */
export type AnswerOf<C extends CallShape> = z.infer<C['answer']>;

/** The address of a call with its parameters in place, each percent-encoded. Throws on a missing parameter: a bug of the caller. */
export function callPath(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The path ${path} needs the parameter "${name}".`);
    return encodeURIComponent(value);
  });
}
