import { type CallName, calls } from '../../../contract/call/calls.ts';
import { apiRoot } from '../../../contract/limits.ts';
import { answers } from '../../contract/samples.ts';

/** In the place of the network: a server that responds to every call of the contract with its sample, or with other data. */
export function sampleServer() {
  const seen: CallName[] = [];
  const others = new Map<CallName, unknown>();
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
    seen.push(name);
    changes.get(name)?.();
    const data = others.get(name) ?? answers[name];
    return Response.json({ status: 200, message: 'OK', data });
  };
  return {
    fetch: answer,
    /** From now on a call is answered with this. */
    answers: (name: CallName, data: unknown) => void others.set(name, data),
    /** Runs at each arrival of a call: what the server responds from then on. */
    at: (name: CallName, change: () => void) => void changes.set(name, change),
    seen: (name: CallName) => seen.filter((each) => each === name),
  };
}
