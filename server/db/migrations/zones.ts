/** Drawn zones of a hall (§3): `ZoneLayout` of the contract; null where an event has none. */
export const zones = `
alter table events add column zone_layout jsonb check (jsonb_typeof(zone_layout) = 'object');
`;
