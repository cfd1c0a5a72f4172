// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { goneNames } from '../../../src/effects/kept-tickets/names.ts';
import type { Kept } from '../../../src/effects/kept-tickets/store.ts';
import { keptEvents, outdatedNames } from '../../../src/kept-tickets/shelf.ts';

const keptAt = 1_000;
const kept = (name: string, value: unknown): Kept => ({ name, owner: 'u1', value, keptAt });
const order = (slug: string, name: string, datetime: string) => ({
  event_slug: slug,
  name,
  banner: null,
  venue_name: 'Istora',
  datetime,
  ticket_amount: 1,
  total_paid_amount: '0',
});
const issued = (id: string, seat: string | null) => ({
  id,
  ticket_code: `KODE-${id}`,
  ticket_type: 'VIP',
  seat_number: seat,
  qr_code: `qr-${id}`,
  order_id: `RTX-${id}`,
});
const full = (id: string, name: string, date: string) => ({
  ticket: {
    id,
    event_name: name,
    venue_name: 'Istora',
    event_date: date,
    qr_code: `qr-${id}`,
    ticket_code: `KODE-${id}`,
    holder_name: 'Tamu',
    order_id: 'RTX-4',
    category_name: 'VIP',
    seat_number: 'A-2',
    organizer_name: null,
    organizer_logo: null,
  },
});
const now = Date.parse('2026-03-07T12:05:00Z');
const orders = kept('orders', [
  order('lewat', 'Lewat', '2026-03-06T19:00:00+07:00'),
  order('nanti', 'Nanti', 'TBA'),
  order('malam', 'Malam', '2026-03-07T19:00:00+07:00'),
]);

describe('stored tickets grouped by event', () => {
  it('lists the next event first, then events without a date, past events last', () => {
    const events = keptEvents(
      [
        kept('event/lewat', { data: [issued('1', null)] }),
        kept('event/nanti', { data: [issued('2', null)] }),
        orders,
        kept('event/malam', { data: [issued('3', 'A-10'), issued('4', 'A-2')] }),
      ],
      now,
    );
    expect(events.map(({ name, isOver }) => [name, isOver])).toEqual([
      ['Malam', false],
      ['Nanti', false],
      ['Lewat', true],
    ]);
    expect(events[0]?.tickets.map(({ seat }) => seat)).toEqual(['A-2', 'A-10']);
  });

  it.each([
    ['first', true],
    ['last', false],
  ])('shows a ticket that was opened once, in full, when that was read %s', (_when, isFirst) => {
    const list = kept('event/malam', { data: [issued('4', 'A-2'), issued('5', 'A-3')] });
    // The same time in another format.
    const opened = kept('ticket/4', full('4', 'Malam', '2026-03-07T12:00:00.000Z'));
    const [event, ...others] = keptEvents(
      isFirst ? [opened, list, orders] : [orders, list, opened],
      now,
    );
    expect(others).toEqual([]);
    expect(event?.tickets.map(({ id, holder, orderId }) => [id, holder, orderId])).toEqual([
      ['4', 'Tamu', 'RTX-4'],
      ['5', null, 'RTX-5'],
    ]);
  });

  it('has the colours of the poster from whichever response names them', () => {
    const colours = { ground: '#102030', glow: '#405060' };
    const opened = kept('ticket/4', full('4', 'Malam', '2026-03-07T12:00:00.000Z'));
    const list = kept('event/malam', { data: [issued('4', 'A-2')], colours });
    expect(keptEvents([orders, opened, list], now)[0]?.colours).toEqual(colours);
    expect(keptEvents([orders, opened], now)[0]?.colours).toBeNull();
  });

  it('shows an opened ticket without a list, and ignores responses that violate the contract', () => {
    const events = keptEvents(
      [
        kept('ticket/4', full('4', 'Malam', '2026-03-07T12:00:00.000Z')),
        kept('ticket/5', { ticket: 'rusak' }),
        kept('event/malam', { data: [issued('6', null)] }),
        kept('orders', 'rusak'),
      ],
      now,
    );
    expect(events.flatMap(({ tickets }) => tickets.map(({ id }) => id))).toEqual(['4']);
  });

  it('falls back to the short code if the server sent no signed code', () => {
    const { qr_code: _without, ...bare } = issued('1', null);
    const [event] = keptEvents([orders, kept('event/malam', { data: [bare] })], now);
    expect(event?.tickets[0]?.code).toBe('KODE-1');
  });
});

describe('removal', () => {
  it('concerns events that ended more than a week ago', () => {
    const all = [
      orders,
      kept('event/lewat', { data: [issued('1', null)] }),
      kept('ticket/9', full('9', 'Lewat', '2026-03-06T19:00:00+07:00')),
      kept('event/nanti', { data: [] }),
    ];
    const week = 7 * 24 * 60 * 60 * 1000;
    expect(outdatedNames(all, now + week - 24 * 60 * 60 * 1000)).toEqual([]);
    expect(outdatedNames(all, now + week)).toEqual(['event/lewat', 'ticket/9']);
  });

  it('concerns an event without tickets of the account, with its opened tickets', () => {
    const all = [
      orders,
      kept('event/lewat', { data: [issued('1', null), issued('2', null)] }),
      kept('event/malam', { data: [issued('3', null)] }),
      kept('event/rusak', 'rusak'),
    ];
    expect(goneNames(all, [{ event_slug: 'malam' }])).toEqual([
      'event/lewat',
      'ticket/1',
      'ticket/2',
      'event/rusak',
    ]);
  });
});
