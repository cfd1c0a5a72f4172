import { randomBytes, randomUUID } from 'node:crypto';
import type { AnswerOf } from '../../../contract/call/call.ts';
import { localIso, type TimeZone } from '../../../contract/place/time-zone.ts';
import {
  acceptTransfer,
  offerTransfer,
  readTransfer,
  type Transfer,
  ticketTransfer,
  transferHours,
  withdrawTransfer,
} from '../../../contract/ticket/transfer.ts';
import type { Queryable, Tx } from '../../db/db.ts';
import { refuseFor } from '../../http/refuse.ts';
import { secretHash } from '../../secrets/secret-hash.ts';
import type { Services } from '../../services.ts';
import { system, type Trail } from '../audit.ts';
import { hasBegun } from '../catalogue/sale.ts';
import { enqueueTransferEmails } from '../email/transfer-emails.ts';
import { advance, advanceAll, beginRecorded } from '../lifecycle/lifecycle.ts';
import { type TransferState, transferLifecycle } from '../lifecycle/transfer.ts';
import { shownNumber } from '../order/choice.ts';
import { lockTicket, replaceTicket } from '../ticket/replace-ticket.ts';
import { uuidPattern } from '../ticket/tickets.ts';

const refuseOwner = refuseFor(ticketTransfer, offerTransfer, withdrawTransfer);
const refuseUsed = refuseFor(offerTransfer, acceptTransfer);
const refuseOffer = refuseFor(offerTransfer);
const refuseEnded = refuseFor(withdrawTransfer, acceptTransfer);
const refuseLink = refuseFor(readTransfer, acceptTransfer);
const refuseOwn = refuseFor(acceptTransfer);

/** Offers that one run of the ticker ends. */
const batch = 500;

type TransferServices = Pick<Services, 'db' | 'keys' | 'clock' | 'config' | 'mailer'>;

type TransferRow = {
  readonly id: string;
  readonly account_id: string;
  readonly ticket_id: string;
  readonly state: TransferState;
  readonly deadline: Date;
};

/** The account that acts, for the audit log. */
type Actor = Trail & { readonly accountId: string };

/** The latest offer of a ticket that the account gave or has; null without one. Throws Refusal 404 for a ticket of somebody else. */
export async function latestTransfer(
  q: Queryable,
  accountId: string,
  ticketId: string,
): Promise<Transfer | null> {
  await demandOwn(q, accountId, ticketId);
  const [row] = await q.query<TransferRow>(
    `select id, account_id, ticket_id, state, deadline from ticket_transfers
      where ticket_id = $1 and account_id = $2 order by created_at desc, id limit 1`,
    [ticketId, accountId],
  );
  return row === undefined ? null : shown(row);
}

/**
 * Offers a valid ticket by a link that works for 72 hours, at most until its event begins; an earlier offer ends. Throws Refusal 404 for a ticket that
 * is not the account's, 409 once somebody has entered with it, its event is cancelled or has begun, or the money of its order is asked back.
 */
export async function offer(
  { db, clock }: TransferServices,
  by: Actor,
  ticketId: string,
): Promise<AnswerOf<typeof offerTransfer>> {
  const token = randomBytes(24).toString('base64url');
  return db.tx(async (tx) => {
    const now = clock.now();
    await demandOwn(tx, by.accountId, ticketId);
    const ticket = await lockTicket(tx, ticketId);
    if (ticket === null) throw refuseOwner('ticketNotFound');
    if (ticket.is_inside) throw refuseUsed('ticketUsed');
    if (ticket.is_asked_back) throw refuseUsed('refundAsked');
    const { event_status: status, starts_at } = ticket;
    if (status === 'cancelled' || hasBegun({ status, starts_at }, now)) {
      throw refuseOffer('transferClosed');
    }
    const open = await lockOffer(tx, ticketId);
    if (open !== null) await withdrawOpen(tx, open, by, now);
    const latest = now.getTime() + transferHours * 3_600_000;
    const isUndated = status === 'postponed';
    const deadline = new Date(isUndated ? latest : Math.min(latest, starts_at.getTime()));
    const row = {
      id: randomUUID(),
      account_id: by.accountId,
      ticket_id: ticketId,
      token_hash: secretHash(token),
      deadline,
      created_at: now,
    };
    await beginRecorded(tx, transferLifecycle, 'offered', row, { at: now, by });
    return { transfer: shown({ state: 'offered', deadline }), token };
  });
}

/** Ends the offer of a ticket. Throws Refusal 404 for a ticket of somebody else, 409 where nothing is offered any more. */
export async function withdraw(
  { db, clock }: TransferServices,
  by: Actor,
  ticketId: string,
): Promise<Transfer> {
  return db.tx(async (tx) => {
    await demandOwn(tx, by.accountId, ticketId);
    const open = await lockOffer(tx, ticketId);
    if (open === null) throw refuseEnded('transferEnded');
    await withdrawOpen(tx, open, by, clock.now());
    return shown({ ...open, state: 'withdrawn' });
  });
}

