import Fastify from 'fastify';
import { twinAccounts } from '../../server/gateway/stand-in.ts';
import { mountMidtransTwin } from '../../tools/desk/twins/midtrans.ts';
import type { TwinNotice } from '../../tools/desk/twins/twin.ts';
import { mountXenditTwin } from '../../tools/desk/twins/xendit.ts';

export const gatewayNames = ['midtrans', 'xendit'] as const;
type GatewayName = (typeof gatewayNames)[number];
/** How notices travel. */
export const posts = ['once', 'lost', 'twice', 'late'] as const;

const xenditPath = '/v3/payment_requests';

interface BankParts {
  readonly now: () => Date;
  /** Waits until a call has timed out. */
  hang(): Promise<void>;
  /** Hands a notice to the shop. */
  deliver(gateway: string, notice: TwinNotice): Promise<number>;
}

/** As every history begins. */
const wellState = () => ({
  lines: { midtrans: 'well', xendit: 'well' } as Record<GatewayName, 'well' | 'away' | 'hanging'>,
  /** Since when each line is well. */
  wellAt: { midtrans: 0, xendit: 0 } as Record<GatewayName, number>,
  /** What happens to the next call alone, which is carried out. */
  next: null as 'lost' | 'held' | null,
  post: 'once' as (typeof posts)[number],
  /** The process whose call was carried out and has no response before `release`. */
  held: null as { readonly process: number; release(): void } | null,
  /** True once a call has failed since it was set to false. */
  isDisturbed: false,
  /** The calls, as text, with their moment. */
  asked: [] as { readonly text: string; readonly at: number }[],
});

/** The gateways, outside of the shop: their books, the lines to them, and the notices that they send. */
export function openBank({ now, hang, deliver }: BankParts) {
  const bank = Fastify();
  const heard: { readonly gateway: GatewayName; readonly notice: TwinNotice }[] = [];
  const late: typeof heard = [];
  const state = { ...wellState(), onHeld: () => {} };
  const post = (gateway: GatewayName) => async (notice: TwinNotice) => {
    heard.push({ gateway, notice });
    if (state.post === 'late') late.push({ gateway, notice });
    if (state.post === 'lost' || state.post === 'late') return 200;
    if (state.post === 'twice') await deliver(gateway, notice);
    return deliver(gateway, notice);
  };
  const { midtrans, xendit } = twinAccounts;
  const twins = {
    midtrans: mountMidtransTwin(bank, { ...midtrans, now, deliver: post('midtrans') }),
    xendit: mountXenditTwin(bank, { ...xendit, now, deliver: post('xendit') }),
  };
  const ask = async (gateway: GatewayName, method: 'GET' | 'POST', path: string) => {
    const { url, key } = twinAccounts[gateway];
    const headers = { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` };
    return (await bank.inject({ method, url: new URL(url).pathname + path, headers })).json();
  };
  /** The line of one process to one gateway. */
  const line =
    (process: number, gateway: GatewayName): typeof fetch =>
    async (input, init = {}) => {
      const { pathname, search } = new URL(String(input));
      const text = typeof init.body === 'string' ? init.body : '';
      state.asked.push({ text: pathname + search + text, at: now().getTime() });
      state.isDisturbed ||= state.lines[gateway] !== 'well' || state.next !== null;
      if (state.lines[gateway] === 'hanging') await hang();
      if (state.lines[gateway] !== 'well') throw new TypeError('fetch failed');
      const accident = state.next;
      state.next = null;
      const answer = await bank.inject({
        url: pathname + search,
        method: init.method as 'GET' | 'POST',
        headers: init.headers as Record<string, string>,
        ...(text !== '' && { payload: text }),
      });
      if (accident === 'lost') throw new TypeError('fetch failed');
      if (accident === 'held') {
        await new Promise<void>((release) => {
          state.held = { process, release };
          state.onHeld();
        });
        state.held = null;
      }
      return new Response(answer.body, { status: answer.statusCode });
    };
  return {
    state,
    twins,
    line,
    deliver,
    /** Every notice that was sent, whether it came or not. */
    heard,
    books: () => [...twins.midtrans.charges(), ...twins.xendit.charges()],
    /** Cancels a charge, as staff do in the dashboard of the gateway. */
    cancel: (
      gateway: GatewayName,
      { name, reference }: { readonly name: string | null; readonly reference: string | null },
    ) =>
      ask(
        gateway,
        'POST',
        `${gateway === 'midtrans' ? `/v2/${name}` : `${xenditPath}/${reference}`}/cancel`,
      ),
    /** A payment request as Xendit shows it. */
    shown: (reference: string) => ask('xendit', 'GET', `${xenditPath}/${reference}`),
    /** Delivers what is late, the newest first; returns how many notices. */
    async flush() {
      const kept = late.splice(0).reverse();
      for (const { gateway, notice } of kept) await deliver(gateway, notice);
      return kept.length;
    },
    mend() {
      const at = now().getTime();
      Object.assign(state, {
        ...wellState(),
        asked: state.asked,
        wellAt: { midtrans: at, xendit: at },
      });
    },
    reset() {
      twins.midtrans.reset();
      twins.xendit.reset();
      heard.length = 0;
      late.length = 0;
      Object.assign(state, wellState());
    },
  };
}
