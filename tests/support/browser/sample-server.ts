import { type CallName, calls } from '../../../contract/call/calls.ts';
import { apiRoot } from '../../../contract/limits.ts';
import { answers } from '../../contract/samples.ts';

/** A call as the stand-in of the server saw it. */
export interface SeenCall {
  readonly name: CallName;
  readonly key: string | null;
  readonly signal: AbortSignal;
}

/** What becomes of a call: the sample answer, another status or other data, silence until it is given up, or a cut connection. */
export type Fate =
  | { readonly status?: number; readonly message?: string; readonly data?: unknown }
  | 'silence'
  | 'cut';

/** In the place of the network: a server that answers every call of the contract with its sample, but for the ones that fare otherwise. */
export function sampleServer() {
  const seen: SeenCall[] = [];
  const fates = new Map<CallName, Fate>();
  const changes = new Map<CallName, () => void>();
  const rows = (Object.keys(calls) as CallName[]).map((name) => {
    const { method, path } = calls[name];
    const pattern = new RegExp(`^${apiRoot}${path.replace(/\{\w+\}/g, '[^/]+')}$`);
    return { name, method, pattern };
  });

  const answer: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    const row = rows.find(
      ({ method, pattern }) => method === request.method && pattern.test(pathname),
    );
    if (row === undefined) throw new Error(`No such call: ${request.method} ${pathname}`);
    const { name } = row;
    seen.push({ name, key: request.headers.get('idempotency-key'), signal: request.signal });
    changes.get(name)?.();
    const fate = fates.get(name) ?? {};
    if (fate === 'cut') throw new TypeError('The connection was cut.');
    if (fate === 'silence') {
      return new Promise((_, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason));
      });
    }
    const { status = 200, message = 'OK', data = status < 300 ? answers[name] : null } = fate;
    return new Response(JSON.stringify({ status, message, data }), {
      status,
      headers: { 'content-type': 'application/json' },
    });
  };
  return {
    fetch: answer,
    /** From now on a call fares like this; like its sample without a fate. */
    fares(name: CallName, fate?: Fate) {
      if (fate === undefined) fates.delete(name);
      else fates.set(name, fate);
    },
    /** Runs at each arrival of a call: what the server answers from then on. */
    at(name: CallName, change: () => void) {
      changes.set(name, change);
    },
    seen: (name: CallName) => seen.filter((call) => call.name === name),
  };
}
