import type { EventDetail, EventSummary, Show } from '../../../contract/catalogue.ts';
import type {
  ETicket,
  IssuedTicket,
  OrderSummary,
  Purchase,
} from '../../../contract/ticket/tickets.ts';
import type { SaleNow } from '../../../src/app/reads/use-sale.ts';
import type { ListState } from '../../../src/screens/home/event-section.tsx';
import { withModalDialogs } from './modal-dialogs.ts';

export const withDialogs = withModalDialogs;

export function summary(change: Partial<EventSummary> = {}): EventSummary {
  return {
    id: 'e1',
    slug: 'konser-senja-jakarta',
    image: '/media/posters/konser-senja-jakarta.svg',
    title: 'Konser Senja Jakarta',
    datetime: '2026-03-07T19:30:00+07:00',
    organizer: { logo: null, name: 'Suara Sore Kreasi' },
    venue: 'Taman Cakrawala',
    country: 'Indonesia',
    country_id: 1,
    province: 'DKI Jakarta',
    province_id: 11,
    city: 'Jakarta Pusat',
    city_id: 1,
    subdistrict: 'Menteng',
    subdistrict_id: 1,
    lowest_price: 250_000,
    price_rules: [],
    status: 'active',
    ...change,
  };
}

export function list(change: Partial<ListState> = {}): ListState {
  return {
    status: 'ready',
    items: [summary()],
    first: change.items === undefined ? summary() : (change.items[0] ?? null),
    page: 1,
    totalPages: 1,
    busy: false,
    onPage: () => {},
    onRetry: () => {},
    ...change,
  };
}

export function show(change: Partial<Show> = {}): Show {
  return {
    id: 's1',
    show_type: 'Malam Pembuka',
    starts_at: '2026-03-07T19:30:00+07:00',
    ends_at: '2026-03-07T22:00:00+07:00',
    price: 250_000,
    availability: 'available',
    seats_left: 86,
    is_free: false,
    ...change,
  };
}

/** An event on sale. */
export const onSale: SaleNow = {
  off: null,
  at: null,
  isPresale: false,
  isWaitingRoom: false,
  opensAt: null,
};

export function detail(change: Partial<EventDetail> = {}): EventDetail {
  return {
    id: 'e1',
    slug: 'konser-senja-jakarta',
    banner: null,
    name: 'Konser Senja Jakarta',
    eventDate: '2026-03-07T19:30:00+07:00',
    eventType: null,
    lowestPrice: 250_000,
    priceRules: [],
    organizer: { logo: null, name: '' },
    layout: '/media/maps/konser-senja-jakarta.svg',
    venue: {
      name: 'Taman Cakrawala',
      location: 'Jalan Cakrawala No. 8',
      address: 'Jalan Cakrawala No. 8, Jakarta Pusat',
      city: 'Jakarta Pusat',
    },
    about: '<p>Musik saat matahari turun.</p>',
    facilities: [{ name: 'Musala' }],
    TNC: '<p>Tiket tidak dapat dikembalikan.</p>',
    privacyPolicy: '<p>Data dijaga.</p>',
    ...change,
  };
}

export function order(change: Partial<OrderSummary> = {}): OrderSummary {
  return {
    event_slug: 'konser-senja-jakarta',
    name: 'Konser Senja Jakarta',
    banner: null,
    venue_name: 'Taman Cakrawala',
    datetime: '2026-03-07T19:30:00+07:00',
    ticket_amount: 2,
    total_paid_amount: '550,000',
    ...change,
  };
}

export const issued: IssuedTicket = {
  id: 't1',
  ticket_code: '2PAS-QVP8',
  ticket_type: 'VIP',
  seat_number: 'A-1',
  qr_code: 'secret-of-the-gate',
  holder_name: 'Ratna Wijayanti',
};

export const eTicket: ETicket = {
  id: 't1',
  event_name: 'Konser Senja Jakarta',
  venue_name: 'Taman Cakrawala',
  venue_address: 'Jalan Cakrawala No. 8',
  event_date: '2026-03-07T19:30:00+07:00',
  qr_code: 'secret-of-the-gate',
  ticket_code: '2PAS-QVP8',
  holder_name: 'Ratna Wijayanti',
  order_id: 'RTX-QKYCBF',
  category_name: 'VIP',
  seat_number: 'A-1',
  organizer_name: 'Suara Sore',
  organizer_logo: null,
};

export function purchase(change: Partial<Purchase> = {}): Purchase {
  return {
    transaction_id: 'RTX-1',
    title: 'Konser Senja Jakarta',
    image: null,
    datetime: '2026-03-07T19:30:00+07:00',
    venue: 'Taman Cakrawala',
    order_status: 'completed',
    total_price: 550_000,
    ...change,
  };
}
