/** Queued accounts that were overtaken, and their return (§11.21). */
export const turnsForThosePresent = `
-- Both are null while the turn is still to come. passed_at: absent at the turn; returned_at: back since, and next to be let in.
alter table purchase_sessions add column passed_at timestamptz, add column returned_at timestamptz;
create index purchase_sessions_passed on purchase_sessions (passed_at) where state = 'queued' and passed_at is not null;
create index purchase_sessions_returned on purchase_sessions (event_id, ticket) where state = 'queued' and returned_at is not null;
`;

/** The operator's words to all who wait, part of the line's document. */
export const lineMessage = `
alter table queue_rooms add column message text;
`;

/** How many numbers were given up, by stretches of the line, so that no reader counts them one by one. */
export const countsOfGone = `
create table queue_gone_counts (
  event_id text not null references events on delete cascade,
  -- Numbers that a stretch covers: stretch n of width w has the numbers n * w + 1 to (n + 1) * w.
  width int not null,
  stretch bigint not null,
  gone int not null,
  primary key (event_id, width, stretch)
);
insert into queue_gone_counts (event_id, width, stretch, gone)
  select event_id, w.width, (ticket - 1) / w.width, count(*)
  from queue_gone cross join (values (100), (10000)) w (width) group by 1, 2, 3;
-- Heartbeats are minutes apart far back in the line, so a device says how long it counts as present.
alter table purchase_sessions rename column device_seen_at to device_until;
update purchase_sessions set device_until = device_until + interval '45 seconds' where device_until is not null;
`;

/** When the e-mail about a turn was decided on, sent or spared (decision 069); null before that. */
export const turnEmails = `
alter table purchase_sessions add column turn_emailed_at timestamptz;
create index purchase_sessions_turns on purchase_sessions (online_at)
  where state = 'online' and ticket is not null and turn_emailed_at is null;
`;

/** The browsers to notify at a turn (decision 069): only those of sessions that wait. */
export const turnPushes = `
create table turn_pushes (
  session_id uuid primary key references purchase_sessions on delete cascade,
  endpoint text not null,
  p256dh text not null,
  auth text not null
);
`;
