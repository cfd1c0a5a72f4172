/** E-mails with a lane, tries and an end; the token finds the e-mail of a bounce. */
export const mail = `
alter table mails
  -- What goes first: codes before tickets before news.
  add column lane text not null default 'tickets' check (lane in ('codes', 'tickets', 'news')),
  add column attempts int not null default 0,
  -- When it is tried next; null once nothing is to be done any more. While it is under way, the instant at which its process counts as gone.
  add column next_try_at timestamptz,
  add column gave_up_at timestamptz,
  -- In the Message-ID and in the address that bounces come back to.
  add column token text,
  add column bounced_at timestamptz,
  add column bounce_status text,
  add column reply_to text,
  -- What is made and attached when it is sent.
  add column enclosed jsonb;
update mails set lane = 'codes' where code_subject is not null;
update mails set next_try_at = created_at where sent_at is null and failure is null and blanked_at is null;
update mails set gave_up_at = created_at where sent_at is null and failure is not null;
drop index mails_left;
create index mails_due on mails (lane, next_try_at, id) where next_try_at is not null;
create unique index mails_token on mails (token);
create index mails_gone_wrong on mails (id) where bounced_at is not null or gave_up_at is not null;
`;

/** Messages to the support. */
export const support = `
create table support_messages (
  id bigint generated always as identity primary key,
  account_id uuid references accounts on delete set null,
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  created_at timestamptz not null
);
create index support_messages_created on support_messages (created_at);
create index support_messages_writer on support_messages (lower(email), created_at);
create index support_messages_account on support_messages (account_id);
create index mails_reply_to on mails (lower(reply_to)) where reply_to is not null;
`;
