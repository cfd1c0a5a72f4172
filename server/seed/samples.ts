import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventFileSchema } from '../../contract/event-folder/event-file.ts';
import { type FolderEvent, folderEvent } from '../../contract/event-folder/folder-event.ts';
import type { EventFolder } from '../domain/catalogue/folder/apply-event.ts';

/** An organiser of sample events. */
export interface SampleOrganizer {
  readonly slug: string;
  readonly name: string;
}

const folder = join(import.meta.dirname, '../../samples');

/** The location of a file of the sample data, by its path in `samples`. */
export function sampleFile(path: string): string {
  return join(folder, path);
}

const readText = (path: string) => readFileSync(sampleFile(path), 'utf8');
const readJson = (path: string) => JSON.parse(readText(path));

// Read on first use: production inserts no sample data and reads none.
let folders: readonly EventFolder[] | undefined;
let organizers: readonly SampleOrganizer[] | undefined;

/** The event folders of the samples, in the order of `samples/events.json`. Throws if an `event.json` is missing or invalid. */
export function sampleFolders(): readonly EventFolder[] {
  folders ??= (readJson('events.json') as string[]).map((slug) => {
    const document = readText(`events/${slug}/event.json`);
    return {
      slug,
      file: eventFileSchema.parse(JSON.parse(document)),
      document,
      texts: { terms: null, privacy: null },
      people: new Map(),
      vouchers: [],
      plans: new Map(),
      files: new Map(),
      // The build copies the pictures of the samples.
      pictures: { banner: `/media/posters/${slug}.svg`, layout: `/media/maps/${slug}.svg` },
      pictureNames: new Map(),
      logo: null,
    };
  });
  return folders;
}

/** Every sample event, in the order of `samples/events.json`. */
export function sampleEvents(): readonly FolderEvent[] {
  return sampleFolders().map(({ slug, file }) => folderEvent(slug, file));
}

/** The invented organisers of the sample events. */
export function sampleOrganizers(): readonly SampleOrganizer[] {
  organizers ??= readJson('organizers.json') as SampleOrganizer[];
  return organizers;
}
