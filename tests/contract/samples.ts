import type { AnswerOf } from '../../contract/call.ts';
import type { CallName, calls } from '../../contract/calls.ts';

const at = '2026-03-07T19:30:00+07:00';

const user = {
  id: '7',
  name: 'Ratna Wijayanti',
  firstName: 'Ratna',
  lastName: 'Wijayanti',
  email: 'pembeli@contoh.id',
  phoneNumber: '+6281210000001',
  role: 'user',
  isVerified: true,
  created_at: at,
};
const otp = {
  next_request_available_in: 60,
  next_request_available_at: at,
  daily_usage: { current_count: 1, daily_limit: 10 },
  expires_in: 900,
  expires_at: at,
};
const summary = {
  id: 'e1',
  slug: 'konser-senja-jakarta',
  image: '/media/posters/konser-senja-jakarta.svg',
  title: 'Konser Senja Jakarta',
  datetime: at,
  organizer: { logo: null, name: 'Suara Sore' },
  venue: 'Taman',
  country: 'Indonesia',
  country_id: 1,
  province: 'DKI Jakarta',
  province_id: 11,
  city: 'Jakarta Pusat',
  city_id: 1,
  subdistrict: 'Menteng',
  subdistrict_id: 2,
  lowest_price: 250_000,
  status: 'active',
};
const session = {
  event: { id: 'e1', slug: 'konser-senja-jakarta', name: 'Konser Senja Jakarta' },
  session: {
    id: 's1',
    state: 'online' as const,
    remaining_seconds: 899,
    expires_at: at,
    context: { queue_enabled: true, browsing_allowed: true, session_duration_minutes: 15 },
    seq: 2,
    has_draft: false,
    end_reason: null,
    end_note: null,
  },
  queue_info: {
    online: true,
    user_status: 'online' as const,
    in_queue: false,
    queue_position: null,
    session_info: { remaining_seconds: 899 },
    served_per_minute: null,
    paused: false,
  },
};
const pricing = {
  original_price: 1_500_000,
  discount: 150_000,
  tax: 150_000,
  final_price: 1_500_000,
};
const voucher = {
  is_valid: true,
  code: 'HEMAT10',
  discount_amount: 150_000,
  type: 'percent',
  message: 'Voucher diterapkan',
};
const draft = {
  order: {
    id: 'o1',
    order_code: 'ORD-1',
    status: 'draft' as const,
    total_price: 1_500_000,
    expires_at: at,
    remaining_seconds: 600,
    is_expired: false,
    is_locked: false,
    voucher_code: 'HEMAT10',
  },
  order_data: {
    items: [
      {
        category_id: 'c1-1',
        category_name: 'VIP',
        quantity: 2,
        price_per_item: 750_000,
        seats: [
          { ticket_id: 't1', seat_number: 'A-1', row: 4, column: 1 },
          { ticket_id: 't2', seat_number: 'A-2', row: 'A', column: 2 },
        ],
      },
    ],
    pricing_details: pricing,
    voucher_info: voucher,
  },
};
const payment = {
  payment: {
    id: 'p1',
    payment_method: 'qris',
    payment_method_name: 'QRIS',
    amount: 1_505_000,
    service_fee: 5_000,
    gateway: 'simulated',
    status: 'pending' as const,
    expires_at: at,
    is_expired: false,
    remaining_seconds: 600,
    payment_data: {
      qr_code_url: null,
      qr_string: '000201',
      virtual_account: null,
      bank: null,
      checkout_url: null,
      instructions: [{ title: 'Cara membayar', steps: ['Pindai', 'Bayar'] }],
    },
    order_code: 'ORD-1',
    ticket_ids: ['t1'],
  },
};

