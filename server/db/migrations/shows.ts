/**
 * Shows of a series and the time zone of the venue. A show is a row of `events` with its own slug, seats, queue and sale; `series_id` is the
 * first show's id, its own for an event with one show.
 */
export const shows = `
alter table events
  add column series_id text references events on delete cascade,
  add column show_position int not null default 0,
  -- Null: the choice of shows prints the date alone.
  add column show_name text,
  add column time_zone text not null default 'Asia/Jakarta'
    check (time_zone in ('Asia/Jakarta', 'Asia/Makassar', 'Asia/Jayapura'));
update events e set series_id = e.id, time_zone = case
    when p.code in ('BA', 'NB', 'NT', 'KS', 'KI', 'KU', 'SA', 'ST', 'SN', 'SG', 'GO', 'SR') then 'Asia/Makassar'
    when p.code in ('MA', 'MU', 'PB', 'PA') then 'Asia/Jayapura'
    else 'Asia/Jakarta' end
  from provinces p where p.id = e.province_id;
alter table events alter column series_id set not null;
create index events_series on events (series_id, show_position);
-- The provinces since 2022; a new database gets them with the others.
insert into provinces (id, country_id, name, code)
  select n.id, 1, n.name, n.code
  from (values (35, 'Papua Selatan', 'PS'), (36, 'Papua Tengah', 'PT'), (37, 'Papua Pegunungan', 'PE'), (38, 'Papua Barat Daya', 'PD'))
    as n (id, name, code)
  where exists (select 1 from provinces where id = 34 and code = 'PA') on conflict do nothing;
`;
