/** The choice of buyers to keep the tickets of an event that was postponed or moved (decision 080). */
export const keptOrders = `
-- Null until the buyer has chosen; a later postponement asks again.
alter table orders add column kept_at timestamptz;
`;
