import type { Access, CallShape } from './call.ts';
import type { DeclaredRefusals, RefusalCode } from './refusal-codes.ts';

/** Codes that a handler of the row may refuse with: those that the row declares, and the one of its access. */
export type CodesOf<C extends CallShape> =
  | Extract<keyof C['refusals'], RefusalCode>
  | AccessCode<C>;

type AccessCode<C extends CallShape> = C['access'] extends 'account' | 'verified' | 'staff'
  ? 'unauthenticated'
  : C['access'] extends 'gate'
    ? 'gatePassInvalid'
    : never;

/** Refusals that any call may meet, because they concern the server and not the call. */
export const serverRefusals = {
  internalError: 500,
  serviceAway: 503,
  serviceBusy: 503,
  tooManyConnections: 503,
} as const satisfies DeclaredRefusals;

const signedInAccess: ReadonlySet<Access> = new Set(['account', 'verified', 'staff']);

/** The refusals that follow from the other members of a row: its access, its method, its input. */
export function traitRefusals(call: CallShape): DeclaredRefusals {
  const places = [call, ...(call.aliases ?? [])];
  const takesBody = places.some(({ method }) => method !== 'GET');
  const hasInput = [call.params, call.query, call.body].some((schema) => schema !== undefined);
  // Beyond its limits a public call with a challenge requires the challenge and refuses nobody (§17.30).
  const isOpen = call.access === 'public' && call.refusals?.challengeRequired !== undefined;
  return {
    ...(isOpen ? {} : { tooManyRequests: 429 }),
    ...(signedInAccess.has(call.access) ? { unauthenticated: 401 } : {}),
    ...(call.act === undefined ? {} : { roleMissing: 403 }),
    ...(call.access === 'verified' ? { emailNotVerified: 403 } : {}),
    ...(call.access === 'gate' ? { gatePassInvalid: 401 } : {}),
    ...(takesBody || call.guarded === true ? { requestHeaderMissing: 403, otherSite: 403 } : {}),
    ...(takesBody ? { requestUnreadable: 400, bodyTooLarge: 413, bodyNotJson: 415 } : {}),
    ...(hasInput ? { inputInvalid: 422 } : {}),
    ...(call.idempotent === true
      ? { keyInvalid: 422, keyReused: 422, keyOfEarlierSession: 422, keyInUse: 409 }
      : {}),
  };
}

/** Every refusal of a row with its status, declared and derived, without those that any call may meet (`serverRefusals`). */
export function refusalsOf(call: CallShape): DeclaredRefusals {
  return { ...traitRefusals(call), ...call.refusals };
}
