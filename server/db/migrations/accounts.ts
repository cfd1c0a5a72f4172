/** People who can sign in. */
export const accounts = `
create table accounts (
  id uuid primary key,
  email text not null,
  password_hash text,
  first_name text not null,
  last_name text not null,
  phone_number text not null,
  role text not null default 'user',
  is_verified boolean not null default false,
  created_at timestamptz not null
);
create unique index accounts_email on accounts (lower(email));

create table auth_sessions (
  id_hash text primary key,
  account_id uuid not null references accounts on delete cascade,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index auth_sessions_account on auth_sessions (account_id);

create table otp_codes (
  id bigint generated always as identity primary key,
  account_id uuid not null references accounts on delete cascade,
  code_hmac text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  attempts int not null default 0,
  dead boolean not null default false
);
create index otp_codes_account on otp_codes (account_id, created_at desc);
create unique index otp_codes_one_alive on otp_codes (account_id) where not dead;

create table login_failures (
  account_key text not null,
  address text not null,
  at timestamptz not null
);
create index login_failures_key on login_failures (account_key, at);

create table mails (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text,
  created_at timestamptz not null,
  sent_at timestamptz,
  failure text
);
create index mails_recipient on mails (recipient, id desc);
`;

/** E-mails that a process left unsent. */
export const lettersLeft = `
-- When a process took up a letter that another had left.
alter table mails add column taken_at timestamptz;
create index mails_left on mails (created_at) where sent_at is null and failure is null;
`;

/** Round trips to an OpenID issuer, and the identities that it confirms. */
export const google = `
create table google_identities (
  issuer text not null,
  subject text not null,
  account_id uuid not null references accounts on delete cascade,
  linked_at timestamptz not null,
  primary key (issuer, subject)
);
create index google_identities_account on google_identities (account_id);
-- A round trip to Google that has begun; the key is the hash of a cookie that only the browser holds.
create table google_flows (
  cookie_hash text primary key,
  issuer text not null,
  callback_url text not null,
  state text not null,
  nonce text not null,
  verifier text not null,
  return_to text,
  expires_at timestamptz not null
);
`;

/** Codes for a new password beside those that verify an address. */
export const codesBySubject = `
-- A code that sets a new password is asked for by address, whether an account has it or not.
alter table otp_codes add column subject text;
update otp_codes set subject = account_id::text;
alter table otp_codes alter column subject set not null;
alter table otp_codes alter column account_id drop not null;
drop index otp_codes_account;
drop index otp_codes_one_alive;
create index otp_codes_subject on otp_codes (subject, created_at desc);
create unique index otp_codes_one_alive on otp_codes (subject) where not dead;
`;
