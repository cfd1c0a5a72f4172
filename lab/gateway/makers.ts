import { createMidtrans } from '../../server/gateway/midtrans/midtrans.ts';
import { twinAccounts } from '../../server/gateway/stand-in.ts';
import { tokenHeader } from '../../server/gateway/xendit/notice.ts';
import { createXendit } from '../../server/gateway/xendit/xendit.ts';
import { mountMidtransTwin } from '../../tools/desk/twins/midtrans.ts';
import type { TwinNotice } from '../../tools/desk/twins/twin.ts';
import { mountXenditTwin } from '../../tools/desk/twins/xendit.ts';
import type { Bench, ConnectOptions, Maker } from './bench.ts';

const account = ['virtual_account', 'bank'] as const;

const withText = (notice: TwinNotice, from: RegExp, to: string): TwinNotice => ({
  ...notice,
  body: notice.body.replace(from, to),
});

/** Midtrans and its twin. */
const midtrans: Maker = {
  name: 'midtrans',
  twinKey: twinAccounts.midtrans.key,
  sandbox: {
    keyName: 'MIDTRANS_SERVER_KEY',
    urlName: 'MIDTRANS_URL',
    url: 'https://api.sandbox.midtrans.com',
    isTest: (url) => new URL(url).hostname.includes('sandbox'),
  },
  shows: {
    qris: ['qr_string'],
    gopay: ['qr_code_url', 'deeplink'],
    shopeepay: ['deeplink'],
    dana: ['checkout_url'],
    ovo: ['push'],
    bca: account,
    bni: account,
    bri: account,
    cimb: account,
    permata: account,
    mandiri: ['bill_key', 'biller_code', 'bank'],
  },
  forge: (notice) => [
    withText(notice, /"gross_amount":"\d+/, '"gross_amount":"1'),
    withText(notice, /"order_id":"./, '"order_id":"x'),
    withText(notice, /"status_code":"\d/, '"status_code":"9'),
    withText(notice, /"signature_key":"[^"]*"/, '"signature_key":""'),
    withText(notice, /"signature_key":"[^"]*",/, ''),
    withText(notice, /^\{/, '['),
  ],
  mountTwin: (app, options) =>
    mountMidtransTwin(app, {
      ...options,
      ...twinAccounts.midtrans,
    }),
  connect: (options) => createMidtrans(options),
};

const withToken = ({ body, headers }: TwinNotice, token: string | null): TwinNotice => {
  const { [tokenHeader]: _token, ...others } = headers;
  return { body, headers: token === null ? others : { ...others, [tokenHeader]: token } };
};

/** Xendit and its twin. */
const xendit: Maker = {
  name: 'xendit',
  twinKey: twinAccounts.xendit.key,
  sandbox: {
    keyName: 'XENDIT_SECRET_KEY',
    urlName: 'XENDIT_URL',
    url: 'https://api.xendit.co',
    isTest: (_url, key) => key.startsWith('xnd_development_'),
  },
  shows: {
    qris: ['qr_string'],
    dana: ['checkout_url'],
    ovo: ['push'],
    linkaja: ['checkout_url'],
    shopeepay: ['deeplink'],
    bca: account,
    bni: account,
    bri: account,
    mandiri: account,
    cimb: account,
    permata: account,
    bjb: account,
    bsi: account,
  },
  // The token covers no body: what a stranger can touch is the header.
  forge: (notice) => [
    withToken(notice, null),
    withToken(notice, ''),
    withToken(notice, 'x'),
    withToken(notice, `${twinAccounts.xendit.callbackToken}x`),
    withToken(notice, twinAccounts.xendit.callbackToken.toUpperCase()),
  ],
  mountTwin: (app, options) => mountXenditTwin(app, { ...options, ...twinAccounts.xendit }),
  connect: (options) => {
    const { key, callbackToken } = twinAccounts.xendit;
    // In the cases another key stands for another account, with a token of its own.
    return createXendit({
      ...options,
      callbackToken: options.key === key ? callbackToken : options.key,
    });
  },
};

/** The gateways that can be proven, by name. */
export const makers: Readonly<Record<string, Maker>> = { midtrans, xendit };

/** A bench over the sandbox of a maker, or the reason why there is none: no key, or one that would move money. */
export function sandboxOf(
  maker: Maker,
  env: Readonly<Record<string, string | undefined>>,
): Bench | string {
  const { keyName, urlName, url: standard, isTest } = maker.sandbox;
  const key = env[keyName];
  const url = env[urlName] ?? standard;
  if (key === undefined || key === '') return `${keyName} is not set: the sandbox was not asked.`;
  if (!URL.canParse(url) || !isTest(url, key)) {
    return `${urlName} and ${keyName} are not those of a sandbox: the cases would make real charges.`;
  }
  const connect = (options: Partial<ConnectOptions>) => maker.connect({ url, key, ...options });
  return { maker, connect, gateway: connect({}), now: () => new Date() };
}
