import type { Line } from '../../../contract/queue.ts';
import { concert } from './purchase.ts';

/** A line in the middle of its sale. */
export const sampleLine: Line = {
  slug: concert,
  phase: 'serving',
  paused: false,
  serving: 3,
  issued: 9,
  returned: 0,
  gone: [],
  entrants: null,
  opens_at: null,
  per_minute: null,
  seats_left: 240,
  message: null,
  at: '2026-03-07T10:00:00.000Z',
};
