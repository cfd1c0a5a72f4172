/**
 * Positions of seats on a drawn plan (decision 048). Seats of a layout by rows and columns have none of them: their number says section and row.
 */
export const places = `
alter table events add column seat_plan jsonb;
alter table seats
  -- Empty in a hall of one section.
  add column section text,
  -- Centre of the seat in units of the plan.
  add column x double precision,
  add column y double precision,
  -- Degrees clockwise.
  add column rotation double precision,
  add column access text check (access in ('wheelchair', 'companion')),
  add check ((x is null) = (y is null));
`;
