import { basename, resolve } from 'node:path';
import type { EventFolder } from './apply-event.ts';
import { checkEvent } from './check-event.ts';
import { FolderFiles } from './folder-files.ts';
import { FolderMistakes, type Mistake } from './mistakes.ts';
import { documentName, type ReadDocument, readDocument } from './read-document.ts';

/** Reads and checks an event folder. Throws FolderMistakes with all mistakes at once, each with its file, its line and how to mend it. */
export function readFolder(path: string): EventFolder {
  const slug = basename(resolve(path));
  const mistakes: Mistake[] = [];
  const files = filesOf(path);
  const document = files.text(documentName, 'document');
  if (typeof document !== 'string') throw new FolderMistakes([document]);
  const read = readDocument(document);
  if (!('file' in read)) throw new FolderMistakes(read);
  mistakes.push(...checkEvent(slug, read), ...notYet(read));
  const { file } = read;
  const html = (name: string | undefined): string | null => {
    if (name === undefined) return null;
    const text = files.text(name, 'html');
    if (typeof text === 'string') return text;
    mistakes.push(text);
    return null;
  };
  const texts = { terms: html(file.terms), privacy: html(file.privacy) };
  if (mistakes.length > 0) throw new FolderMistakes(mistakes);
  const stored = new Map<string, Buffer>();
  for (const [name, text] of [
    [file.terms, texts.terms],
    [file.privacy, texts.privacy],
  ] as const) {
    if (name !== undefined && text !== null) stored.set(name, Buffer.from(text));
  }
  const pictures = { banner: null, layout: null };
  return { slug, file, document, texts, files: stored, pictures, logo: null };
}

function filesOf(path: string): FolderFiles {
  try {
    return new FolderFiles(path);
  } catch {
    const mend = 'Give the path of a folder with an event.json.';
    throw new FolderMistakes([{ file: path, at: '', what: 'There is no such folder.', mend }]);
  }
}

/** The mistakes of fields that this version cannot carry out. */
function notYet({ file, mistakeAt }: ReadDocument): Mistake[] {
  const fields: (readonly (string | number)[])[] = [];
  if (file.poster !== undefined) fields.push(['poster']);
  if (file.seatPicture !== undefined) fields.push(['seatPicture']);
  if (file.map !== undefined) fields.push(['map']);
  if (typeof file.organizer !== 'string' && file.organizer.logo !== undefined) {
    fields.push(['organizer', 'logo']);
  }
  return fields.map((path) =>
    mistakeAt(path, 'This version cannot use the field.', 'Remove it until a later version can.'),
  );
}
