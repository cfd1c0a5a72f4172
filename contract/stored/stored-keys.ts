import { liveSessionKey } from './live-session.ts';
import { presaleCodeKey } from './presale-code.ts';
import {
  deviceKey,
  draftCreatedKey,
  idempotencyKey,
  lastMethodKey,
  lastRedirectKey,
  lineStartKey,
  orderFormKey,
  orderLockedKey,
  seatWishKey,
  selectedQuantitiesKey,
  selectedSeatsKey,
  ticketSummaryKey,
  turnPushKey,
  turnSoundKey,
} from './storage.ts';
import { localeKey, provinceKey, ticketsOfKey } from './stored-key.ts';

/** All keys. */
export const storedKeys = [
  localeKey,
  provinceKey,
  selectedSeatsKey,
  selectedQuantitiesKey,
  draftCreatedKey,
  orderLockedKey,
  lastRedirectKey,
  orderFormKey,
  seatWishKey,
  presaleCodeKey,
  ticketSummaryKey,
  idempotencyKey,
  deviceKey,
  turnSoundKey,
  lineStartKey,
  turnPushKey,
  lastMethodKey,
  liveSessionKey,
  ticketsOfKey,
] as const;
