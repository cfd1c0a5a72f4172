import type { FastifyInstance } from 'fastify';
import type { GatewayAccount, XenditAccount } from '../config/gateways.ts';
import type { Config } from '../config.ts';
import type { WireSettings } from './wire.ts';

/** Path of the twins of the payment gateways (decision 072). */
export const twinsPath = '/dev/twins';

/** The only account at each twin; no gateway has such a key. */
export const twinAccounts = {
  midtrans: {
    url: `http://localhost${twinsPath}/midtrans`,
    key: 'SB-Mid-server-twin-of-development',
    merchantId: 'G000000000',
  },
  xendit: {
    url: `http://localhost${twinsPath}/xendit`,
    key: 'xnd_development_twin',
    callbackToken: 'token-of-the-twin-of-development',
    merchantId: '000000000000000000000000',
  },
} as const satisfies { readonly midtrans: GatewayAccount; readonly xendit: XenditAccount };

/** A gateway with a twin. */
export type TwinName = keyof typeof twinAccounts;

/** The gateways whose twins stand in for them: they are named, the development tools run, and no account is set. */
export function twinNames({
  config: { devTools, paymentGateways, ...accounts },
}: {
  readonly config: Pick<Config, 'devTools' | 'paymentGateways' | TwinName>;
}): readonly TwinName[] {
  return (['midtrans', 'xendit'] as const).filter(
    (name) => devTools && paymentGateways.includes(name) && accounts[name] === null,
  );
}

/** The account at a twin within this process, and the way there, whatever the public port is. */
export function twinAccount<Name extends TwinName>(
  app: FastifyInstance,
  name: Name,
): (typeof twinAccounts)[Name] & Required<Pick<WireSettings, 'fetch'>> {
  const send: typeof fetch = async (input, init = {}) => {
    const { pathname, search } = new URL(String(input));
    const { body, method, headers, signal } = init;
    const given = app.inject({
      url: pathname + search,
      method: method as 'GET' | 'POST',
      headers: { ...(headers as Record<string, string>), host: 'localhost' },
      ...(typeof body === 'string' ? { payload: body } : {}),
    });
    const ended = new Promise<never>((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    const answer = await Promise.race([given, ended]);
    return new Response(answer.body, { status: answer.statusCode });
  };
  return { ...twinAccounts[name], fetch: send };
}
