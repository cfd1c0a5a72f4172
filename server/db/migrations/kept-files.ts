/** Lists of addresses are no longer kept with the folder of an event: only a digest tells whether the file has changed (decision 047). */
export const keptFiles = `
alter table event_folder_files alter column bytes drop not null, add column digest text;
update event_folder_files k set digest = encode(sha256(k.bytes), 'hex'), bytes = null
  from event_folders f
  where f.series_id = k.series_id
    and f.document ~ ('"people"\\s*:\\s*"' || regexp_replace(k.path, '[.]', '[.]', 'g') || '"');
alter table event_folder_files add check ((bytes is null) = (digest is not null));
`;
