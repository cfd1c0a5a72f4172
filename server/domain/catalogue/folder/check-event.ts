import type { EventFile } from '../../../../contract/event-folder/event-file.ts';
import { patternMistake } from '../../../../contract/pattern.ts';
import { provinceFacts } from '../../../../contract/place/provinces.ts';
import { maxPlanSeats, seatedNames } from '../../../../contract/plan/plan.ts';
import { plainPresaleCode } from '../../session/presale.ts';
import { checkMoment } from './check-moment.ts';
import { checkPrices, checkVouchers } from './check-prices.ts';
import type { Mistake, Path, Report } from './mistakes.ts';
import type { BrokenDocument, ReadDocument } from './read-document.ts';

/** The mistakes that the fields of a document make together, without a database. */
export function checkEvent(slug: string, { file, mistakeAt }: ReadDocument): Mistake[] {
  const mistakes = checkSoundParts({ value: file, broken: new Set(), mistakeAt });
  if (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug) && slug.length <= 80) return mistakes;
  const what = `The folder "${slug}" is named like no address.`;
  const mend = 'Name it with small letters, digits and hyphens, such as konser-kami.';
  return [mistakeAt([], what, mend), ...mistakes];
}

interface PartCheck {
  readonly check: (file: EventFile, report: Report) => void;
  /** The fields that it reads. */
  readonly fields: readonly (keyof EventFile)[];
}

const partChecks: readonly PartCheck[] = [
  { check: checkShows, fields: ['startsAt', 'minutes', 'shows', 'sale', 'categories'] },
  { check: checkPlace, fields: ['province'] },
  { check: checkCategories, fields: ['categories', 'layout', 'map', 'shows'] },
  { check: checkPrices, fields: ['fees', 'categories', 'shows'] },
  { check: checkOwnVouchers, fields: ['vouchers', 'categories', 'shows'] },
  { check: checkForms, fields: ['forms'] },
];

/** The mistakes of content in the parts of a document whose form is right, so that one reading names as many as it can. */
export function checkSoundParts({
  value,
  broken,
  mistakeAt,
}: Pick<BrokenDocument, 'value' | 'broken' | 'mistakeAt'>): Mistake[] {
  const mistakes: Mistake[] = [];
  for (const { check, fields } of partChecks) {
    if (fields.some((field) => broken.has(field))) continue;
    check(value as EventFile, (path, what, mend) => mistakes.push(mistakeAt(path, what, mend)));
  }
  return mistakes;
}

/** Vouchers in a table are checked when it is read. */
function checkOwnVouchers(file: EventFile, report: Report): void {
  if (!Array.isArray(file.vouchers)) return;
  checkVouchers(file.vouchers, file, (path, what, mend) =>
    report(['vouchers', ...path], what, mend),
  );
}

function checkPlace({ province }: EventFile, report: Report): void {
  if (provinceFacts.some(({ code }) => code === province)) return;
  const codes = provinceFacts.map(({ code }) => code).join(', ');
  report(['province'], `There is no province ${province}.`, `Use one of ${codes}.`);
}

function checkShows({ startsAt, minutes, shows, sale, categories }: EventFile, report: Report) {
  if (shows === undefined) {
    if (startsAt === undefined) {
      report([], 'The event has no date.', 'Add "startsAt", or "shows" for several dates.');
    }
    if (minutes === undefined) {
      report([], 'The event has no length.', 'Add "minutes", its length in minutes.');
    }
  } else if (startsAt !== undefined) {
    const mend = 'Keep only "shows"; each show has its own "startsAt".';
    report(['startsAt'], 'The event has both "startsAt" and "shows".', mend);
  }
  checkMoment(startsAt, ['startsAt'], report);
  checkMoment(sale?.startsAt, ['sale', 'startsAt'], report);
  checkMoment(sale?.endsAt, ['sale', 'endsAt'], report);
  checkPresale(sale, ['sale'], report);
  checkRooms(sale, ['sale'], report);
  const names = new Set(categories.map(({ name }) => name));
  const ids = new Set<string>();
  for (const [at, show] of (shows ?? []).entries()) {
    checkMoment(show.startsAt, ['shows', at, 'startsAt'], report);
    checkMoment(show.sale?.startsAt, ['shows', at, 'sale', 'startsAt'], report);
    checkMoment(show.sale?.endsAt, ['shows', at, 'sale', 'endsAt'], report);
    checkPresale(show.sale, ['shows', at, 'sale'], report);
    checkRooms({ ...sale, ...show.sale }, ['shows', at, 'sale'], report);
    if (ids.has(show.id)) {
      report(['shows', at, 'id'], `The id ${show.id} stands twice.`, 'Give each show its own.');
    }
    ids.add(show.id);
    for (const name of Object.keys(show.prices ?? {})) {
      if (names.has(name)) continue;
      const known = [...names].join(', ');
      report(['shows', at, 'prices', name], 'There is no such category.', `Use one of ${known}.`);
    }
  }
}

