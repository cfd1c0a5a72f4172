/** Queued accounts that were overtaken, and their return (ruling R10). */
export const turnsForThosePresent = `
-- Both are null while the turn is still to come. passed_at: absent at the turn; returned_at: back since, and next to be let in.
alter table purchase_sessions add column passed_at timestamptz, add column returned_at timestamptz;
create index purchase_sessions_passed on purchase_sessions (passed_at) where state = 'queued' and passed_at is not null;
create index purchase_sessions_returned on purchase_sessions (event_id, ticket) where state = 'queued' and returned_at is not null;
`;
