import type * as z from 'zod/mini';
import type { AnswerOf, CallShape } from '../../contract/call/call.ts';
import { type CallName, calls } from '../../contract/call/calls.ts';
import { defOf } from './hostile-schemas.ts';
import { at, draft, payment, pricing, session, voucher } from './samples-purchase.ts';

type Answers = { readonly [N in CallName]: AnswerOf<(typeof calls)[N]> };
type Schemas = Readonly<Record<string, z.ZodMiniType>>;

/** Of each kind of text one; a schema gets the first that it accepts. */
const texts = [
  ...['konser', 'pembeli@contoh.id', '+6281210000001', '#d9480f', at],
  ...[43, 64, 96].map((length) => 'a'.repeat(length)),
];

/** A value that a schema accepts, with every optional part; of several kinds the first. */
export function sampleOf(schema: z.ZodMiniType): unknown {
  const def = defOf(schema);
  const inner = () => sampleOf(def.innerType as z.ZodMiniType);
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape as Schemas).map(([name, part]) => [name, sampleOf(part)]),
      );
    case 'array':
      return [sampleOf(def.element as z.ZodMiniType)];
    case 'tuple':
      return (def.items as z.ZodMiniType[]).map(sampleOf);
    case 'union':
      return sampleOf((def.options as z.ZodMiniType[])[0] as z.ZodMiniType);
    case 'optional':
    case 'nullable':
    case 'catch':
    case 'default':
      return inner();
    case 'enum':
      return Object.values(def.entries as object)[0];
    case 'literal':
      return (def.values as unknown[])[0];
    case 'pipe':
      return sampleOf(def.out as z.ZodMiniType);
    case 'record':
      return {};
    case 'null':
      return null;
    case 'boolean':
      return true;
    case 'number':
      return 7;
    case 'string':
      return texts.find((text) => schema.safeParse(text).success);
    default:
      throw new Error(`No sample of ${def.type}`);
  }
}

const seat = { id: '1', seat_number: 'A-1', row: 1, column: 1, ticket_type: 'VIP', price: 750_000 };
const seatLayout = {
  totalRows: 10,
  totalCols: 20,
  items: [
    { ...seat, status: 'available' as const, category: 'c1' },
    {
      ...seat,
      id: '2',
      seat_number: 'aisle-1-2',
      row: 'A',
      status: 'block' as const,
      category: null,
    },
  ],
};
const category = { id: 'c1', name: 'VIP', color: '#d9480f', price: 750_000, max_capacity: 50 };
const zones = { id: 'z', svg: '<path/>', originX: 0, originY: 1, category: null };
const of = <N extends CallName>(name: N) => sampleOf(calls[name].answer) as Answers[N];
const { preview } = of('orderPreview');
const { available_methods: methods } = of('paymentMethods').payment_methods;
const qris = { id: '1', code: 'qris', name: 'QRIS', group_name: 'QRIS' };

/** Answers that take part in a purchase, or whose kinds depend on each other. */
const told: Partial<Answers> = {
  session,
  exitSession: { event: null, session: null, queue_info: null },
  joinQueue: {
    ...session,
    session: { ...session.session, state: 'queued', remaining_seconds: null, expires_at: null },
    queue_info: {
      ...{ ...session.queue_info, queue_position: 3, number: 15, entrant: 'K7QM-2XVA' },
      online: false,
      user_status: 'waiting',
      in_queue: true,
      next_contact_seconds: 90,
    },
  },
  seatmapCategories: {
    event_status: 'active',
    categories: [{ ...category, sold_tickets_count: 1, available_seats: null }],
    seatLayout,
    zoneLayout: { length: 10, width: 5, items: [zones] },
  },
  seatmapLayout: {
    event_status: 'active',
    categories: [],
    seatLayout: {
      totalRows: 1,
      totalCols: 1,
      items: [],
      version: 'Zm9vYmFyYmF6',
      statuses: 'aast',
    },
    zoneLayout: null,
  },
  // Nothing to fill in.
  eventForms: of('eventForms').map((form) => ({ ...form, is_active: false })),
  paymentMethods: {
    payment_methods: { available_methods: methods.map((method) => ({ ...method, ...qris })) },
  },
  orderPreview: {
    preview: {
      ...preview,
      pricing_details: pricing,
      voucher_info: { ...voucher, is_valid: false, discount_amount: 0 },
    },
  },
  createDraft: draft,
  readDraft: { ...draft, order_data: { ...draft.order_data, voucher_info: null } },
  submitForms: { ...draft, order: { ...draft.order, is_locked: true, voucher_code: null } },
  createPayment: payment,
  voidPayment: {
    payment: { ...payment.payment, status: 'failed', end_reason: 'changed', can_change: true },
  },
  paymentStatus: { payment: { ...payment.payment, status: 'refund_due' } },
};

/** A sample response of every call, with every optional part where possible. */
export const answers = Object.fromEntries(
  (Object.entries(calls) as [CallName, CallShape][]).map(([name, { answer }]) => [
    name,
    told[name] ?? sampleOf(answer),
  ]),
) as Answers;
