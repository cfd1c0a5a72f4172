/** The server's source of time: nothing else reads the system clock, and no SQL says now(). Sales alone are judged by the database's own clock (decision 049). */
export interface Clock {
  /** The present instant, in the server's time. */
  now(): Date;
  /** Seconds by which the server's time is ahead of its source. */
  readonly offsetSeconds: number;
  /** Moves the server's time ahead by whole seconds; for development tools only. */
  advance(seconds: number): void;
}

/**
 * A clock that starts `offsetSeconds` ahead of its source, in milliseconds since 1970: the database's time over a PostgreSQL server
 * (decision 024), else the system's.
 */
export function createClock(offsetSeconds = 0, source: () => number = Date.now): Clock {
  let offset = offsetSeconds;
  return {
    now: () => new Date(source() + offset * 1000),
    get offsetSeconds() {
      return offset;
    },
    advance(seconds) {
      offset += seconds;
    },
  };
}
