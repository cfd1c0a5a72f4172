import type { PaymentData } from '../../../contract/payment.ts';
import { paymentHosts } from '../../app/product.ts';

/** Apps of e-wallets (gojek://…) that a payment may open. */
const walletApps = /^(?:gojek|gopay|shopeeid|shopee|dana|linkaja|ovo):\/\//i;

/** Returns an address that opens the app of an e-wallet, or a safe link; null for any other. */
export function appLink(
  address: string | null,
  origin: string,
  hosts: readonly string[],
): string | null {
  return address !== null && walletApps.test(address) ? address : safeLink(address, origin, hosts);
}

/** Returns an address only if it is our own, or on https on a configured host or its subdomain (§2.302); null for any other. */
export function safeLink(
  address: string | null,
  origin: string,
  hosts: readonly string[],
): string | null {
  if (address === null) return null;
  try {
    const url = new URL(address, origin);
    const isOwn = url.origin === origin && /^https?:$/.test(url.protocol);
    const isNamed =
      url.protocol === 'https:' &&
      hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
    return isOwn || isNamed ? url.href : null;
  } catch {
    return null;
  }
}

/** The addresses of a payment that the page may open or show (§2.302). A phone opens the app of the e-wallet, another device its page. */
export function addressesOf(data: PaymentData, isPhone: boolean) {
  const { checkout_url, deeplink = null, qr_code_url, qr_string } = data;
  const { origin } = window.location;
  const safe = (address: string | null) => safeLink(address, origin, paymentHosts);
  return {
    link: (isPhone ? appLink(deeplink, origin, paymentHosts) : null) ?? safe(checkout_url),
    picture: qr_string === null ? safe(qr_code_url) : null,
  };
}
