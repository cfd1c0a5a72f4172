/** The folder from which an event was made, so that it can be exported and compared (decision 047). */
export const eventFolders = `
create table event_folders (
  series_id text primary key references events on delete cascade,
  -- The text of event.json as it was applied last.
  document text not null,
  -- The day from which relative dates count: that of the first apply.
  base_day timestamptz not null,
  applied_at timestamptz not null
);
create table event_folder_files (
  series_id text not null references event_folders on delete cascade,
  path text not null,
  bytes bytea not null,
  primary key (series_id, path)
);
`;

/** What a ticket of a category includes, as the folder lists it. */
export const categoryIncludes = 'alter table categories add column includes jsonb;';