/** What the link of an offer says. Throws Refusal 404 for an unknown one. */
export async function readOffer(
  q: Queryable,
  token: string,
  now: Date,
): Promise<AnswerOf<typeof readTransfer>> {
  const [row] = await q.query<
    TransferRow & {
      giver: string;
      event_slug: string;
      event_name: string;
      venue_name: string;
      starts_at: Date;
      time_zone: TimeZone;
      category: string;
      seat_number: string | null;
    }
  >(
    `select f.id, f.account_id, f.ticket_id, f.state, f.deadline, a.first_name as giver, e.slug as event_slug, e.name as event_name,
       e.venue_name, e.starts_at, e.time_zone, t.category_name as category, ${shownNumber('s')} as seat_number
     from ticket_transfers f join accounts a on a.id = f.account_id join tickets t on t.id = f.ticket_id
       join events e on e.id = t.event_id join seats s on s.id = t.seat_id where f.token_hash = $1`,
    [secretHash(token)],
  );
  if (row === undefined) throw refuseLink('transferNotFound');
  const {
    starts_at,
    time_zone,
    id: _,
    account_id: __,
    ticket_id: ___,
    state,
    deadline,
    ...rest
  } = row;
  const isOver = state === 'offered' && deadline <= now;
  return {
    ...rest,
    ...shown({ state: isOver ? 'lapsed' : state, deadline }),
    datetime: localIso(starts_at, time_zone),
  };
}

/**
 * Accepts an offered ticket: voids the giver's and issues another to the account, in one transaction, with an e-mail to both. Of two who accept at once
 * one has it. Throws Refusal 404 for an unknown link, 409 for an ended offer, an own ticket, one that somebody has entered with, and one whose
 * money is asked back.
 */
export async function accept(
  services: TransferServices,
  by: Actor,
  token: string,
  holderName: string,
): Promise<AnswerOf<typeof acceptTransfer>> {
  const { db, keys, clock } = services;
  const [known] = await db.query<{ ticket_id: string; account_id: string }>(
    'select ticket_id, account_id from ticket_transfers where token_hash = $1',
    [secretHash(token)],
  );
  if (known === undefined) throw refuseLink('transferNotFound');
  if (known.account_id === by.accountId) throw refuseOwn('transferOwn');
  return db.tx(async (tx) => {
    const now = clock.now();
    const ticket = await lockTicket(tx, known.ticket_id);
    const open = ticket === null ? null : await lockOffer(tx, ticket.id, token);
    if (ticket === null || open === null || open.deadline <= now)
      throw refuseEnded('transferEnded');
    if (ticket.is_inside) throw refuseUsed('ticketUsed');
    if (ticket.is_asked_back) throw refuseUsed('refundAsked');
    const columns = { ended_at: now, taken_by: by.accountId };
    await advance(tx, transferLifecycle, open, 'accepted', { at: now, by }, columns);
    const change = { accountId: by.accountId, holderName };
    const id = await replaceTicket(tx, keys, ticket, change, by, now);
    await enqueueTransferEmails(tx, services, { ticket, takerId: by.accountId });
    return { ticket_id: id, event_slug: ticket.slug };
  });
}

/** Ends offers whose link is over, or whose ticket is void. */
export async function lapseTransfers({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await db.tx(async (tx) => {
    const now = clock.now();
    const due = await tx.query<TransferRow & { is_void: boolean }>(
      `select f.id, f.account_id, f.ticket_id, f.state, f.deadline, t.voided_at is not null as is_void
         from ticket_transfers f join tickets t on t.id = f.ticket_id
        where f.state = 'offered' and (f.deadline <= $1 or t.voided_at is not null)
        order by f.id limit ${batch} for update of f skip locked`,
      [now],
    );
    const change = { at: now, by: system };
    const columns = { ended_at: now };
    const over = due.filter(({ is_void }) => !is_void);
    const voided = due.filter(({ is_void }) => is_void);
    await advanceAll(tx, transferLifecycle, over, 'deadlinePassed', change, columns);
    await advanceAll(tx, transferLifecycle, voided, 'ticketVoided', change, columns);
  });
}

async function demandOwn(q: Queryable, accountId: string, ticketId: string): Promise<void> {
  const [own] = uuidPattern.test(ticketId)
    ? await q.query('select 1 as one from tickets where id = $1 and account_id = $2', [
        ticketId,
        accountId,
      ])
    : [];
  if (own === undefined) throw refuseOwner('ticketNotFound');
}

/** The open offer of a ticket, locked; with `token`, only if it is the one of that link. */
async function lockOffer(tx: Tx, ticketId: string, token?: string): Promise<TransferRow | null> {
  const [row] = await tx.query<TransferRow>(
    `select id, account_id, ticket_id, state, deadline from ticket_transfers
      where ticket_id = $1 and state = 'offered' and ($2::text is null or token_hash = $2) for update`,
    [ticketId, token === undefined ? null : secretHash(token)],
  );
  return row ?? null;
}

async function withdrawOpen(tx: Tx, open: TransferRow, by: Actor, at: Date): Promise<void> {
  await advance(tx, transferLifecycle, open, 'withdrawn', { at, by }, { ended_at: at });
}

function shown({ state, deadline }: Pick<TransferRow, 'state' | 'deadline'>): Transfer {
  return { state, expires_at: deadline.toISOString() };
}
