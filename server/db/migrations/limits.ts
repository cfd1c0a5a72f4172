/** Limits that all processes share, and codes counted by requester (§17.30). */
export const limits = `
-- One window of one limit; processes take blocks from it. \`granted\` is what the last statement took.
create table limit_budgets (
  key text primary key,
  used int not null,
  granted int not null,
  ends_at timestamptz not null
);
create index limit_budgets_ended on limit_budgets (ends_at);

-- Challenges that were solved: each counts once.
create table challenge_uses (seed text primary key, expires_at timestamptz not null);
create index challenge_uses_ended on challenge_uses (expires_at);

-- One code of a subject lives at a time; codes of several subjects may count against one daily number.
alter table otp_codes add column budget text;
alter table otp_codes add column network text;
update otp_codes set budget = subject;
create index otp_codes_budget on otp_codes (budget, created_at desc);
`;
