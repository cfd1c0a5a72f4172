import { calls } from '../../../contract/call/calls.ts';
import type { SessionResponse } from '../../../contract/session.ts';
import type { Tx } from '../../db/db.ts';
import { Refusal } from '../../http/refusal.ts';
import { refuseFor } from '../../http/refuse.ts';
import type { Services } from '../../services.ts';
import { system, type Trail } from '../audit.ts';
import { settleBeforeEnding } from '../payment/payments-void.ts';
import { promote } from './queue.ts';
import { noteContact } from './queue-presence.ts';
import { type Ending, endSession } from './session-end.ts';
import type { ViewRow } from './session-reads.ts';
import {
  type Actor,
  findLiveSession,
  isPastDeadline,
  lockSession,
  type SessionRow,
} from './session-rows.ts';
import { sessionAnswerOf } from './session-view.ts';

const refuseExit = refuseFor(calls.exitSession);

/** The session as its owner reads it (§7.60); records the contact of the owner and of the device. */
export async function readSession(
  services: Services,
  accountId: string,
  deviceId: string | null = null,
): Promise<SessionResponse> {
  return answerSession(services, await services.sessionReads.byAccount(accountId), deviceId);
}

/** The response about a session that was read already; records the contact as `readSession` does. */
export async function answerSession(
  services: Services,
  row: ViewRow | null,
  deviceId: string | null,
): Promise<SessionResponse> {
  const { config, queueFacts } = services;
  const now = services.clock.now();
  const facts = row?.state === 'queued' ? await queueFacts(row.event_id) : null;
  if (row !== null && row.ended_at === null) await noteContact(services, row, deviceId, facts, now);
  return sessionAnswerOf(row, { config, now, facts, deviceId });
}

/**
 * Leaves (§7.61): the place or the seats are given back. While a payment runs it is voided at the gateway first;
 * throws 409 when it cannot be voided or is paid already (§4.7). Without a live session nothing happens.
 */
export async function exitSession(services: Services, actor: Actor): Promise<SessionResponse> {
  const live = await findLiveSession(services.db, actor.accountId);
  if (live !== null) {
    await endVoided(services, live, { event: 'left', by: actor });
  }
  return readSession(services, actor.accountId);
}

/** Removes a buyer by e-mail address from an event: an operator's act. Throws 404 when nobody of that name is there, 409 while paid. */
export async function kick(
  services: Services,
  slug: string,
  email: string,
  note: string | null,
  by: Trail = system,
): Promise<void> {
  const [account] = await services.db.query<{ id: string }>(
    'select id from accounts where lower(email) = lower($1)',
    [email],
  );
  const live = account === undefined ? null : await findLiveSession(services.db, account.id);
  if (live === null || live.slug !== slug) {
    throw new Refusal(404, 'This account has no live session for the event');
  }
  await endVoided(services, live, { event: 'kicked', note, by });
}

/** Ends a session whose deadline has passed, and no other. No gateway is asked: its payment stays open for questions, and money that comes is late. */
export async function expireSession(services: Services, sessionId: string): Promise<void> {
  const now = services.clock.now();
  const eventId = await services.db.tx(async (tx) => {
    const session = await lockSession(tx, sessionId);
    // A payment begun in the grace has a deadline of its own.
    if (session === null || session.ended_at !== null || !isPastDeadline(session, now)) return null;
    await endSession(tx, services, session, { event: 'deadlinePassed' }, now);
    return session.event_id;
  });
  if (eventId !== null) await promote(services, eventId);
}

/** Ends a session of an event that is not on sale any more (F56). A payment that cannot be voided keeps it until it is resolved. */
export async function closeSession(services: Services, session: SessionRow): Promise<void> {
  await endVoided(services, session, { event: closingOf(session.event_status) });
}

/** What ends the sessions of an event that sells no more. */
export function closingOf(eventStatus: string): 'eventCancelled' | 'saleClosed' {
  return eventStatus === 'cancelled' ? 'eventCancelled' : 'saleClosed';
}

/**
 * Ends a session after its running payment, if any, was voided at the gateway: that call stands outside of any transaction. Fills the free place.
 */
async function endVoided(services: Services, session: SessionRow, ending: Ending): Promise<void> {
  let gatewayFinal = false;
  let voidedId: string | null = null;
  if (session.state === 'payment_processing') {
    const { paymentId, verdict } = await settleBeforeEnding(services, session.id);
    voidedId = paymentId;
    if (verdict === 'settled') throw refuseExit('paymentCompleted');
    if (verdict === 'unknown') throw refuseExit('paymentNotVoidable');
    gatewayFinal = verdict === 'voided';
  }
  const now = services.clock.now();
  const became = await services.db.tx(async (tx) => {
    const locked = await lockSession(tx, session.id);
    if (locked === null || locked.ended_at !== null) return 'ended';
    // A payment begun since we looked, the first or one by another method, has to be voided as well.
    if (locked.state === 'payment_processing' && (await runningPayment(tx, locked)) !== voidedId) {
      return 'paying';
    }
    await endSession(tx, services, locked, { ...ending, gatewayFinal }, now);
    return 'ended';
  });
  if (became === 'paying') {
    await endVoided(services, { ...session, state: 'payment_processing' }, ending);
    return;
  }
  await promote(services, session.event_id);
}

async function runningPayment(tx: Tx, session: SessionRow): Promise<string | null> {
  const [running] = await tx.query<{ id: string }>(
    `select id from payments where session_id = $1 and status = 'pending'`,
    [session.id],
  );
  return running?.id ?? null;
}
