/** People of the staff, their sign-ins, and who of them acted (decision 070). */
export const staff = `
create table staff (
  id uuid primary key,
  email text not null,
  name text not null,
  roles text[] not null check (cardinality(roles) > 0 and roles <@ array['owner', 'sales', 'support', 'finance', 'door']),
  created_at timestamptz not null,
  -- Of the open invitation; null once it was accepted.
  invitation_hash text unique,
  invitation_expires_at timestamptz,
  -- Null until the invitation is accepted.
  password_hash text,
  -- Key of the authenticator, encrypted with a key that the database does not hold.
  totp_secret text not null,
  -- Time step of the last accepted code: each code counts once.
  totp_step bigint not null default 0,
  removed_at timestamptz
);
create unique index staff_email on staff (lower(email));

create table staff_sessions (
  id_hash text primary key,
  staff_id uuid not null references staff,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index staff_sessions_staff on staff_sessions (staff_id);

alter table audit_log add column staff_id uuid;
`;
