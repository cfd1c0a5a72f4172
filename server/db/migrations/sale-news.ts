/** Cancelled and postponed events: who has to be notified, and money that is owed for them (decision 049). */
export const saleNews = `
alter table refunds drop constraint refunds_reason_check;
alter table refunds add constraint refunds_reason_check
  check (reason in ('seats_gone', 'voucher_used', 'event_closed', 'paid_twice', 'order_cancelled', 'event_cancelled',
    'refund', 'reversal', 'chargeback'));
-- A free ticket of a cancelled event goes back as well.
alter table refunds drop constraint refunds_amount_check;
alter table refunds add constraint refunds_amount_check check (amount >= 0);
-- A charge may settle at the second at which its event is cancelled: its tickets are found by this index.
create index tickets_valid on tickets (event_id) where voided_at is null;
-- Completed orders whose buyers are to be told; a row goes with its e-mail.
create table event_news (
  order_id uuid primary key references orders on delete cascade,
  news text not null check (news in ('event_postponed', 'event_moved', 'event_cancelled'))
);
`;

/** The process that sends a notification, until it is taken to have ended. */
export const turnPushesTaken = `
alter table turn_pushes add column taken_until timestamptz;
`;

/**
 * How often the date or venue of an event changed, for the calendars of its buyers: a trigger, because the desk, a folder and a former release change
 * them. What it says of its place and on its tickets; null for the usual terms. What an e-mail is about, without a reference: the event may be
 * removed before it.
 */
export const calendarsAndMail = `
alter table events add column calendar_sequence int not null default 0, add column venue_address text, add column ticket_terms jsonb;
create function count_calendar_change() returns trigger language plpgsql as $$
  begin
    new.calendar_sequence := old.calendar_sequence + 1;
    return new;
  end
  $$;
create trigger events_calendar before update on events for each row
  when ((old.starts_at, old.ends_at, old.venue_name) is distinct from (new.starts_at, new.ends_at, new.venue_name)
    or old.status is distinct from new.status and (old.status in ('cancelled', 'postponed') or new.status in ('cancelled', 'postponed')))
  execute function count_calendar_change();
alter table mails add column kind text, add column event_id text;
`;
