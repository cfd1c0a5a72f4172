import { recordedBackEnd } from './recorded-back-end.ts';

/** A response of the shop before it is sent; a test may spoil it. */
export interface LiteralReply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test changes any field of any response.
  body: any;
  headers: Record<string, string>;
}
/** Changes one response; `who` is the account that called, undefined for a visitor. */
export type Spoil = (reply: LiteralReply, call: string, who: string | undefined) => unknown;

/** Two accounts with a proven address. */
export const literalAccounts = ['sekar', 'wulan'].map((name) => ({
  email: `${name}@contoh.id`,
  password: 'kucing-hitam-7',
}));

const back = recordedBackEnd();
/** The event that the shop sells. */
export const literalSlug = back.slug;
const place = { country: 'Indonesia', country_id: 1, province: 'Bali', province_id: 17 };
const summary = {
  id: 71,
  slug: literalSlug,
  image: null,
  title: 'Pentas Rakyat',
  datetime: '2027-02-01 19:00:00',
  venue: 'Lapangan',
  ...place,
  ...{ city: 'Denpasar', city_id: 5, subdistrict: '', subdistrict_id: 0 },
  lowest_price: 150000,
  status: 'active',
};
const pagination = {
  ...{ total: 1, count: 1, per_page: 10, current_page: 1, total_pages: 1 },
  links: { next: null, previous: null },
};
const detail = {
  ...{ banner: null, name: 'Pentas Rakyat', eventDate: '2027-02-01 19:00:00', eventType: 'Musik' },
  lowestPrice: 150000,
  organizer: { logo: null, name: 'Sanggar' },
  layout: null,
  venue: { name: 'Lapangan', location: null },
  ...{ about: '', facilities: [{ name: 'Parkir' }], TNC: '<p>-</p>', privacyPolicy: '' },
};
const currency = { id: 1, name: 'Indonesia', code: 'ID', phone_code: '62', currency: 'IDR' };
const province = { id: 17, name: 'Bali', code: 'BA', country: { data: currency } };
const google = { auth_url: 'https://a.example', callback_url: 'https://b.example', state: 'x' };
const event = `/event/${literalSlug}`;
/** Read by everybody. */
const open: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(
    ['featured-events', 'promo-events', 'event-list', 'event-search'].map((list) => [
      `GET /${list}`,
      [summary],
    ]),
  ),
  'GET /locations/provinces/1': [province],
  'GET /auth/google/url': google,
  'POST /auth/logout': null,
  [`GET ${event}`]: detail,
};
const ticket = { id: 700, ticket_code: 'PR-1', ticket_type: 'Reguler', seat_number: 'A-2' };
const order = { event_slug: literalSlug, name: 'Pentas Rakyat', banner: null, venue_name: 'x' };
const printed = {
  ...{ id: 700, event_name: 'Pentas Rakyat', venue_name: 'x', event_date: '2027-02-01 19:00:00' },
  ...{ qr_code: 'x', ticket_code: 'PR-1', holder_name: 'Sekar', order_id: 8801 },
  ...{ category_name: 'Reguler', organizer_name: 'Sanggar', organizer_logo: null },
};
/** Owned by the buyer, from the payment on. */
const owned: Readonly<Record<string, unknown>> = {
  'GET /my/tickets': [
    { ...order, datetime: 'TBA', ticket_amount: 2, total_paid_amount: '300,000' },
  ],
  [`GET /my/tickets/${literalSlug}`]: { data: [ticket] },
  'GET /e-ticket/700': { ticket: printed },
  'GET /purchase-history': [
    { transaction_id: 8801, title: 'Pentas Rakyat', image: null, datetime: 'TBA', venue: 'x' },
  ],
};
const files: Readonly<Record<string, string>> = {
  'GET /e-ticket/700/html': 'text/html',
  'GET /tickets/700/pdf': 'application/pdf',
};
const read = /^GET \/event\/[^/]+(?:\/seatmap.*)?$/;
const beyond =
  /\/(?:legal|queue\/(?!join)|documents|payment-return|refund|transfers|contact|auth\/.*password)/;
/** Calls that need a body with one of these fields. */
const needs =
  /^(?:POST \/auth\/(?!logout)|PUT|POST \/event\/.*(?:preview|draft|payment|submission)$)/;

/**
 * A whole back end by §3 and §7 alone: `recordedBackEnd` for each of two accounts, with a catalogue, refusals, tickets and a cookie. `spoil` makes
 * it a wrong one.
 */
