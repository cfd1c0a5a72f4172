/** How often a bank was asked about the accounts of one refund (decision 080). */
export const accountChecks = `
alter table refunds add column account_checks int not null default 0;
`;

/** How long a refund waits for its bank account, and how often its buyer was reminded (decision 080). */
export const accountWaits = `
alter table refunds
  add column account_asked_at timestamptz,
  -- Days of reminders that have passed.
  add column account_reminders int not null default 0;
update refunds r set account_asked_at = coalesce(
    (select max(a.at) from audit_log a where a.object = 'refund:' || r.id and a.action = 'refund.askAccount'), r.due_at)
  where r.state = 'accountAsked';
`;

/** What organisers offered to the buyers of postponed and moved events, one row for each announcement (decision 080). */
export const refundOffers = `
create table refund_offers (
  id bigint generated always as identity primary key,
  event_id text not null references events on delete cascade,
  -- Of orders whose charge was made until then everything goes back.
  at timestamptz not null,
  -- When the date was named that the days count from; null while there is none.
  dated_at timestamptz
);
create index refund_offers_event on refund_offers (event_id);
-- Formerly a moved event had one end, 14 days after its last news.
insert into refund_offers (event_id, at, dated_at)
  select id, refund_until - interval '336 hours', refund_until - interval '336 hours' from events where refund_until is not null;
`;