function checkPresale(sale: EventFile['sale'], path: Path, report: Report): void {
  const presale = sale?.presale;
  if (presale === undefined) return;
  checkMoment(presale.startsAt, [...path, 'presale', 'startsAt'], report);
  checkMoment(presale.endsAt, [...path, 'presale', 'endsAt'], report);
  if (sale?.startsAt === undefined) {
    const mend = 'Add "sale.startsAt", at which everybody may buy.';
    report([...path, 'presale'], 'The sale after the presale has no start.', mend);
  }
  if (presale.codes === undefined && presale.people === undefined) {
    report([...path, 'presale'], 'Nobody may buy in the presale.', 'Add "codes" or "people".');
  }
  const codes = new Set<string>();
  for (const [at, { code }] of (presale.codes ?? []).entries()) {
    const plain = plainPresaleCode(code);
    if (codes.has(plain)) {
      report([...path, 'presale', 'codes', at], 'The code stands twice.', 'Remove one of them.');
    }
    codes.add(plain);
  }
}

/** A waiting room opens before its sale starts, and after the presale, whose buyers wait in the same line. */
function checkRooms(sale: EventFile['sale'], path: Path, report: Report): void {
  const presale = sale?.presale;
  const rooms = [
    [presale?.waitingRoom, presale?.startsAt, [...path, 'presale']],
    [sale?.waitingRoom, sale?.startsAt, path],
  ] as const;
  for (const [room, startsAt, at] of rooms) {
    if (room === undefined) continue;
    const opensAt = checkMoment(room.opensAt, [...at, 'waitingRoom', 'opensAt'], report);
    const starts = checkMoment(startsAt, [...at, 'startsAt'], report);
    if (starts === null) {
      const mend = 'Add "startsAt" beside it: the draw takes place when the sale starts.';
      report([...at, 'waitingRoom'], 'The sale after the waiting room has no start.', mend);
    } else if (opensAt !== null && opensAt >= starts) {
      const mend = 'Let it open some time before "startsAt".';
      report([...at, 'waitingRoom'], 'The waiting room opens after its sale has started.', mend);
    }
  }
  if (sale?.waitingRoom === undefined || presale === undefined) return;
  const opensAt = checkMoment(sale.waitingRoom.opensAt, path, () => undefined);
  const ends = checkMoment(presale.endsAt ?? sale.startsAt, path, () => undefined);
  if (opensAt === null || ends === null || opensAt >= ends) return;
  const mend = 'Set "presale.endsAt", and let the waiting room open at that moment or later.';
  report([...path, 'waitingRoom'], 'The waiting room opens before the presale has ended.', mend);
}

function checkCategories(file: EventFile, report: Report): void {
  const { categories, layout } = file;
  const names = new Set<string>();
  for (const [at, { name }] of categories.entries()) {
    if (names.has(name)) {
      report(['categories', at, 'name'], `"${name}" stands twice.`, 'Give each its own name.');
    }
    names.add(name);
  }
  checkStanding(file, report);
  checkMaps(file, report);
  if (layout === undefined) return;
  if (layout.kind !== 'stadium') {
    for (const [at, { rows = [], standing }] of categories.entries()) {
      if (rows.length > 0 || standing !== undefined) continue;
      const mend = 'Add "rows", the number of seats in each row.';
      report(['categories', at], 'The category has no rows.', mend);
    }
    const seats = categories.flatMap(({ rows = [] }) => rows).reduce((sum, row) => sum + row, 0);
    refuseTooMany(seats, ['categories'], report);
    return;
  }
  const { sections, stands, sectionRows, sectionColumns } = layout;
  const width = sections[0]?.length ?? 0;
  if (sections.some((row) => row.length !== width)) {
    const mend = 'Fill the shorter ones with dots.';
    report(['layout', 'sections'], 'The rows of sections differ in length.', mend);
  }
  const prefixes = new Set(stands.map(({ prefix }) => prefix));
  const letters = new Set(sections.join('').replaceAll('.', ''));
  for (const letter of letters) {
    if (prefixes.has(letter)) continue;
    const mend = `Add one with the prefix ${letter}, or a dot in its place.`;
    report(['layout', 'sections'], `No stand has the letter ${letter}.`, mend);
  }
  const seated = seatedNames(categories);
  for (const [at, { category }] of stands.entries()) {
    if (seated.includes(category)) continue;
    const what = names.has(category)
      ? `${JSON.stringify(category)} has standing places.`
      : `There is no category ${JSON.stringify(category)}.`;
    report(['layout', 'stands', at, 'category'], what, `Use one of ${seated.join(', ')}.`);
  }
  const cells = sections.join('').replaceAll('.', '').length;
  refuseTooMany(cells * sectionRows * sectionColumns, ['layout'], report);
}

