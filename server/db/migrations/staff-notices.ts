/** When the staff was last notified that something waits. */
export const staffNotices = `
create table staff_notices (kind text primary key, sent_at timestamptz not null);
`;
