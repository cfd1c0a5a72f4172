/** Drawn zones of a venue (§3.30): `ZoneLayout` of the contract; null for an event without zones. */
export const zones = `
alter table events add column zone_layout jsonb check (jsonb_typeof(zone_layout) = 'object');
`;
