import { mountMidtransTwin } from '../../server/dev/twins/midtrans.ts';
import type { TwinNotice } from '../../server/dev/twins/twin.ts';
import { createMidtrans } from '../../server/gateway/midtrans/midtrans.ts';
import { twinAccounts } from '../../server/gateway/stand-in.ts';
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

/** The gateways that can be proven, by name. */
export const makers: Readonly<Record<string, Maker>> = { midtrans };

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
