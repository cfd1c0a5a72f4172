import type { AnswerOf, BodyOf } from '../../contract/call/call.ts';
import { gateCalls, gatePassHeader } from '../../contract/gate.ts';
import type { Result } from '../../machines/shared/result.ts';
import { createPlainCall } from '../effects/http/plain-call.ts';

/** The gate's calls, authorised by a gate pass and without cookies. */
export interface GateApi {
  keys(): Promise<Result<AnswerOf<typeof gateCalls.gateKeys>>>;
  event(pass: string): Promise<Result<AnswerOf<typeof gateCalls.gateEvent>>>;
  news(
    pass: string,
    since: number,
    revokedMark: string,
  ): Promise<Result<AnswerOf<typeof gateCalls.gateNews>>>;
  scans(
    pass: string,
    body: BodyOf<typeof gateCalls.gateScans>,
    signal?: AbortSignal,
  ): Promise<Result<AnswerOf<typeof gateCalls.gateScans>>>;
}

/** Creates the gate's calls below an origin. They omit cookies, because the owner of the phone may be signed in as a buyer. */
export function createGateApi(origin: string, send: typeof fetch = fetch): GateApi {
  const ask = createPlainCall(origin, 'omit', send);
  const withPass = (pass: string) => ({ headers: { [gatePassHeader]: pass } });
  return {
    keys: () => ask(gateCalls.gateKeys),
    event: (pass) => ask(gateCalls.gateEvent, withPass(pass)),
    news: (pass, since, mark) =>
      ask(gateCalls.gateNews, { ...withPass(pass), query: { since, revoked_mark: mark } }),
    scans: (pass, body, signal) =>
      ask(gateCalls.gateScans, {
        ...withPass(pass),
        body,
        ...(signal === undefined ? {} : { signal }),
      }),
  };
}
