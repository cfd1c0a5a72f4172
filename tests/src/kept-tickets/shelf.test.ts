// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { goneNames } from '../../../src/effects/kept-tickets/names.ts';
import type { Kept } from '../../../src/effects/kept-tickets/store.ts';
import { keptEvents, outdatedNames } from '../../../src/kept-tickets/shelf.ts';
import { issued as anIssued, order as anOrder, eTicket } from '../screens/public-data.tsx';

const keptAt = 1_000;
const kept = (name: string, value: unknown): Kept => ({ name, owner: 'u1', value, keptAt });
const order = (event_slug: string, name: string, datetime: string) =>
  anOrder({ event_slug, name, datetime });
const { holder_name: _holder, ...unnamed } = anIssued;
const issued = (id: string, seat_number: string | null = null) => ({
  ...unnamed,
  id,
  ticket_code: `KODE-${id}`,
  seat_number,
  qr_code: `qr-${id}`,
  order_id: `RTX-${id}`,
});
/** A ticket that was opened, in full. */
const opened = (id: string, event_name: string, event_date: string) =>
  kept(`ticket/${id}`, { ticket: { ...eTicket, id, event_name, event_date, order_id: 'RTX-4' } });
const listed = (slug: string, ...data: ReturnType<typeof issued>[]) =>
  kept(`event/${slug}`, { data });

const now = Date.parse('2026-03-07T12:05:00Z');
const orders = kept('orders', [
  order('lewat', 'Lewat', '2026-03-06T19:00:00+07:00'),
  order('nanti', 'Nanti', 'TBA'),
  order('malam', 'Malam', '2026-03-07T19:00:00+07:00'),
]);
// The time of 'malam' in another format.
const tonight = opened('4', 'Malam', '2026-03-07T12:00:00.000Z');

describe('stored tickets grouped by event', () => {
  it('list the next event first, then events without a date, past events last', () => {
    const all = [
      listed('lewat', issued('1')),
      listed('nanti', issued('2')),
      orders,
      listed('malam', issued('3', 'A-10'), issued('4', 'A-2')),
    ];
    const events = keptEvents(all, now);
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
  ])('show a ticket that was opened once, in full, when that was read %s', (_when, isFirst) => {
    const list = listed('malam', issued('4', 'A-2'), issued('5', 'A-3'));
    const all = isFirst ? [tonight, list, orders] : [orders, list, tonight];
    const [event, ...others] = keptEvents(all, now);
    expect(others).toEqual([]);
    expect(event?.tickets.map(({ id, holder, orderId }) => [id, holder, orderId])).toEqual([
      ['4', 'Ratna Wijayanti', 'RTX-4'],
      ['5', null, 'RTX-5'],
    ]);
  });

  it('fall back to the short code if the server sent no signed code', () => {
    const { qr_code: _without, ...bare } = issued('1');
    const [event] = keptEvents([orders, kept('event/malam', { data: [bare] })], now);
    expect(event?.tickets[0]?.code).toBe('KODE-1');
  });
});

it('tickets of events that ended more than a week ago are removed (§14.50)', () => {
  const past = [listed('lewat', issued('1')), opened('9', 'Lewat', '2026-03-06T19:00:00+07:00')];
  const all = [orders, ...past, listed('nanti')];
  const day = 24 * 60 * 60 * 1000;
  expect(outdatedNames(all, now + 6 * day)).toEqual([]);
  expect(outdatedNames(all, now + 7 * day)).toEqual(['event/lewat', 'ticket/9']);
});

it('an event without tickets of the account is removed with its opened tickets', () => {
  const gone = [listed('lewat', issued('1'), issued('2')), kept('event/rusak', 'rusak')];
  const all = [orders, ...gone, listed('malam', issued('3'))];
  expect(goneNames(all, [{ event_slug: 'malam' }])).toEqual([
    'event/lewat',
    'ticket/1',
    'ticket/2',
    'event/rusak',
  ]);
});
