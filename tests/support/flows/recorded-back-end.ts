/** One call as the back end received it. */
export interface HeardCall {
  readonly call: string;
  readonly body: unknown;
}

/** Fields that are there and empty. */
const nulls = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, null]));

const slug = 'pentas-rakyat';
const event = { id: 71, slug, name: 'Pentas Rakyat' };
const seat = (id: number, seatNumber: string, column: number, status = 'available') => ({
  id,
  seatNumber,
  row: 'A',
  column,
  ticket_type: 'Reguler',
  price: 150000,
  status,
  category: 5,
});
const seatmap = {
  categories: [
    {
      id: 5,
      name: 'Reguler',
      color: '#1d4ed8',
      price: 150000,
      max_capacity: 4,
      sold_tickets_count: 1,
      available_seats: 3,
    },
  ],
  seatLayout: {
    totalRows: 1,
    totalColumns: 4,
    items: [
      seat(901, 'A-1', 1, 'sold'),
      seat(902, 'A-2', 2),
      seat(903, 'A-3', 3),
      seat(904, 'A-4', 4, 'almost_sold_out'),
    ],
  },
  zoneLayout: { length: 0, width: 0, items: [] },
};
const field = (id: number, field_key: string, label: string, isRequired: boolean) => ({
  id,
  field_key,
  label,
  is_required: isRequired,
  condition_type: 'always',
  display_order: id - 119,
});
const size = { id: 1, label: 'M', value: 'm', display_order: 1 };
const fields = [
  { ...field(120, 'nama', 'Nama lengkap', true), field_type: 'text', options: [] },
  { ...field(121, 'ukuran', 'Ukuran kaus', false), field_type: 'select', options: [size] },
];
const forms = [{ id: 12, name: 'Data peserta', ask_all: true, is_active: true, fields }];
const method = {
  id: 3,
  code: 'qris',
  name: 'QRIS',
  group_name: 'QRIS',
  is_recommended: 1,
  fee_calculation: { total_fee: '0' },
  ...nulls('icon_url', 'fee_description'),
};
/** What never changes. */
const fixed: Readonly<Record<string, unknown>> = {
  'GET /auth/generate-otp': {
    next_request_available_in: 60,
    next_request_available_at: '2026-11-20 08:01:00',
    daily_usage: { current_count: 1, daily_limit: 10 },
  },
  [`GET /event/${slug}/seatmap-categories`]: seatmap,
  [`GET /event/${slug}/forms`]: forms,
  [`GET /event/${slug}/payment-methods`]: { payment_methods: { available_methods: [method] } },
};
const user = (isVerified: boolean) => ({
  id: 4410,
  name: 'Sekar',
  firstName: 'Sekar',
  lastName: null,
  email: 'sekar@contoh.id',
  phoneNumber: '+6281234567890',
  role: 'user',
  isVerified,
  created_at: '2026-11-20 08:00:00',
});

/**
 * A back end that implements §3 and §7 field for field without our extensions: numeric ids, absent optional fields, null positions,
 * local times, no Idempotency-Key, device or change number, and no call beyond §7 (§3.2). It stores just enough for one purchase.
 */
export function recordedBackEnd() {
  const heard: HeardCall[] = [];
  let account: 'none' | 'unverified' | 'verified' = 'none';
  let state = 'not_in_queue';
  let seats: readonly string[] = [];
  let status = 'pending';

  const session = () => ({
    event: state === 'not_in_queue' ? null : event,
    session:
      state === 'not_in_queue'
        ? null
        : {
            context: { queue_enabled: true, browsing_allowed: true, session_duration_minutes: 15 },
            expires_at: '2027-01-01 10:15:00',
            remaining_seconds: 600,
            state,
          },
    queue_info: {
      online: state !== 'not_in_queue',
      user_status: state === 'not_in_queue' ? 'other' : 'online',
      in_queue: false,
      queue_position: null,
      session_info: { remaining_seconds: state === 'not_in_queue' ? null : 600 },
    },
  });
  const total = () => seats.length * 150000;
  const draft = () => ({
    order: {
      id: 8801,
      order_code: 'PR-8801',
      status: 'draft',
      total_price: total(),
      expires_at: '2027-01-01 10:15:00',
      remaining_seconds: 600,
      is_expired: false,
    },
    order_data: {
      items: [
        {
          category_name: 'Reguler',
          price_per_item: 150000,
          seats: seats.map((seat_number, index) => ({
            ticket_id: 700 + index,
            seat_number,
            row: 'A',
            column: index + 2,
          })),
        },
      ],
    },
  });
  const payment = () => ({
    id: 5501,
    payment_method: 'qris',
    amount: total(),
    gateway: 'midtrans',
    status,
    expires_at: '2027-01-01 10:26:00',
    is_expired: false,
    remaining_seconds: 600,
    payment_data: {
      qr_code_url: null,
      virtual_account: null,
      payment_instructions: null,
      gateway_response: {
        qr_url: null,
        qr_string: '00020101021226',
        instructions: { title: 'Cara membayar', steps: ['Pindai kode', 'Bayar'] },
      },
    },
  });
  const answers: Readonly<Record<string, (body: { seats: string[] }) => unknown>> = {
    'POST /auth/register': () => {
      account = 'unverified';
      return { token: 'bearer-token' };
    },
    'POST /auth/validate-otp': () => {
      account = 'verified';
      return null;
    },
    'GET /auth/me': () => user(account === 'verified'),
    'GET /session': session,
    [`POST /event/${slug}/session/queue/join`]: () => {
      state = 'online';
      return { session: { state, remaining_seconds: 600 } };
    },
    [`POST /event/${slug}/order-preview`]: (body) => {
      const price = body.seats.length * 150000;
      const item = {
        category: 'Reguler',
        quantity: body.seats.length,
        price_per_item: 150000,
        seats: body.seats.map((number) => ({ number })),
      };
      const pricing_details = { original_price: price, tax: 0, final_price: price };
      return { preview: { items: [item], pricing_details } };
    },
    [`POST /event/${slug}/order-draft`]: (body) => {
      seats = body.seats;
      return null;
    },
    [`GET /event/${slug}/order-draft`]: draft,
    [`POST /event/${slug}/order-draft/form-submission`]: () => {
      state = 'payment_selection';
      return null;
    },
    [`POST /event/${slug}/create-payment`]: () => {
      state = 'payment_processing';
      return payment();
    },
    [`GET /event/${slug}/payment/status`]: payment,
  };
  /** The value of `data`; undefined for a call that §7 does not list. */
  const answerTo = (call: string, body: { seats: string[] }) =>
    answers[call]?.(body) ?? (call in answers ? null : fixed[call]);

  const fetchOne: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const path = new URL(request.url).pathname.replace(/^\/api/, '');
    const text = await request.text();
    const body = text === '' ? {} : JSON.parse(text);
    const call = `${request.method} ${path}`;
    heard.push({ call, body });
    if (account === 'none' && /^(?:GET \/(?:session|auth\/me)|.*\/order|.*\/payment)/.test(call)) {
      return Response.json({ status: 401, message: 'Unauthenticated' }, { status: 401 });
    }
    const data = answerTo(call, body);
    if (data === undefined) {
      return Response.json({ status: 404, message: 'Not Found' }, { status: 404 });
    }
    return Response.json({ status: 200, message: 'OK', data });
  };

  return {
    slug,
    fetch: fetchOne,
    heard: heard as readonly HeardCall[],
    /** Completes the payment: the next status response says so. */
    pay: () => {
      status = 'completed';
      state = 'completed';
    },
  };
}
