import { refusalRow } from '../../../contract/call/refusal-codes.ts';
import {
  askedFields,
  type EventForm,
  type FormAnswer,
  type FormSubmissions,
  isBlank,
} from '../../../contract/forms.ts';
import type { DraftResponse, Pricing, VoucherInfo } from '../../../contract/order.ts';
import { priceOrder } from '../../../contract/price/price-order.ts';
import type { Seat } from '../../../contract/seatmap.ts';
import { formsOf } from '../catalogue/forms.ts';
import type { DemoEvent } from '../catalogue/samples.ts';
import { DemoRefusal, type DemoWorld, type Handlers } from './call.ts';
import { eventOf } from './catalogue.ts';
import { seatmapOf } from './seats.ts';
import { changeSession, liveSession, sessionMinutes } from './session.ts';

/** The two vouchers of the demo; the server alone validates real ones (§9.63). */
const vouchers: Readonly<
  Record<string, { type: string; message: string; off: (subtotal: number) => number }>
> = {
  HEMAT10: {
    type: 'percent',
    message: 'Diskon 10 persen',
    off: (subtotal) => Math.round(subtotal / 10),
  },
  POTONG50: {
    type: 'fixed',
    message: 'Potongan Rp50.000',
    off: (subtotal) => Math.min(50_000, subtotal),
  },
};

function judge(code: string | null, subtotal: number): VoucherInfo | null {
  if (code === null || code === '') return null;
  const found = Object.hasOwn(vouchers, code) ? vouchers[code] : undefined;
  if (found === undefined) {
    const message = refusalRow('voucherInvalid').sentence;
    const invalid = { is_valid: false, code, discount_amount: 0, type: '', message };
    return { ...invalid, refusal: 'voucherInvalid' };
  }
  const { type, message, off } = found;
  return { is_valid: true, code, discount_amount: off(subtotal), type, message };
}

/** The price of seats, and the answer to a voucher. */
function priced(event: DemoEvent, seats: readonly Seat[], code: string | null) {
  const tickets = seats.map(({ ticket_type: name }) => ({
    price: event.categories.find((category) => category.name === name)?.price ?? 0,
  }));
  const voucher_info = judge(
    code,
    tickets.reduce((sum, { price }) => sum + price, 0),
  );
  const discount = voucher_info?.discount_amount ?? 0;
  const pricing_details: Pricing = priceOrder({ tickets, discount, rules: event.priceRules });
  return { pricing_details, voucher_info };
}

function seatsOf(world: DemoWorld, event: DemoEvent, numbers: readonly string[]): Seat[] {
  const { items } = seatmapOf(event, world.state).seatLayout;
  const wanted = new Set(numbers);
  const found = items.filter((seat) => wanted.has(seat.seat_number));
  if (found.length !== wanted.size) throw new DemoRefusal('seatsTaken');
  return found;
}

function inCategories(seats: readonly Seat[]): Seat[][] {
  const groups = new Map<string | null, Seat[]>();
  for (const seat of seats) {
    groups.set(seat.category, [...(groups.get(seat.category) ?? []), seat]);
  }
  return [...groups.values()];
}

/** The draft as the buyer sees it. Throws 404 without one. */
export function draftOf(world: DemoWorld, slug: string, accountId: string): DraftResponse {
  const event = eventOf(slug);
  const session = liveSession(world, accountId);
  const { order } = world.state;
  if (session?.slug !== slug || order === null) throw new DemoRefusal('noDraft');
  const seats = seatsOf(
    world,
    event,
    order.seats.map(({ number }) => number),
  );
  const price = priced(event, seats, order.voucher);
  const deadline = session.deadline ?? world.now;
  return {
    order: {
      id: order.id,
      order_code: order.code,
      status: session.state === 'payment_processing' ? 'pending' : 'draft',
      total_price: price.pricing_details.final_price,
      expires_at: new Date(deadline).toISOString(),
      remaining_seconds: Math.max(0, Math.ceil((deadline - world.now) / 1000)),
      is_expired: false,
      is_locked: order.isLocked,
      voucher_code: order.voucher,
    },
    order_data: {
      items: inCategories(seats).map((group) => ({
        category_id: group[0]?.category ?? null,
        category_name: group[0]?.ticket_type ?? '',
        quantity: group.length,
        price_per_item: group[0]?.price ?? 0,
        seats: group.map((seat) => ({
          ticket_id:
            order.seats.find(({ number }) => number === seat.seat_number)?.ticketId ?? seat.id,
          seat_number: seat.seat_number,
          row: seat.row,
          column: seat.column,
        })),
      })),
      ...price,
    },
  };
}

/** Name of the form field with the attendee's name. */
const holderField = 'nama_lengkap';