/** One answer of every call, with every optional part filled in where that is possible. */
export const answers: { readonly [N in CallName]: AnswerOf<(typeof calls)[N]> } = {
  login: { isVerified: true },
  register: { isVerified: false, token: 'sekali-pakai' },
  validateOtp: { isVerified: true },
  generateOtp: otp,
  otpStatus: { ...otp, next_request_available_at: null },
  logout: null,
  me: user,
  updateProfile: user,
  googleUrl: {
    auth_url: 'https://accounts.google.com/x',
    callback_url: 'https://x.id/cb',
    state: 's',
  },
  googleCompleteProfile: null,
  featuredEvents: [summary],
  promoEvents: [],
  eventList: [summary],
  eventSearch: [{ ...summary, image: null }],
  eventDetail: {
    id: 'e1',
    slug: 'konser-senja-jakarta',
    banner: null,
    name: 'Konser Senja Jakarta',
    eventDate: at,
    eventType: null,
    lowestPrice: 0,
    organizer: { logo: '/media/logos/x.svg', name: 'Suara Sore' },
    layout: null,
    venue: { name: 'Taman', location: null },
    about: '<p>Halo</p>',
    facilities: [{ logo: null, name: 'Musala' }, { name: 'Parkir' }],
    TNC: '<ul><li>satu</li></ul>',
    privacyPolicy: '',
    status: 'active',
    shows: [
      {
        id: 's1',
        show_type: 'Malam',
        starts_at: at,
        ends_at: at,
        price: 250_000,
        availability: 'limited',
        seats_left: 9,
        is_free: false,
      },
    ],
  },
  provinces: [
    {
      id: 1,
      name: 'Aceh',
      code: 'AC',
      country: {
        data: { id: 1, name: 'Indonesia', code: 'ID', phone_code: '+62', currency: 'IDR' },
      },
    },
    { id: 0, name: 'Semua Provinsi', code: 'ALL' },
  ],
  seatmapCategories: {
    event_status: 'active',
    categories: [
      {
        id: 'c1',
        name: 'VIP',
        color: '#d9480f',
        price: 750_000,
        max_capacity: 50,
        sold_tickets_count: 1,
        available_seats: null,
      },
    ],
    seatLayout: {
      totalRows: 10,
      totalCols: 20,
      items: [
        {
          id: '1',
          seat_number: 'A-1',
          row: 1,
          column: 1,
          ticket_type: 'VIP',
          price: 750_000,
          status: 'available',
          category: 'c1',
        },
        {
          id: '2',
          seat_number: 'aisle-1-2',
          row: 'A',
          column: 2,
          ticket_type: null,
          price: 0,
          status: 'block',
          category: null,
        },
      ],
    },
    zoneLayout: {
      length: 10,
      width: 5,
      items: [{ id: 'z', svg: '<path/>', originX: 0, originY: 1, category: null }],
    },
  },
  eventForms: [
    {
      id: 'f1',
      name: 'Pemegang tiket',
      description: null,
      ask_all: true,
      is_active: false,
      fields: [
        {
          id: 'x1',
          field_key: 'nama',
          field_type: 'radio',
          label: 'Nama',
          placeholder: null,
          help_text: 'Sesuai KTP',
          is_required: true,
          condition_type: 'always',
          condition_target: null,
          display_order: 1,
          options: [{ id: 'o1', label: 'A', value: 'a', display_order: 1 }],
        },
      ],
    },
  ],
  session,
  exitSession: { event: null, session: null, queue_info: null },
  joinQueue: {
    ...session,
    session: {
      ...session.session,
      state: 'queued',
      remaining_seconds: null,
      expires_at: null,
      end_reason: 'kicked',
      end_note: 'alasan',
    },
    queue_info: {
      ...session.queue_info,
      online: false,
      user_status: 'waiting',
      in_queue: true,
      queue_position: 3,
    },
  },
  orderPreview: {
    preview: {
      items: [
        { category: 'VIP', quantity: 1, price_per_item: 750_000, seats: [{ number: 'A-1' }] },
      ],
      pricing_details: pricing,
      voucher_info: { ...voucher, is_valid: false, discount_amount: 0 },
    },
  },
  createDraft: draft,
  readDraft: { ...draft, order_data: { ...draft.order_data, voucher_info: null } },
  cancelDraft: null,
  submitForms: { ...draft, order: { ...draft.order, is_locked: true, voucher_code: null } },
  paymentMethods: {
    payment_methods: {
      available_methods: [
        {
          id: '1',
          code: 'qris',
          name: 'QRIS',
          group_name: 'QRIS',
          icon_url: null,
          is_recommended: true,
          fee_description: null,
          fee_calculation: { total_fee: 5_000 },
        },
      ],
    },
  },
  createPayment: payment,
  paymentStatus: {
    payment: {
      ...payment.payment,
      status: 'refund_due',
      payment_data: {
        ...payment.payment.payment_data,
        virtual_account: '8808123',
        bank: 'bca',
        instructions: [],
      },
    },
  },
  myTickets: [
    {
      event_slug: 'konser-senja-jakarta',
      name: 'Konser',
      banner: null,
      venue_name: 'Taman',
      datetime: 'TBA',
      ticket_amount: 2,
      total_paid_amount: '1,650,000',
    },
  ],
  myEventTickets: {
    data: [
      {
        id: 't1',
        ticket_code: 'RTX-1',
        ticket_type: 'VIP',
        seat_number: null,
        qr_code: null,
        holder_name: 'Ratna',
      },
      { id: 't2', ticket_code: 'RTX-2', ticket_type: 'VIP', seat_number: 'A-2' },
    ],
  },
  eTicket: {
    ticket: {
      id: 't1',
      event_name: 'Konser',
      venue_name: 'Taman',
      event_date: at,
      qr_code: 'rtx1.x',
      ticket_code: 'RTX-1',
      holder_name: 'Ratna',
      order_id: 'ORD-1',
      category_name: 'VIP',
      seat_number: 'A-1',
      organizer_name: null,
      organizer_logo: null,
    },
  },
  eTicketHtml: '<!doctype html>',
  ticketPdf: '%PDF-1.3',
  purchaseHistory: [
    {
      transaction_id: 'ORD-1',
      title: 'Konser',
      image: null,
      datetime: at,
      venue: 'Taman',
      order_status: 'completed',
      total_price: '1650000',
    },
  ],
};
