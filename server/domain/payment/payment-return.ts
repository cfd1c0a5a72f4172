import { callPath } from '../../../contract/call/call.ts';
import { apiRoot } from '../../../contract/limits.ts';
import { pathTo } from '../../../contract/pages.ts';
import { paymentReturn, returnLinkSeconds } from '../../../contract/payment-return.ts';
import { escapeHtml } from '../../../contract/texts/html.ts';
import type { Locale } from '../../../contract/texts/locale.ts';
import type { Queryable } from '../../db/db.ts';
import type { Keys } from '../../secrets/keys.ts';
import { isSameHash, keyedHash } from '../../secrets/secret-hash.ts';
import type { PaymentRow } from './payments-view.ts';

// Without a dot: the server takes a path with one for a file.
const tokenPattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})_(\d{10})_([\w-]{43})$/;

type LinkKeys = Pick<Keys, 'device'>;

const signatureOf = (content: string, keys: LinkKeys) =>
  keyedHash(keys.device, 'payment-return', content);

/** The path of a payment's return page; the same each time the charge is asked for. */
export function returnPath(payment: Pick<PaymentRow, 'id' | 'created_at'>, keys: LinkKeys): string {
  const until = Math.floor(payment.created_at.getTime() / 1000) + returnLinkSeconds;
  const content = `${payment.id}_${until}`;
  const token = `${content}_${signatureOf(content, keys)}`;
  return apiRoot + callPath(paymentReturn.path, { token });
}

function paymentIn(token: string, now: Date, keys: LinkKeys): string | null {
  const [, paymentId = '', until = '', signature = ''] = tokenPattern.exec(token) ?? [];
  const isOurs = isSameHash(signature, signatureOf(`${paymentId}_${until}`, keys));
  return isOurs && now.getTime() / 1000 <= Number(until) ? paymentId : null;
}

/** What the page knows of a payment, and whose it is. */
type ReturnedPayment = Pick<PaymentRow, 'status' | 'slug' | 'account_id'> & {
  readonly name: string;
};

/** The payment of a token; null for one that this shop did not sign, that is over, or whose payment is gone. */
export async function returnedPayment(
  q: Queryable,
  token: string,
  now: Date,
  keys: LinkKeys,
): Promise<ReturnedPayment | null> {
  const id = paymentIn(token, now, keys);
  if (id === null) return null;
  const [row] = await q.query<ReturnedPayment>(
    `select p.status, p.account_id, e.slug, e.name from payments p join events e on e.id = p.event_id where p.id = $1`,
    [id],
  );
  return row ?? null;
}

type ReturnState = 'paid' | 'waiting' | 'ended' | 'owed' | 'returned' | 'over';
type Said = readonly [title: string, text: string, action: string];

const words: Readonly<Record<Locale, Readonly<Record<ReturnState, Said>>>> = {
  id: {
    paid: [
      'Pembayaran berhasil',
      'Tiket ada di Pesanan Saya. Masuk dengan akun yang memesan, atau kembali ke browser tempat Anda memesan.',
      'Buka Pesanan Saya',
    ],
    waiting: [
      'Pembayaran belum diterima',
      'Konfirmasi dari dompet digital bisa datang beberapa saat kemudian. Kembali ke browser tempat Anda memesan: halaman di sana menunggunya.',
      'Buka halaman pembayaran',
    ],
    ended: [
      'Pembayaran tidak selesai',
      'Tidak ada tiket yang terbit dari pembayaran ini. Masuk dengan akun yang memesan untuk melihat pesanan.',
      'Buka halaman pembayaran',
    ],
    owed: [
      'Uang akan dikembalikan',
      'Tiket pesanan ini tidak berlaku. Rinciannya ada di Riwayat Transaksi.',
      'Buka Riwayat Transaksi',
    ],
    returned: [
      'Uang dikembalikan',
      'Tiket pesanan ini tidak berlaku. Rinciannya ada di Riwayat Transaksi.',
      'Buka Riwayat Transaksi',
    ],
    over: [
      'Tautan ini tidak berlaku',
      'Status pembayaran ada di Riwayat Transaksi, setelah Anda masuk.',
      'Buka Riwayat Transaksi',
    ],
  },
  en: {
    paid: [
      'Payment successful',
      'The tickets are in My Orders. Sign in with the account that ordered, or go back to the browser in which you ordered.',
      'Open My Orders',
    ],
    waiting: [
      'Payment not received yet',
      'The wallet may confirm it a little later. Go back to the browser in which you ordered: its page is waiting for it.',
      'Open the payment page',
    ],
    ended: [
      'Payment not completed',
      'No ticket came of this payment. Sign in with the account that ordered to see the order.',
      'Open the payment page',
    ],
    owed: [
      'Your money will be returned',
      'The tickets of this order are not valid. Transaction History has the details.',
      'Open Transaction History',
    ],
    returned: [
      'Money returned',
      'The tickets of this order are not valid. Transaction History has the details.',
      'Open Transaction History',
    ],
    over: [
      'This link is not valid',
      'The state of the payment is in Transaction History, once you are signed in.',
      'Open Transaction History',
    ],
  },
};

const states: Readonly<Record<PaymentRow['status'], ReturnState>> = {
  pending: 'waiting',
  completed: 'paid',
  expired: 'ended',
  failed: 'ended',
  refund_due: 'owed',
  refunded: 'returned',
};

/** Lets a browser show the page, but run and load nothing. */
export const returnPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const style = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 48px 16px; font: 16px/1.5 'Plus Jakarta Sans', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
main { max-width: 480px; margin: 0 auto; overflow-wrap: anywhere; }
h1 { font-size: 28px; line-height: 1.2; }
a { display: block; padding: 12px 24px; border-radius: 999px; background: #b30f58; color: #fff; font-weight: 700; text-align: center; text-decoration: none; }
`;

interface ReturnPage {
  /** Null for an address that is forged or over. */
  readonly payment: ReturnedPayment | null;
  readonly productName: string;
  readonly locale: Locale;
}

/** The page as HTML: state, event and what to do; no names, no amounts, because everybody who has the address reads it. */
export function returnHtml(page: ReturnPage): string {
  const { payment, productName, locale } = page;
  const state = payment === null ? 'over' : states[payment.status];
  const [title, text, action] = words[locale][state];
  const target =
    state === 'paid'
      ? pathTo('my-tickets')
      : payment === null || state === 'owed' || state === 'returned'
        ? pathTo('transaction-history')
        : pathTo('payment', { slug: payment.slug });
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${escapeHtml(productName)}</title>
<style>${style}</style>
</head>
<body>
<main>
<p>${escapeHtml(productName)}</p>
<h1>${title}</h1>
${payment === null ? '' : `<p><strong>${escapeHtml(payment.name)}</strong></p>`}
<p>${text}</p>
<a href="${escapeHtml(target)}">${action}</a>
</main>
</body>
</html>
`;
}
