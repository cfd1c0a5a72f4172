/** Numbers that client and server share (§9.1). Times are in the unit of their name. */

/** The most seats of one order (§9.10). */
export const maxSeatsPerOrder = 5;
/** Most tickets of one order: a gift of complimentary tickets may have more than a purchase. */
export const maxTicketsPerOrder = 50;
/** The most tickets for which an account waits after an event sold out. */
export const maxWaitingSeats = 4;
/** Digits of a one-time code (§5.15). */
export const otpLength = 6;
/** Minutes for which a one-time code is valid (§9.14). */
export const otpLifeMinutes = 15;
/** The most codes of an account in a day, unless the server has another limit (§9.14). */
export const otpDailyLimit = 10;
/** Pause between two codes (§9.14). */
export const otpCooldownSeconds = 60;
/** Tries of one code (§9.14). */
export const otpAttempts = 5;
/** Shortest password (§5.10). */
export const passwordMinLength = 8;
/** The most characters of a password (§5.10). */
export const passwordMaxLength = 128;
/** Country prefix for a phone number without one (§9.44). */
export const phonePrefix = '+62';

/** Default page sizes of lists (§9.36, §7.51). */
export const pageSizes = {
  featured: 3,
  promo: 2,
  upcoming: 9,
  /** The same list on a phone. */
  upcomingNarrow: 6,
  eventList: 10,
  searchDefault: 15,
  search: 12,
  searchDropdown: 3,
  searchModal: 5,
  provinces: 34,
  historyStrip: 2,
  history: 3,
  tickets: 3,
} as const;

/** Longest silence of a real-time connection, in seconds: proxies such as nginx cut after 60 without a byte. */
export const keepaliveSeconds = 45;
/** Largest payload of one real-time message, in bytes (§9.47). */
export const maxRealtimeBytes = 4096;
/** Largest body of a call whose row has no limit of its own, in bytes. */
export const defaultMaxBodyBytes = 4 * 1024;
/** Header with the idempotency key of a POST (§7.5). */
export const idempotencyHeader = 'idempotency-key';
/** Header of every state-changing call, so that a plain form of another site cannot make the call (§17.20). */
export const requestedWithHeader = 'x-requested-with';
/** Value of that header. */
export const requestedWithValue = 'roetix';
/** Most characters of a presale code. */
export const presaleCodeMaxLength = 64;
/** Path prefix of every call (§7.1). */
export const apiRoot = '/api';
/** Path of the MQTT-over-WebSocket endpoint (§7.110). */
export const realtimePath = '/mqttws';
/** Header with the solved challenge when a refused call is repeated (§7.7). */
export const challengeHeader = 'x-challenge';
/** Status of a refusal with a challenge in `meta.challenge`: solve it and repeat the call (§7.7). */
export const challengeStatus = 428;
