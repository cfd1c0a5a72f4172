import { type RenderResult, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import type { User } from '../../../contract/account.ts';
import type { EventForm, FormField } from '../../../contract/forms.ts';
import type { DraftResponse } from '../../../contract/order.ts';
import type { Payment, PaymentMethod } from '../../../contract/payment.ts';
import type { Seat, Seatmap, SeatStatus } from '../../../contract/seatmap.ts';

/** Renders a view inside a router. */
export function draw(view: ReactNode): RenderResult {
  return render(view, { wrapper: MemoryRouter });
}

export const buyer: User = {
  id: 'u1',
  name: 'Ratna Wijayanti',
  firstName: 'Ratna',
  lastName: 'Wijayanti',
  email: 'ratna@contoh.id',
  phoneNumber: '+6281210000001',
  role: 'user',
  isVerified: true,
  created_at: '2026-01-01T00:00:00Z',
};

export function seat(
  seatNumber: string,
  row: number,
  column: number,
  status: SeatStatus = 'available',
  category: string | null = 'vip',
): Seat {
  return {
    id: seatNumber,
    seat_number: seatNumber,
    row,
    column,
    ticket_type: status === 'block' ? 'stage' : 'VIP',
    price: category === 'vip' ? 750_000 : 250_000,
    status,
    category,
  };
}

export function seatmap(items: readonly Seat[], eventStatus = 'active'): Seatmap {
  return {
    event_status: eventStatus,
    categories: [
      {
        id: 'vip',
        name: 'VIP',
        color: '#c2410c',
        price: 750_000,
        max_capacity: 20,
        sold_tickets_count: 0,
        available_seats: 20,
      },
      {
        id: 'festival',
        name: 'Festival',
        color: '#15803d',
        price: 250_000,
        max_capacity: 100,
        sold_tickets_count: 92,
        available_seats: null,
      },
    ],
    seatLayout: { totalRows: 4, totalCols: 6, items: [...items] },
  };
}

/** A stage, then two rows with an aisle: A 1 2 _ 3 4 and B 1 _ 2 3. */
export const seatMap = seatmap([
  seat('stage-1-2', 1, 2, 'block', null),
  seat('stage-1-3', 1, 3, 'block', null),
  seat('A-1', 3, 1),
  seat('A-2', 3, 2, 'sold'),
  seat('A-3', 3, 4, 'booked'),
  seat('A-4', 3, 5, 'reserved'),
  seat('B-1', 4, 2, 'available', 'festival'),
  seat('B-2', 4, 4, 'hampir_habis', 'festival'),
  seat('B-3', 4, 5, 'in_transaction', 'festival'),
]);

export const draft: DraftResponse = {
  order: {
    id: 'o1',
    order_code: 'RTX-TEST01',
    status: 'draft',
    total_price: 1_650_000,
    expires_at: null,
    remaining_seconds: 600,
    is_expired: false,
    is_locked: false,
    voucher_code: null,
  },
  order_data: {
    items: [
      {
        category_id: 'vip',
        category_name: 'VIP',
        quantity: 2,
        price_per_item: 750_000,
        seats: [
          { ticket_id: 't1', seat_number: 'B-12', row: 2, column: 12 },
          { ticket_id: 't2', seat_number: 'B-13', row: 2, column: 13 },
        ],
      },
    ],
    pricing_details: {
      original_price: 1_500_000,
      discount: 0,
      tax: 150_000,
      final_price: 1_650_000,
      fees: [{ name: 'Pajak', kind: 'tax', percent: 10, amount: 150_000, included: false }],
    },
    voucher_info: null,
  },
};

let order = 0;

export function field(
  key: string,
  type: FormField['field_type'],
  label: string,
  more: Partial<FormField> = {},
): FormField {
  order += 1;
  return {
    id: `field-${key}`,
    field_key: key,
    field_type: type,
    label,
    placeholder: null,
    help_text: null,
    is_required: true,
    condition_type: 'always',
    condition_target: null,
    display_order: order,
    options: [],
    ...more,
  };
}

export function options(...labels: string[]): FormField['options'] {
  return labels.map((label, at) => ({
    id: label,
    label,
    value: label.toLowerCase(),
    display_order: at,
  }));
}

export function form(id: string, askAll: boolean, fields: FormField[], isActive = true): EventForm {
  return { id, name: id, description: null, ask_all: askAll, is_active: isActive, fields };
}

export const holderForm = form('holder', true, [
  field('nama_lengkap', 'text', 'Nama Lengkap', { help_text: 'Nama ini dicetak di e-ticket.' }),
  field('email', 'email', 'Email', { placeholder: 'nama@contoh.id' }),
  field('nomor_telepon', 'phone', 'Nomor Telepon'),
  field('tanggal_lahir', 'date', 'Tanggal Lahir'),
  field('jenis_kelamin', 'radio', 'Jenis Kelamin', {
    is_required: false,
    options: options('Perempuan', 'Laki-laki'),
  }),
]);

export const generalForm = form('general', false, [
  field('asal_kota', 'select', 'Asal Kota', { options: options('Jakarta', 'Bogor') }),
  field('kebutuhan', 'textarea', 'Kebutuhan Khusus', { is_required: false }),
  field('persetujuan', 'checkbox', 'Persetujuan', { options: options('Saya setuju') }),
]);

export function method(code: string, group: string, fee: number): PaymentMethod {
  return {
    id: code,
    code,
    name: code.toUpperCase(),
    group_name: group,
    icon_url: null,
    is_recommended: code === 'qris',
    fee_description: null,
    fee_calculation: { total_fee: fee },
  };
}

export const payment: Payment = {
  id: 'p1',
  payment_method: 'qris',
  payment_method_name: 'QRIS',
  amount: 1_650_000,
  service_fee: 0,
  gateway: 'simulated',
  status: 'pending',
  expires_at: '2026-03-07T12:30:00Z',
  is_expired: false,
  remaining_seconds: 600,
  payment_data: {
    qr_code_url: null,
    qr_string: '00020101021226',
    virtual_account: null,
    bank: null,
    checkout_url: null,
    instructions: [{ title: 'Aplikasi bank', steps: ['Buka aplikasi', 'Pindai kode'] }],
  },
  order_code: 'RTX-TEST01',
  ticket_ids: [],
};
