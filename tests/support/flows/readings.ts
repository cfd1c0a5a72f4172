import type { SessionReading } from '../../../machines/session/session.types.ts';

/** A response of GET /session with the overrides of the test. */
export function readingAs(over: Partial<SessionReading>): SessionReading {
  return {
    id: null,
    step: 'notInQueue',
    slug: null,
    eventName: null,
    showAt: null,
    deadline: null,
    remainingMs: null,
    position: null,
    number: null,
    entrant: null,
    behindDraw: false,
    nextContactMs: null,
    servedPerMinute: null,
    seatsLeft: null,
    paused: false,
    isFollowing: false,
    passedOver: false,
    keptMinutes: null,
    seq: 1,
    hasDraft: false,
    endReason: null,
    endNote: null,
    ...over,
  };
}
