import { auditAppendOnly } from '../audit-append-only.ts';
import { accounts, codesBySubject, google, lettersLeft } from './accounts.ts';
import { catalogue } from './catalogue.ts';
import { chargeStates } from './charge-states.ts';
import { draws } from './draws.ts';
import { categoryIncludes, eventFolders } from './event-folders.ts';
import { gate } from './gate.ts';
import { gateStaff } from './gate-staff.ts';
import { gatewayOrders } from './gateway-orders.ts';
import { invoiceNumbers } from './invoices.ts';
import { invoiceIssuers } from './issuers.ts';
import { jobs, missingJobs, signaturesForgotten } from './jobs.ts';
import { moneyNotices, retention } from './kept.ts';
import { keptCodes } from './kept-codes.ts';
import { keptFiles } from './kept-files.ts';
import { keptOrders } from './kept-orders.ts';
import { boughtAgain, failedNotices, seatCategories } from './late-money.ts';
import { laterForms } from './later-forms.ts';
import { ledger } from './ledger.ts';
import { legal } from './legal.ts';
import { limits } from './limits.ts';
import { countsOfGone, lineMessage, turnEmails, turnPushes, turnsForThosePresent } from './line.ts';
import { mail, support } from './mail.ts';
import { methodsOff } from './methods-off.ts';
import { operationFigures } from './operation.ts';
import { gateways, otherWaysToPay } from './payments.ts';
import { payouts } from './payouts.ts';
import { persons } from './persons.ts';
import { photos } from './photos.ts';
import { pictures } from './pictures.ts';
import { places } from './places.ts';
import { prices } from './prices.ts';
import { devicesAndRefunds, simulatedGateway } from './purchase.ts';
import { refundAnswers } from './refund-answers.ts';
import { refundLife } from './refund-life.ts';
import { accountChecks, accountWaits, refundOffers } from './refund-offers.ts';
import { refundRows } from './refund-rows.ts';
import { replacedTickets } from './replaced-tickets.ts';
import { sale } from './sale.ts';
import { calendarsAndMail, saleNews, turnPushesTaken } from './sale-news.ts';
import { seatCounts } from './seat-counts.ts';
import { eventOfSubjects, fairShares } from './shares.ts';
import { sales, searchWords } from './shop.ts';
import { shownPrices, termsByPolicy } from './shown-prices.ts';
import { shows } from './shows.ts';
import { staff } from './staff.ts';
import { staffNotices } from './staff-notices.ts';
import { standing } from './standing.ts';
import { freedSeats, ticketParts } from './ticket-parts.ts';
import { waitingList } from './waiting-list.ts';
import { zones } from './zones.ts';

/** One step of the schema. Steps are only added; a released one never changes (decision 088). */
export interface Migration {
  readonly id: string;
  readonly sql: string;
  /** The release that stopped using what this step takes away; absent for a step that only adds. */
  readonly narrowsAfter?: string;
}

