import type { RefusalCode } from '../../contract/call/refusal-codes.ts';

/** Why a call did not give what was asked for. Expected, hence a value: `onError` of an invoke means a bug. */
export type Failure =
  /** The server said no (4xx); `message` is fit to be shown, and empty where the response had no words. */
  | {
      readonly kind: 'refused';
      /** For what is shown and logged; flows decide by `code`. */
      readonly status: number;
      /** The reason, by its name in the contract; null or absent where a server gave none that the status says either. */
      readonly code?: RefusalCode | null;
      /** True where the refusal is about the moment (too slow, too early, too many): the same call may be taken later. */
      readonly isMomentary?: true;
      readonly message: string;
      /** Input the refusal is about, where the server names one. */
      readonly field?: string;
      /** Milliseconds after which the server wants to be asked again, where it says so. */
      readonly retryAfterMs?: number;
      readonly meta?: Readonly<Record<string, unknown>>;
    }
  /** The server failed (5xx) or responded in an unknown shape. */
  | {
      readonly kind: 'broken';
      readonly status: number;
      /** The reason, where the server names one. */
      readonly code?: RefusalCode | null;
      /** Why a seat map cannot be used: there is none in the response, or it cannot be drawn. */
      readonly flaw?: 'missing' | 'undrawable';
      readonly message: string;
      /** Milliseconds after which the server wants to be asked again, where it says so. */
      readonly retryAfterMs?: number;
    }
  /** No response: offline, refused connection, time-out. */
  | { readonly kind: 'unreachable'; readonly message: string };

/** A port that threw: a bug, about which nothing more is known. */
export const bugFailure: Failure = { kind: 'broken', status: 0, message: '' };

/** What a port gives back. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure };

/** Code of a refusal; null for any other failure, and for a refusal without one. */
export function refusedAs(failure: Failure): RefusalCode | null {
  return failure.kind === 'refused' ? (failure.code ?? null) : null;
}

/** True for a refusal with one of the codes. */
export function isRefusedAs(failure: Failure, ...codes: readonly RefusalCode[]): boolean {
  const code = refusedAs(failure);
  return code !== null && codes.includes(code);
}

/** Refusals by which the server lets this account or this session not do what was asked; a back end without codes says 403. */
export const forbiddenCodes = [
  'draftRequired',
  'emailNotVerified',
  'payTimeOver',
  'sessionNotOnline',
] as const satisfies readonly RefusalCode[];

/** Guard: the call was refused with one of the codes. */
export const isRefused =
  (...codes: readonly RefusalCode[]) =>
  (_: unknown, result: Result<unknown>): boolean =>
    !result.ok && isRefusedAs(result.failure, ...codes);

/** Brings the value of a good result into another shape; a failure passes as it is. */
export function mapResult<A, B>(result: Result<A>, shape: (value: A) => B): Result<B> {
  return result.ok ? { ok: true, value: shape(result.value) } : result;
}

/** Params of a guard or an action: what the actor that is done gave back. */
export function resultOf<T>({ event }: { readonly event: { readonly output: T } }): T {
  return event.output;
}
