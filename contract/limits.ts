/** Numbers that client and server share (§5, §9). Times are in the unit of their name. */

/** The most seats of one order (§9). */
export const maxSeatsPerOrder = 5;
/** Most tickets of one order: a gift of complimentary tickets may have more than a purchase. */
export const maxTicketsPerOrder = 50;
/** The most tickets for which an account waits after an event sold out. */
export const maxWaitingSeats = 4;
/** Digits of a one-time code (§5). */
export const otpLength = 6;
/** Minutes for which a one-time code is valid (§9). */
export const otpLifeMinutes = 15;
/** The most codes of an account in a day, unless the server has another limit (§9). */
export const otpDailyLimit = 10;
/** Pause between two codes (§9). */
export const otpCooldownSeconds = 60;
/** Tries of one code (resolutions §3). */
export const otpAttempts = 5;
/** Shortest password (§5). */
export const passwordMinLength = 8;
/** The most characters of a password (ruling 1.5-A). */
export const passwordMaxLength = 128;
/** Country prefix for a phone number without one (§9). */
export const phonePrefix = '+62';
/** Calling codes in the phone field (§2), the most used first. */
export const phonePrefixes = `
62 60 65 1 44 31 33 49 61 63 66 81 82 84 86 91 670 673 852 886 966 971 7 20 27 30 32 34 36 39 40 41 43 45 46 47 48 51
52 53 54 55 56 57 58 64 90 92 93 94 95 98 211 212 213 216 218 220 221 222 223 224 225 226 227 228 229 230 231 232 233
234 235 236 237 238 239 240 241 242 243 244 245 246 248 249 250 251 252 253 254 255 256 257 258 260 261 262 263 264
265 266 267 268 269 290 291 297 298 299 350 351 352 353 354 355 356 357 358 359 370 371 372 373 374 375 376 377 378
380 381 382 383 385 386 387 389 420 421 423 500 501 502 503 504 505 506 507 508 509 590 591 592 593 594 595 596 597
598 599 672 674 675 676 677 678 679 680 681 682 683 685 686 687 688 689 690 691 692 850 853 855 856 880 960 961 962
963 964 965 967 968 970 972 973 974 975 976 977 992 993 994 995 996 998`
  .trim()
  .split(/\s/)
  .map((code) => `+${code}`);

/** Default page sizes of lists (§9, ruling 1.2-G). */
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

/** Longest silence of a real-time connection, in seconds: proxies such as nginx cut after 60 without a byte. */
export const keepaliveSeconds = 45;
/** Largest payload of one real-time message, in bytes (resolutions §3). */
export const maxRealtimeBytes = 4096;
/** Largest body of a call whose row has no limit of its own, in bytes. */
export const defaultMaxBodyBytes = 4 * 1024;
/** Header with the idempotency key of a POST (ruling 1.7-B). */
export const idempotencyHeader = 'idempotency-key';
/** Header of every state-changing call, so that a plain form of another site cannot make the call (resolutions §3). */
export const requestedWithHeader = 'x-requested-with';
/** Value of that header. */
export const requestedWithValue = 'roetix';
/** Most characters of a presale code. */
export const presaleCodeMaxLength = 64;
/** Path prefix of every call (design: fixed surfaces). */
export const apiRoot = '/api';
/** Path of the MQTT-over-WebSocket endpoint (§7). */
export const realtimePath = '/mqttws';
/** Header with the solved challenge when a refused call is repeated (ruling R9). */
export const challengeHeader = 'x-challenge';
/** Status of a refusal with a challenge in `meta.challenge`: solve it and repeat the call (ruling R9). */
export const challengeStatus = 428;
