/** Names of the pictures among the files of event folders: they are served by name, and encoded again from these bytes. */
export const pictures = `
alter table event_folder_files add column picture text;
create index event_folder_files_picture on event_folder_files (picture) where picture is not null;
`;
