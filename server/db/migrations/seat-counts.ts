/**
 * How many seats of an event are free and held, as rows whose sum is the number: a transaction that changes seats adds one, and the ticker folds them. No
 * claim waits for another's count.
 */
export const seatCounts = `
create table seat_counts (
  event_id text not null,
  available int not null,
  held int not null
);
create index seat_counts_event on seat_counts (event_id) include (available, held);
insert into seat_counts (event_id, available, held)
  select event_id, count(*) filter (where status = 'available'), count(*) filter (where status = 'held')
  from seats where status in ('available', 'held') group by event_id;

-- Its number tells processes that a kept response of the catalogue is old. A sequence, because a row would be locked until the commit.
create sequence catalogue_version;
create function change_catalogue() returns trigger language plpgsql as $$
  begin
    perform nextval('catalogue_version');
    return null;
  end $$;
create trigger events_change_catalogue after insert or update or delete on events
  for each statement execute function change_catalogue();
create trigger waiting_list_change_catalogue after insert or update or delete on waiting_list
  for each statement execute function change_catalogue();
create trigger organizers_change_catalogue after insert or update or delete on organizers
  for each statement execute function change_catalogue();

-- By triggers, because a process of the former release changes seats too.
create function count_seats() returns trigger language plpgsql as $$
  declare
    events text[];
    changed bigint;
  begin
    if tg_op <> 'DELETE' then
      insert into seat_counts (event_id, available, held)
        select event_id, count(*) filter (where status = 'available'), count(*) filter (where status = 'held')
        from gained where status in ('available', 'held') group by event_id;
      select array_agg(distinct event_id), count(*) into events, changed from gained;
    end if;
    if tg_op <> 'INSERT' then
      insert into seat_counts (event_id, available, held)
        select event_id, -count(*) filter (where status = 'available'), -count(*) filter (where status = 'held')
        from lost where status in ('available', 'held') group by event_id;
      select array_agg(distinct event_id), count(*) into events, changed from lost;
    end if;
    -- Above 20 free places the catalogue says the same whatever their number.
    if exists (select 1 from seat_counts where event_id = any(events) group by event_id having sum(available) <= 21 + changed)
    then perform nextval('catalogue_version'); end if;
    return null;
  end $$;
create trigger seats_gained after insert on seats referencing new table as gained
  for each statement execute function count_seats();
create trigger seats_changed after update on seats referencing old table as lost new table as gained
  for each statement execute function count_seats();
create trigger seats_lost after delete on seats referencing old table as lost
  for each statement execute function count_seats();
`;