/** Throws 422 where a required answer is missing, as the reference server does. */
/** Refuses answers without those that the active forms require. */
export function requireAnswers(forms: readonly EventForm[], submissions: FormSubmissions): void {
  for (const form of forms.filter(({ is_active }) => is_active)) {
    const given = submissions[form.id] ?? [];
    const entries = given.length === 0 ? [{}] : given.map(({ form_data }) => form_data);
    const missing = entries.flatMap((answers: Readonly<Record<string, FormAnswer>>) =>
      askedFields(form.fields, answers).filter(
        (field) => field.is_required && isBlank(answers[field.field_key]),
      ),
    );
    for (const field of missing) {
      const message = `Please fill in the required field: ${field.label}`;
      throw new DemoRefusal('formsInvalid', {
        sentence: message,
        errors: [{ message, field: field.field_key }],
      });
    }
  }
}

function holdersOf(submissions: FormSubmissions): Record<string, string> {
  const holders: Record<string, string> = {};
  for (const { ticket_id: ticket, form_data: data } of Object.values(submissions).flat()) {
    const name = data[holderField];
    if (ticket !== null && typeof name === 'string' && name.trim() !== '') holders[ticket] = name;
  }
  return holders;
}

/** Seats, vouchers, the draft and its forms. */
export const orderCalls: Handlers<
  'orderPreview' | 'createDraft' | 'readDraft' | 'cancelDraft' | 'submitForms'
> = {
  orderPreview({ params, body, world }) {
    const event = eventOf(params.slug);
    const seats = seatsOf(world, event, body.seats);
    return {
      data: {
        preview: {
          items: inCategories(seats).map((group) => ({
            category: group[0]?.ticket_type ?? '',
            quantity: group.length,
            price_per_item: group[0]?.price ?? 0,
            seats: group.map((seat) => ({ number: seat.seat_number })),
          })),
          ...priced(event, seats, body.voucher_code),
        },
      },
    };
  },
  createDraft({ params, body, caller, world }) {
    const event = eventOf(params.slug);
    const session = liveSession(world, caller.id);
    if (session?.slug !== params.slug || session.state === 'queued') {
      throw new DemoRefusal('sessionNotOnline');
    }
    if (session.state === 'payment_processing') throw new DemoRefusal('paymentLive');
    if (session.state !== 'online') throw new DemoRefusal('draftExists');
    const own = new Map(world.state.order?.seats.map((seat) => [seat.number, seat.ticketId]));
    const seats = seatsOf(world, event, body.seats);
    const taken = seats
      .filter((seat) => seat.status !== 'available' && !own.has(seat.seat_number))
      .map((seat) => seat.seat_number);
    if (taken.length > 0) {
      throw new DemoRefusal('seatsTaken', {
        meta: { seats: taken, mine: [...own.keys()] },
      });
    }
    const voucher = body.voucher_code === '' ? null : body.voucher_code;
    if (judge(voucher, 0)?.is_valid === false) {
      const { sentence: message } = refusalRow('voucherInvalid');
      throw new DemoRefusal('voucherInvalid', { errors: [{ message, field: 'voucher_code' }] });
    }
    const id = world.state.order?.id ?? world.newId('pesanan');
    world.state.order = {
      id,
      code: world.state.order?.code ?? `DEMO-${id.slice(-4).padStart(4, '0')}`,
      seats: seats.map(({ seat_number: number }) => ({
        number,
        ticketId: own.get(number) ?? world.newId('tiket'),
      })),
      voucher,
      isLocked: false,
      holders: {},
    };
    changeSession(world, {});
    return { data: draftOf(world, params.slug, caller.id) };
  },
  readDraft: ({ params, caller, world }) => ({ data: draftOf(world, params.slug, caller.id) }),
  cancelDraft({ params, caller, world }) {
    const session = liveSession(world, caller.id);
    if (session?.slug !== params.slug) throw new DemoRefusal('noDraft');
    if (session.state === 'payment_processing') throw new DemoRefusal('paymentLive');
    if (world.state.order === null) throw new DemoRefusal('noDraft');
    world.state.order = null;
    const deadline = (session.onlineAt ?? world.now) + sessionMinutes.online * 60_000;
    changeSession(world, { state: 'online', deadline });
    return { data: null };
  },
  submitForms({ params, body, caller, world }) {
    const event = eventOf(params.slug);
    const { order } = world.state;
    if (liveSession(world, caller.id)?.slug !== params.slug || order === null) {
      throw new DemoRefusal('draftRequired');
    }
    if (!order.isLocked) {
      requireAnswers(formsOf(event), body.form_submissions);
      world.state.order = { ...order, isLocked: true, holders: holdersOf(body.form_submissions) };
      const deadline = world.now + sessionMinutes.paymentSelection * 60_000;
      changeSession(world, { state: 'payment_selection', deadline });
    }
    return { data: draftOf(world, params.slug, caller.id) };
  },
};