const purchase = `
create table queue_rooms (
  event_id text primary key references events on delete cascade,
  capacity int,
  paused boolean not null default false,
  next_ticket bigint not null default 1,
  serving bigint not null default 0
);
create table queue_gone (
  event_id text not null references events on delete cascade,
  ticket bigint not null,
  primary key (event_id, ticket)
);
create table purchase_sessions (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  event_id text not null references events on delete cascade,
  state text not null check (state in ('queued', 'online', 'payment_selection', 'payment_processing', 'completed', 'expired', 'cancelled')),
  ticket bigint,
  joined_at timestamptz not null,
  last_contact_at timestamptz not null,
  online_at timestamptz,
  deadline timestamptz,
  ended_at timestamptz,
  end_reason text,
  end_note text,
  seq int not null default 1
);
create unique index purchase_sessions_one_live on purchase_sessions (account_id)
  where state in ('queued', 'online', 'payment_selection', 'payment_processing');
create unique index purchase_sessions_ticket on purchase_sessions (event_id, ticket) where state = 'queued';
create index purchase_sessions_active on purchase_sessions (event_id)
  where state in ('online', 'payment_selection', 'payment_processing');
create index purchase_sessions_deadline on purchase_sessions (deadline)
  where state in ('online', 'payment_selection', 'payment_processing');
create index purchase_sessions_served on purchase_sessions (event_id, online_at) where ticket is not null;
create index purchase_sessions_account on purchase_sessions (account_id, joined_at desc);

create table orders (
  id uuid primary key,
  order_code text not null unique,
  account_id uuid not null references accounts,
  event_id text not null references events,
  session_id uuid not null references purchase_sessions,
  status text not null check (status in ('draft', 'pending', 'completed', 'cancelled', 'expired', 'failed')),
  locked_at timestamptz,
  subtotal bigint not null check (subtotal >= 0),
  discount bigint not null check (discount >= 0),
  tax bigint not null check (tax >= 0),
  total bigint not null check (total >= 0),
  voucher_code text references vouchers,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index orders_one_live on orders (session_id) where status in ('draft', 'pending');
create index orders_account on orders (account_id, created_at desc);

create table order_seats (
  order_id uuid not null references orders on delete cascade,
  seat_id bigint not null references seats,
  ticket_id uuid not null unique,
  price bigint not null check (price >= 0),
  primary key (order_id, seat_id)
);

-- A seat stands here while somebody holds or owns it: the primary key makes a double hold impossible whatever the code does.
create table seat_claims (
  seat_id bigint primary key references seats,
  order_id uuid not null references orders,
  kind text not null check (kind in ('held', 'sold')),
  claimed_at timestamptz not null
);
create index seat_claims_order on seat_claims (order_id);

create table voucher_claims (
  order_id uuid primary key references orders on delete cascade,
  code text not null references vouchers,
  claimed_at timestamptz not null
);
create index voucher_claims_code on voucher_claims (code);

-- Attendee answers stand apart from orders, so that they can be erased on their own.
create table attendee_answers (
  order_id uuid not null references orders on delete cascade,
  form_id text not null,
  ticket_id uuid,
  position int not null,
  answers jsonb not null,
  primary key (order_id, form_id, position)
);

create table payments (
  id uuid primary key,
  order_id uuid not null references orders,
  account_id uuid not null references accounts,
  event_id text not null references events,
  session_id uuid not null references purchase_sessions,
  method_code text not null,
  method_name text not null,
  amount bigint not null check (amount >= 0),
  service_fee bigint not null check (service_fee >= 0),
  gateway text not null,
  status text not null check (status in ('pending', 'completed', 'expired', 'failed', 'refund_due', 'refunded')),
  payment_data jsonb not null,
  expires_at timestamptz,
  -- Null until the gateway made the charge: the row is then an intent that a repeated call or the reconciler finishes.
  charged_at timestamptz,
  -- When the gateway was last asked, so that several processes do not ask twice.
  checked_at timestamptz,
  -- True once the gateway itself said that nothing more will come of the charge.
  gateway_final boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index payments_one_live on payments (order_id) where status in ('pending', 'completed');
create index payments_watched on payments (created_at)
  where status in ('pending', 'refund_due') or (status in ('expired', 'failed') and not gateway_final);
create index payments_account on payments (account_id, event_id, created_at desc);

create table webhook_events (
  id text primary key,
  payment_id uuid not null,
  outcome text not null,
  received_at timestamptz not null
);

create table tickets (
  id uuid primary key,
  order_id uuid not null references orders,
  account_id uuid not null references accounts,
  event_id text not null references events,
  seat_id bigint not null references seats,
  ticket_code text not null unique,
  qr_code text not null,
  holder_name text not null,
  category_name text not null,
  issued_at timestamptz not null,
  voided_at timestamptz
);
create unique index tickets_seat on tickets (seat_id) where voided_at is null;
create index tickets_account on tickets (account_id, event_id);

create table idempotency_keys (
  account_id uuid not null references accounts on delete cascade,
  key text not null,
  route text not null,
  request_hash text not null,
  status int,
  body jsonb,
  created_at timestamptz not null,
  primary key (account_id, key)
);

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  account_id uuid,
  action text not null,
  object text not null,
  status_before text,
  status_after text,
  request_id text,
  address_prefix text,
  detail jsonb
);
create index audit_log_object on audit_log (object);

-- Rows of the server itself: the signing keys it made at first start, the stamp of the seed, the offset of the development clock.
create table server_facts (name text primary key, value text not null);
`;

