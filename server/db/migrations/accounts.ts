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
