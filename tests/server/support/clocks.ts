import { type Clock, createClock } from '../../../server/clock.ts';

/** Ten in the morning in Jakarta, on one day for ever: refunds, sales and days end at hours that a test must not meet by chance. */
const TEN_O_CLOCK = Date.parse('2026-11-24T03:00:00Z');

/** The clock of a server in a test: ten o'clock, standing still until the test advances it. */
export function stillClock(): Clock {
  const start = Date.now();
  // By the offset, not by the source: sales are judged by the database's clock and the offset (decision 049).
  return createClock(Math.round((TEN_O_CLOCK - start) / 1000), () => start);
}
