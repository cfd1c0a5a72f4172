/** The exact texts that accounts agreed to, and when (§5.11). */
export const legal = `
create table legal_texts (
  -- SHA-256 over the text in all its languages.
  hash text primary key,
  document text not null check (document in ('terms', 'privacy')),
  html_id text not null,
  html_en text,
  first_accepted_at timestamptz not null
);
create table legal_acceptances (
  account_id uuid not null references accounts on delete cascade,
  document text not null,
  hash text not null references legal_texts,
  accepted_at timestamptz not null,
  primary key (account_id, document, hash)
);
`;