/** Every step, oldest first. */
export const migrations: readonly Migration[] = [
  { id: '001-accounts', sql: accounts },
  { id: '002-catalogue', sql: catalogue },
  { id: '003-purchase', sql: purchase },
  { id: '004-simulated-gateway', sql: simulatedGateway },
  { id: '005-letters-left', sql: lettersLeft },
  { id: '006-google', sql: google },
  { id: '007-codes-by-subject', sql: codesBySubject },
  { id: '008-audit-append-only', sql: auditAppendOnly },
  { id: '009-devices-and-refunds', sql: devicesAndRefunds },
  { id: '010-gate', sql: gate },
  { id: '011-fair-shares', sql: fairShares },
  { id: '012-limits', sql: limits },
  { id: '013-money-notices', sql: moneyNotices },
  { id: '014-retention', sql: retention },
  { id: '015-mail', sql: mail },
  { id: '015-support', sql: support },
  { id: '018-search', sql: searchWords },
  { id: '018-sales', sql: sales },
  { id: '019-legal', sql: legal },
  { id: '023-photos', sql: photos },
  { id: '016-turns-for-those-present', sql: turnsForThosePresent },
  { id: '017-other-ways-to-pay', sql: otherWaysToPay },
  { id: '024-zones', sql: zones },
  { id: '025-shows', sql: shows },
  { id: '026-event-folders', sql: eventFolders },
  { id: '028-standing', sql: standing },
  { id: '029-sale', sql: sale },
  { id: '029-sale-news', sql: saleNews },
  { id: '031-pictures', sql: pictures },
  { id: '027-places', sql: places },
  { id: '032-kept-files', sql: keptFiles },
  { id: '030-prices', sql: prices },
  { id: '033-waiting-list', sql: waitingList },
  { id: '034-counts-of-gone', sql: countsOfGone },
  { id: '042-ledger', sql: ledger },
  { id: '035-draws', sql: draws },
  { id: '036-line-message', sql: lineMessage },
  { id: '043-refund-life', sql: refundLife },
  { id: '044-invoices', sql: invoiceNumbers },
  { id: '037-turn-emails', sql: turnEmails },
  { id: '038-gateways', sql: gateways },
  { id: '037-turn-pushes', sql: turnPushes },
  { id: '046-staff', sql: staff },
  { id: '050-replaced-tickets', sql: replacedTickets },
  { id: '047-methods-off', sql: methodsOff },
  { id: '048-operation-figures', sql: operationFigures },
  { id: '041-kept-orders', sql: keptOrders },
  { id: '045-payouts', sql: payouts },
  { id: '053-charge-states', sql: chargeStates },
  { id: '054-later-forms', sql: laterForms },
  { id: '055-bought-again', sql: boughtAgain },
  { id: '056-failed-notices', sql: failedNotices },
  { id: '057-invoice-issuers', sql: invoiceIssuers },
  { id: '058-refund-offers', sql: refundOffers },
  { id: '059-account-checks', sql: accountChecks },
  { id: '060-gateway-orders', sql: gatewayOrders },
  { id: '065-refund-rows', sql: refundRows },
  { id: '066-refund-answers', sql: refundAnswers },
  { id: '070-ticket-parts', sql: ticketParts },
  { id: '080-persons', sql: persons },
  { id: '081-turn-pushes-taken', sql: turnPushesTaken },
  { id: '071-freed-seats', sql: freedSeats },
  { id: '061-jobs', sql: jobs },
  { id: '062-signatures-forgotten', sql: signaturesForgotten },
  { id: '075-account-waits', sql: accountWaits },
  { id: '076-seat-categories', sql: seatCategories },
  { id: '078-missing-jobs', sql: missingJobs },
  { id: '082-seat-counts', sql: seatCounts },
  { id: '083-event-of-subjects', sql: eventOfSubjects },
  { id: '089-calendars-and-mail', sql: calendarsAndMail },
  { id: '086-kept-codes', sql: keptCodes },
  { id: '087-shown-prices', sql: shownPrices },
  { id: '091-gate-staff', sql: gateStaff },
  { id: '088-terms-by-policy', sql: termsByPolicy },
  { id: '090-category-includes', sql: categoryIncludes },
  { id: '092-staff-notices', sql: staffNotices },
];
