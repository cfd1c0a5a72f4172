// @vitest-environment node

import { describe, expect, it } from 'vitest';
import { ticketsOf } from '../../../../src/screens/my-tickets/order-tickets.ts';
import { isToday, ordersByDay } from '../../../../src/screens/my-tickets/wib-day.ts';
import { issued, order } from '../public-data.tsx';

const now = Date.parse('2026-03-07T20:00:00+07:00');
const at = (event_slug: string, datetime: string) => order({ event_slug, datetime });

describe('the order of the orders', () => {
  const orders = [
    at('tba', 'TBA'),
    at('next-month', '2026-04-07T19:00:00+07:00'),
    at('tonight', '2026-03-07T19:00:00+07:00'),
    at('yesterday', '2026-03-06T19:00:00+07:00'),
    at('last-year', '2025-03-06T19:00:00+07:00'),
    at('tomorrow', '2026-03-08T00:00:00+07:00'),
  ];
  const slugs = (isToCome: boolean) =>
    ordersByDay(orders, isToCome, now).map(({ event_slug }) => event_slug);

  it('is by day for upcoming events, today first and undated last', () => {
    expect(slugs(true)).toEqual(['tonight', 'tomorrow', 'next-month', 'tba']);
  });

  it('is newest first for past events', () => {
    expect(slugs(false)).toEqual(['yesterday', 'last-year']);
  });

  it('keeps the order of two orders for one event', () => {
    const two = ['RTX-2', 'RTX-1'].map((order_id) => order({ order_id }));
    expect(ordersByDay(two, true, 0)).toEqual(two);
  });

  it('knows today by the day in Jakarta', () => {
    const today = orders.filter((each) => isToday(each, now)).map(({ event_slug }) => event_slug);
    expect(today).toEqual(['tonight']);
  });
});

describe('the tickets of an order', () => {
  const own = { ...issued, id: 't1', order_id: 'RTX-1' };
  const others = { ...issued, id: 't2', order_id: 'RTX-2' };

  it('are its own among those of the event', () => {
    expect(ticketsOf({ order_id: 'RTX-1' }, [own, others])).toEqual([own]);
    expect(ticketsOf({ order_id: 'RTX-3' }, [own, others])).toEqual([]);
  });

  it('are all of the event without order ids', () => {
    expect(ticketsOf({}, [own, others])).toEqual([own, others]);
    expect(ticketsOf({ order_id: 'RTX-1' }, [issued])).toEqual([issued]);
  });
});