function checkStanding({ categories }: EventFile, report: Report): void {
  for (const [at, { rows = [], standing }] of categories.entries()) {
    if (standing === undefined || rows.length === 0) continue;
    const what = 'The category has both "rows" and "standing".';
    report(['categories', at, 'standing'], what, 'Keep one of them.');
  }
  const places = categories.reduce((sum, { standing = 0 }) => sum + standing, 0);
  if (places > 0) refuseTooMany(places, ['categories'], report);
}

function checkMaps({ categories, layout, map, shows }: EventFile, report: Report): void {
  const hasSeats = seatedNames(categories).length > 0;
  const owners: readonly { map?: string }[] = shows ?? [{}];
  for (const [at, show] of owners.entries()) {
    const path = show.map === undefined || show.map === map ? ['map'] : ['shows', at, 'map'];
    const isMapped = (show.map ?? map) !== undefined;
    if (layout !== undefined && isMapped) {
      report(path, 'The event has both "layout" and "map".', 'Keep one of them.');
    } else if (hasSeats && layout === undefined && !isMapped) {
      const mend = 'Add "layout", or "map" with a seating plan, or "standing" to each category.';
      report([], 'The event has no seats.', mend);
    } else if (!hasSeats && (layout !== undefined || isMapped)) {
      const mend = 'Remove it, or give a category seats.';
      report(layout === undefined ? path : ['layout'], 'No category has seats.', mend);
    } else continue;
    return;
  }
}

function refuseTooMany(seats: number, path: Path, report: Report): void {
  if (seats <= maxPlanSeats) return;
  report(path, `The event has ${seats} seats.`, `A show sells at most ${maxPlanSeats}.`);
}

function checkForms({ forms }: EventFile, report: Report): void {
  const names = new Set<string>();
  for (const [at, form] of forms.entries()) {
    if (names.has(form.name)) {
      report(['forms', at, 'name'], `"${form.name}" stands twice.`, 'Give each its own name.');
    }
    names.add(form.name);
    const named = form.fields.findIndex(({ fieldKey }) => fieldKey === 'nama_lengkap');
    if (form.later === true && form.askAll && named >= 0) {
      const what = 'The name on the ticket is asked after the ticket is issued.';
      const mend = 'Ask for nama_lengkap in a form without "later".';
      report(['forms', at, 'fields', named, 'fieldKey'], what, mend);
    }
    const earlier = new Map<string, EventFile['forms'][number]['fields'][number]>();
    for (const [place, field] of form.fields.entries()) {
      const path: Path = ['forms', at, 'fields', place];
      if (earlier.has(field.fieldKey)) {
        const what = `The key ${field.fieldKey} stands twice.`;
        report([...path, 'fieldKey'], what, 'Give each field its own.');
      }
      checkField(field, earlier, path, report);
      earlier.set(field.fieldKey, field);
    }
  }
}

type Field = EventFile['forms'][number]['fields'][number];

function checkField(
  field: Field,
  earlier: ReadonlyMap<string, Field>,
  path: Path,
  report: Report,
): void {
  const { fieldType, options, showWhen, minLength = 0, maxLength = 4000, pattern } = field;
  const { firstDay = '', lastDay = 'today' } = field;
  // A day begins with a digit, which comes before the letter of 'today'.
  if (firstDay > lastDay) {
    report([...path, 'firstDay'], '"firstDay" is after "lastDay".', 'Swap them.');
  }
  if ((fieldType === 'select' || fieldType === 'radio') && (options ?? []).length === 0) {
    report(path, 'The field has no choices.', 'Add "options" with a label and a value each.');
  }
  if (minLength > maxLength) {
    report([...path, 'minLength'], '"minLength" is above "maxLength".', 'Swap them.');
  }
  if (pattern !== undefined) checkPattern(pattern, [...path, 'pattern'], report);
  if (showWhen === undefined) return;
  const target = earlier.get(showWhen.field);
  if (target === undefined) {
    const what = `No earlier field of the form has the key ${JSON.stringify(showWhen.field)}.`;
    const known = [...earlier.keys()].join(', ');
    const mend =
      known === '' ? 'Put the question that it depends on before it.' : `Use one of ${known}.`;
    report([...path, 'showWhen', 'field'], what, mend);
    return;
  }
  const values = (target.options ?? []).map(({ value }) => value);
  const unknown = values.length === 0 ? [] : showWhen.is.filter((value) => !values.includes(value));
  for (const value of unknown) {
    const what = `${JSON.stringify(value)} is no answer of ${showWhen.field}.`;
    report([...path, 'showWhen', 'is'], what, `Use one of ${values.join(', ')}.`);
  }
}

function checkPattern(pattern: string, path: Path, report: Report): void {
  const reason = patternMistake(pattern);
  if (reason === null) return;
  const mend = 'Use letters, classes, groups, alternatives and repetitions alone.';
  report(path, `The pattern cannot be used: ${reason}.`, mend);
}
