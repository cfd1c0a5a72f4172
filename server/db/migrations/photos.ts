/** Photos of accounts (§2.391): WebP, 256 pixels square. */
export const photos = `
create table account_photos (
  account_id uuid primary key references accounts on delete cascade,
  webp bytea not null,
  changed_at timestamptz not null
);
`;
