import type { PosterColours } from '../../contract/picture/poster-colours.ts';
import type { Queryable } from '../db/db.ts';
import { encodePicture, type PictureFormat, type PictureKind } from './encode.ts';
import { oneAtATime } from './one-at-a-time.ts';
import type { PictureStore } from './picture-store.ts';

/** A name of `pictureName`. */
const namePattern = /^(poster|seats|logo)-[0-9a-f]{32}$/;

/** Pictures of events in the formats of browsers. */
export interface Pictures {
  /** A picture by its name; null if no event has it. */
  read(name: string, format: PictureFormat | 'share'): Promise<Buffer | null>;
}

/** Reads the colours of posters. */
export interface PosterColourReader {
  /** The colours of a poster by its address; null for a grey, missing or unreadable one, and for one of another site. */
  read(banner: string | null): Promise<PosterColours | null>;
}

/** Reads pictures from the store, and encodes those that it lacks from the originals in the database, one at a time and each once. */
export function createPictures(db: Queryable, store: PictureStore): Pictures {
  // One at a time: encoding uses the threads that also hash passwords.
  const once = oneAtATime<Buffer | null>();

  async function encode(name: string, format: PictureFormat | 'share'): Promise<Buffer | null> {
    const [row] = await db.query<{ bytes: Uint8Array }>(
      'select bytes from event_folder_files where picture = $1 limit 1',
      [name],
    );
    if (row === undefined) return null;
    const kind = name.slice(0, name.indexOf('-')) as PictureKind;
    const picture = await encodePicture(kind, Buffer.from(row.bytes), format);
    await store.put(fileOf(name, format), picture);
    return picture;
  }

  return {
    async read(name, format) {
      if (!namePattern.test(name)) return null;
      const file = fileOf(name, format);
      const kept = await store.get(file);
      if (kept !== null) return kept;
      return once(file, () => encode(name, format));
    },
  };
}

function fileOf(name: string, format: PictureFormat | 'share'): string {
  return format === 'share' ? `${name}-share.jpg` : `${name}.${format}`;
}
