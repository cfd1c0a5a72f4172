import type { Line } from '../../../contract/queue.ts';

/** The event of the documents. */
export const slug = 'pesta-rakyat-bandung';

/** The line's document with the overrides of the test. */
export function lineAs(over: Partial<Line> = {}): Line {
  return {
    slug,
    phase: 'serving',
    paused: false,
    serving: 10,
    issued: 40,
    returned: 0,
    gone: [],
    entrants: null,
    opens_at: null,
    per_minute: 6,
    seats_left: 80,
    message: null,
    at: '2026-03-07T03:00:00.000Z',
    ...over,
  };
}
