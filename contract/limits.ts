/** Numbers that both ends must agree on (§5, §9). Times are in the unit their name says. */

/** Seats one order may hold (§9). */
export const maxSeatsPerOrder = 5;
/** Digits of a one-time code (§5). */
export const otpLength = 6;
/** Life of a one-time code (§9). */
export const otpLifeMinutes = 15;
/** Codes an account may ask for in a day, unless the server says otherwise (§9). */
export const otpDailyLimit = 10;
/** Pause between two codes (§9). */
export const otpCooldownSeconds = 60;
/** Tries one code survives (resolutions §3). */
export const otpAttempts = 5;
/** Shortest password (§5). */
export const passwordMinLength = 8;
/** Longest password that is still hashed (ruling 1.5-A). */
export const passwordMaxLength = 128;
/** Tax as a fraction of the subtotal, when the server gives none (§9). */
export const defaultTaxRate = 0.1;
/** Country prefix of a phone number typed without one (§9). */
export const phonePrefix = '+62';
/** Prefixes the phone field offers (§2). */
export const phonePrefixes = ['+62', '+1', '+44'] as const;

/** Rows a list asks for (§9, ruling 1.2-G). */
export const pageSizes = {
  featured: 3,
  promo: 2,
  upcoming: 6,
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

/** Largest payload of one real-time message, in bytes (resolutions §3). */
export const maxRealtimeBytes = 4096;
/** Largest body of a call whose row names no other, in bytes. */
export const defaultMaxBodyBytes = 4 * 1024;
/** Header that carries the idempotency key of a POST (ruling 1.7-B). */
export const idempotencyHeader = 'idempotency-key';
/** Header every state-changing call carries, so that a plain cross-site form cannot make it (resolutions §3). */
export const requestedWithHeader = 'x-requested-with';
/** Value the client gives that header. */
export const requestedWithValue = 'roetix';
/** Path prefix of every call (design: fixed surfaces). */
export const apiRoot = '/api';
/** Path of the MQTT-over-WebSocket endpoint (§7). */
export const realtimePath = '/mqttws';
/** Words a 403 carries when there is no draft to pay for (§6). */
export const draftRequiredMessage = 'Active order draft required';
/** Words a 403 carries when the time to choose a payment method is over. */
export const payTimeOverMessage = 'The time to choose a payment method is over';
/** Words a 422 carries when no payment method takes the total of an order (ruling R6). */
export const noMethodCarriesMessage =
  'Tidak ada metode pembayaran untuk total ini. Kurangi atau ganti kursi.';
/** Words a refused draft carries when a seat went to somebody else (§8). */
export const seatsTakenMessage = 'Seats not available or already taken';
/** Words a refused draft carries when one exists (§8). */
export const draftExistsMessage = 'Draft already exists';
/** Words a refused draft carries while a payment runs (§8). */
export const paymentLiveMessage = 'active payment session';
/** Header that carries the answer to a challenge when a refused call is made again (ruling R9). */
export const challengeHeader = 'x-challenge';
/** Status of a refusal that names a challenge in `meta.challenge`: solve it and make the same call again (ruling R9). */
export const challengeStatus = 428;
