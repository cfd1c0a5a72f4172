import { basename, resolve } from 'node:path';
import type { EventFile } from '../../../../contract/event-folder/event-file.ts';
import { folderEvent } from '../../../../contract/event-folder/folder-event.ts';
import type { FolderVoucher } from '../../../../contract/event-folder/price-fields.ts';
import type { Plan } from '../../../../contract/plan/plan.ts';
import { readPretixPlan } from '../../../../contract/plan/read-pretix.ts';
import { isPicture, type PictureKind, pictureName } from '../../../pictures/encode.ts';
import { readAddresses } from '../tables/read-addresses.ts';
import { readCsvPlan } from '../tables/read-csv-plan.ts';
import { readVouchers } from '../tables/read-vouchers.ts';
import type { EventFolder } from './apply-event.ts';
import { checkEvent, checkSoundParts } from './check-event.ts';
import { soldCategories } from './desired-seats.ts';
import { FolderFiles } from './folder-files.ts';
import { FolderMistakes, type Mistake } from './mistakes.ts';
import { documentName, type ReadDocument, readDocument } from './read-document.ts';
import { readSvgPlan } from './read-svg-plan.ts';

/** Reads and checks an event folder. Throws FolderMistakes with all mistakes at once, each with its file, its line and how to mend it. */
export async function readFolder(path: string): Promise<EventFolder> {
  const slug = basename(resolve(path));
  const mistakes: Mistake[] = [];
  const files = filesOf(path);
  const document = files.text(documentName, 'document');
  if (typeof document !== 'string') throw new FolderMistakes([document]);
  const read = readDocument(document);
  if ('mistakes' in read) throw new FolderMistakes([...read.mistakes, ...checkSoundParts(read)]);
  if (!('file' in read)) throw new FolderMistakes(read);
  mistakes.push(...checkEvent(slug, read));
  const { file } = read;
  const html = (name: string | undefined): string | null => {
    if (name === undefined) return null;
    const text = files.text(name, 'html');
    if (typeof text === 'string') return text;
    mistakes.push(text);
    return null;
  };
  const texts = { terms: html(file.terms), privacy: html(file.privacy) };
  const people = new Map<string, readonly string[]>();
  for (const show of folderEvent(slug, file).shows) {
    const name = show.sale.presale?.people;
    if (name === undefined || people.has(name)) continue;
    const text = files.text(name, 'table');
    const read = typeof text === 'string' ? readAddresses(name, text) : [text];
    if ('addresses' in read) people.set(name, read.addresses);
    else mistakes.push(...read);
  }
  const plans = new Map<string, Plan>();
  for (const name of new Set(folderEvent(slug, file).shows.map(({ map }) => map))) {
    const plan = name === null ? null : readPlan(files, name, file, mistakes);
    if (name !== null && plan !== null) plans.set(name, plan);
  }
  if (mistakes.length === 0) mistakes.push(...unusedCategories(read, plans));
  const vouchers = readVouchersOf(files, file, mistakes);
  const pictures = new Map<string, string>();
  const address = async (kind: PictureKind, name: string | undefined): Promise<string | null> => {
    if (name === undefined) return null;
    const bytes = files.bytes(name, 'picture');
    if (!Buffer.isBuffer(bytes)) {
      mistakes.push(bytes);
      return null;
    }
    if (!(await isPicture(bytes))) {
      const mend = 'Save it as JPEG, PNG, WebP or AVIF; export a HEIC of an iPhone as JPEG.';
      mistakes.push({ file: name, at: '', what: 'The file is no such picture.', mend });
    }
    pictures.set(name, pictureName(kind, bytes));
    return `/media/pictures/${pictureName(kind, bytes)}`;
  };
  const { organizer } = file;
  const addresses = {
    banner: await address('poster', file.poster),
    layout: await address('seats', file.seatPicture),
  };
  const logo = typeof organizer === 'string' ? null : await address('logo', organizer.logo);
  if (mistakes.length > 0) throw new FolderMistakes(mistakes);
  // The document is stored as text.
  files.read.delete(documentName);
  const shared = { slug, file, document, texts, people, vouchers, plans, files: files.read };
  return { ...shared, pictures: addresses, pictureNames: pictures, logo };
}

/** Categories that neither stand nor have a seat in any plan. */
function unusedCategories(
  { file, mistakeAt }: ReadDocument,
  plans: ReadonlyMap<string, Plan>,
): Mistake[] {
  if (plans.size === 0) return [];
  const { categories } = folderEvent('', file);
  const sold = [...plans.values()].flatMap((plan) => soldCategories(categories, plan));
  const names = new Set(sold.map(({ name }) => name));
  return file.categories.flatMap(({ name }, at) => {
    if (names.has(name)) return [];
    const mend = 'Give it to seats of a map, add "standing", or remove it.';
    return [mistakeAt(['categories', at], `No map has a seat of ${JSON.stringify(name)}.`, mend)];
  });
}

const planReaders: ReadonlyMap<string, typeof readSvgPlan> = new Map([
  ['.json', readPretixPlan],
  ['.svg', readSvgPlan],
  ['.csv', readCsvPlan],
]);

/** The vouchers of the document or of its table; adds the mistakes of a table. */
function readVouchersOf(
  files: FolderFiles,
  file: EventFile,
  mistakes: Mistake[],
): readonly FolderVoucher[] {
  const { vouchers: given = [] } = file;
  if (typeof given !== 'string') return given;
  const text = files.text(given, 'table');
  const read = typeof text === 'string' ? readVouchers(given, text, file) : [text];
  if ('vouchers' in read) return read.vouchers;
  mistakes.push(...read);
  return [];
}

/** Reads the seating plan of the event, and adds its mistakes. */
function readPlan(
  files: FolderFiles,
  name: string,
  { categories }: EventFile,
  mistakes: Mistake[],
): Plan | null {
  const read = planReaders.get(name.slice(name.lastIndexOf('.')).toLowerCase());
  if (read === undefined) {
    const mend = 'Give a pretix seating plan (.json), a drawing (.svg) or a table (.csv).';
    mistakes.push({ file: name, at: '', what: 'This kind of plan is unknown.', mend });
    return null;
  }
  const text = files.text(name, 'map');
  if (typeof text !== 'string') {
    mistakes.push(text);
    return null;
  }
  const result = read(text, categories);
  for (const { place, what, mend } of result.mistakes) {
    mistakes.push({ file: name, at: place.replace(/^line /, ''), what, mend });
  }
  return result.plan;
}

function filesOf(path: string): FolderFiles {
  try {
    return new FolderFiles(path);
  } catch {
    const mend = 'Give the path of a folder with an event.json.';
    throw new FolderMistakes([{ file: path, at: '', what: 'There is no such folder.', mend }]);
  }
}