export function literalShop(spoil: Spoil = () => undefined) {
  const people = new Map(literalAccounts.map(({ email }) => [email, recordedBackEnd()]));
  const [buyer = ''] = people.keys();
  const did = new Set<string>();

  async function answer(call: string, text: string, who: string | undefined) {
    const body = text === '' ? {} : JSON.parse(text);
    const ok = (data: unknown) => ({ status: 200, body: { status: 200, message: 'OK', data } });
    const refuse = (status: number, message: string) => ({ status, body: { status, message } });
    const lacksBody = needs.test(call) && Object.keys(body).length === 0;
    if (call === 'POST /auth/login' && !lacksBody) {
      const { email, password } = literalAccounts.find((one) => one.email === body.email) ?? {};
      const own = people.get(email ?? '');
      if (own === undefined || password !== body.password) return refuse(401, 'Login gagal');
      for (const path of ['register', 'validate-otp'])
        await own.fetch(`http://a/auth/${path}`, { method: 'POST' });
      const headers = { 'set-cookie': `sid=${email}; Path=/; HttpOnly; SameSite=Lax` };
      return { ...ok({ isVerified: true }), headers };
    }
    if (call in open) {
      const page = Array.isArray(open[call]) ? { pagination } : {};
      return { status: 200, body: { ...ok(open[call]).body, ...page } };
    }
    const own = people.get(who ?? '');
    const isOpen = beyond.test(call) || read.test(call) || /\/auth\/(?:login|register)$/.test(call);
    if (own === undefined && !isOpen) return refuse(401, 'Unauthenticated');
    if (lacksBody) return refuse(422, 'Data tidak lengkap');
    if (call === 'POST /auth/register') return refuse(422, 'Alamat sudah dipakai');
    if (beyond.test(call) || (call.includes(' /event/') && !call.includes(event)))
      return refuse(404, 'Not Found');
    const note = (what: string) => `${who} ${what}`;
    if (call === 'DELETE /session') return ok(null);
    if (/^(?:GET|DELETE) .*order-draft$/.test(call) && !did.has(note('drafted')))
      return refuse(404, 'No draft');
    if (/(?:submission|payment-methods|create-payment)$/.test(call) && !did.has(note('drafted')))
      return refuse(403, 'Active order draft required');
    if (call.endsWith('/payment/status') && !did.has(note('paying'))) return refuse(404, 'None');
    if (call.endsWith('/join')) did.add(note('joined'));
    if (call.endsWith('/create-payment')) did.add(note('paying'));
    if (call === `DELETE ${event}/order-draft`) {
      did.delete(note('drafted'));
      return ok(null);
    }
    if (call === `POST ${event}/order-draft`) {
      if (!did.has(note('joined'))) return refuse(403, 'Join first');
      if (who !== buyer) return refuse(409, 'Seats not available or already taken');
      if (body.voucher_code !== null)
        return refuse(422, 'Kode voucher tidak valid atau sudah kedaluwarsa');
      did.add(note('drafted'));
    }
    const type = files[call];
    if ((call in owned || type !== undefined) && who !== buyer) return refuse(404, 'Not Found');
    if (type !== undefined) return { ...ok(null), headers: { 'content-type': type } };
    if (call in owned) return ok(owned[call]);
    if (call === 'PUT /profile' || call === 'POST /auth/google/complete-profile') return ok(null);
    const [method = '', path = ''] = call.split(' ');
    const init = method === 'GET' ? { method } : { method, body: JSON.stringify(body) };
    const recorded = await (own ?? back).fetch(`http://a${path}`, init);
    return { status: recorded.status, body: await recorded.json() };
  }

  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const call = `${request.method} ${new URL(request.url).pathname.replace(/^\/api/, '')}`;
    const who = /sid=([^;]+)/.exec(request.headers.get('cookie') ?? '')?.[1];
    const answered = await answer(call, await request.text(), who);
    const reply: LiteralReply = structuredClone({ headers: {}, ...answered });
    if (call === 'POST /auth/logout') reply.headers['set-cookie'] = 'sid=; Path=/; Max-Age=0';
    spoil(reply, call, who);
    const { status, body, headers } = reply;
    return Response.json(body, { status, headers });
  };
  return {
    fetch: send,
    buyer,
    pay: async () => people.get(buyer)?.pay(),
  };
}
