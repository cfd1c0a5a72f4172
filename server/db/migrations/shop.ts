/** Search words of events (§5.20). */
export const searchWords = `
-- As searchTextOf writes it for new rows; a test compares the two.
update events e set search_text = btrim(regexp_replace(regexp_replace(lower(normalize(e.name, nfkd)),
      '[\\u0300-\\u036f]+', '', 'g'), '[^[:alnum:]]+', ' ', 'g')) || ' / ' ||
    btrim(regexp_replace(regexp_replace(lower(normalize(concat_ws(' ', e.event_type,
      case e.topic
        when 'music' then 'musik music konser concert'
        when 'sports' then 'olahraga sports'
        when 'entertainment' then 'hiburan entertainment'
        when 'festivals' then 'festival festivals holidays'
        when 'seminar' then 'seminar workshop lokakarya'
      end,
      e.venue_name, o.name, e.city, e.subdistrict, p.name, case when e.is_online then 'online daring' end), nfkd)),
      '[\\u0300-\\u036f]+', '', 'g'), '[^[:alnum:]]+', ' ', 'g'))
  from organizers o, provinces p where o.id = e.organizer_id and p.id = e.province_id;
alter table events
  add column name_words tsvector generated always as
    (array_to_tsvector(array_remove(string_to_array(split_part(search_text, '/', 1), ' '), ''))) stored,
  add column search_words tsvector generated always as
    (array_to_tsvector(array_remove(string_to_array(replace(search_text, '/', ' '), ' '), ''))) stored;
create index events_search_words on events using gin (search_words) with (fastupdate = off);
`;

/** The end of an event and the start of its sale (§10.12, §10.20). The removed shows were invented. */
export const sales = `
alter table events add column ends_at timestamptz, add column sale_starts_at timestamptz;
update events e set ends_at = coalesce(
  (select max(s.ends_at) from shows s
    where s.event_id = e.id and s.starts_at = e.starts_at and s.ends_at > e.starts_at),
  e.starts_at + interval '3 hours');
-- Null begins the sale with the event's laying.
alter table events alter column ends_at set not null, add check (ends_at > starts_at);
drop table shows;
`;
