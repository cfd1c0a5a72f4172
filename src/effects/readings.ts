import type { OtpGrant } from '../../contract/account.ts';
import type { Payment } from '../../contract/payment.ts';
import type { SessionResponse } from '../../contract/session.ts';
import type { CodeGrant } from '../../machines/otp/otp.grant.ts';
import type { PaymentReading } from '../../machines/payment/payment.types.ts';
import { stepOf } from '../../machines/session/session.rules.ts';
import type { SessionReading } from '../../machines/session/session.types.ts';
import { deadlineAfter, type MonotonicClock } from './clock.ts';

/** A response of the session calls with its deadline on the device's monotonic clock; call it when the response arrives. */
export function sessionReading(answer: SessionResponse, now: MonotonicClock): SessionReading {
  const { session, queue_info: queue, event } = answer;
  const seconds = session?.remaining_seconds ?? queue?.session_info.remaining_seconds ?? null;
  return {
    id: session?.id ?? null,
    step: stepOf(session?.state ?? 'not_in_queue'),
    slug: event?.slug ?? null,
    eventName: event?.name ?? null,
    showAt: event?.starts_at ?? null,
    ...deadlineAfter(session?.state === 'queued' ? null : seconds, now),
    position: queue?.queue_position ?? null,
    number: queue?.number ?? null,
    entrant: queue?.entrant ?? null,
    behindDraw: queue?.behind_draw ?? false,
    nextContactMs:
      queue?.next_contact_seconds === undefined ? null : queue.next_contact_seconds * 1000,
    servedPerMinute: queue?.served_per_minute ?? null,
    seatsLeft: queue?.seats_left ?? null,
    paused: queue?.paused ?? false,
    isFollowing: queue?.elsewhere ?? false,
    passedOver: queue?.passed_over ?? false,
    keptMinutes: queue?.kept_minutes ?? null,
    seq: session?.seq ?? 0,
    hasDraft: session?.has_draft ?? false,
    endReason: session?.end_reason ?? null,
    endNote: session?.end_note ?? null,
  };
}

/** A payment with its deadline on the device's monotonic clock. */
export function paymentReading(payment: Payment, now: MonotonicClock): PaymentReading {
  return { payment, ...deadlineAfter(payment.remaining_seconds, now) };
}

/** The grant of a sent one-time code, on the device's monotonic clock. */
export function codeGrant(grant: OtpGrant, now: MonotonicClock): CodeGrant {
  return {
    ...deadlineAfter(grant.expires_in ?? null, now),
    cooldownMs: Math.max(0, Math.round(grant.next_request_available_in * 1000)),
    usedToday: grant.daily_usage.current_count,
    dailyLimit: grant.daily_usage.daily_limit,
  };
}
