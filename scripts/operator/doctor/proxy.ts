import type { Config } from '../../../server/config.ts';
import { plainAddress } from '../../../server/http/proxies.ts';
import {
  doctorHeader,
  doctorProof,
  type SeenCaller,
  seenCallerSchema,
} from '../../../server/http/seen-caller.ts';
import { openSecrets } from '../../../server/secrets/secret-store.ts';
import { error, type Finding, note, warning } from './finding.ts';

const withinMs = 5_000;
/** An address of RFC 5737, which no caller has: where it counts, a proxy passes on what its callers claim. */
const claimed = '203.0.113.77';

/** Asks the server through PUBLIC_URL what its proxy sends. */
export async function proxyFindings(config: Config): Promise<Finding[]> {
  const { publicUrl, mode } = config;
  if (publicUrl === null || mode === 'development') return [];
  const key = config.keys.device ?? openSecrets(config.dataDir).read().device;
  if (key === undefined)
    return [note('PUBLIC_URL: without the keys of the server its proxy cannot be tested.')];
  const answer = await fetch(new URL('/api/ready', publicUrl), {
    headers: { [doctorHeader]: doctorProof(key, Date.now()), 'x-forwarded-for': claimed },
    redirect: 'error',
    signal: AbortSignal.timeout(withinMs),
  })
    .then(async (response) => seenCallerSchema.safeParse((await response.json()).data?.caller))
    .catch(() => null);
  if (answer === null) {
    return [
      warning(
        `PUBLIC_URL: nothing of ours answers at ${publicUrl}. Give the command while the server runs, and check name, certificate and proxy.`,
      ),
    ];
  }
  if (!answer.success) {
    return [
      warning(
        `PUBLIC_URL: the server at ${publicUrl} does not know the keys of this command. Give it with the settings of the server.`,
      ),
    ];
  }
  return [judged(answer.data)];
}

function judged({ peer, isTrusted, forwarded, address }: SeenCaller): Finding {
  const proxy = plainAddress(peer) ?? peer;
  const sent = `X-Forwarded-For: ${forwarded ?? 'none'}`;
  if (!isTrusted) {
    return error(
      `TRUST_PROXY: it does not contain ${proxy}, the proxy before the server (${sent}), so all callers share the limits of one address. Add its network.`,
    );
  }
  const hops = forwarded?.split(',').map((hop) => hop.trim()) ?? [];
  if (hops.filter((hop) => hop !== claimed).length === 0) {
    return error(
      address === claimed
        ? `TRUST_PROXY: the proxy ${proxy} passes on the X-Forwarded-For of its callers unchanged, so everybody chooses the address of its limits. Let it append or set the address of its caller.`
        : `TRUST_PROXY: the proxy ${proxy} sends no X-Forwarded-For, so all callers share the limits of one address. Let it send the address of its caller.`,
    );
  }
  if (address === proxy) {
    return error(
      `TRUST_PROXY: the proxy ${proxy} sends what is no address (${sent}), so all callers share the limits of one address. Let it send addresses alone.`,
    );
  }
  return note(
    `TRUST_PROXY: through ${proxy} this machine is ${address} (${sent}). If that is one of your proxies, add its network.`,
  );
}
