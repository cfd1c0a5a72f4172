/** What operators watch: sessions by when they came online, also to limit turns per minute, and payments by their begin. */
export const operationFigures = `
create index purchase_sessions_online on purchase_sessions (event_id, online_at) where online_at is not null;
create index payments_created on payments (created_at);
`;
