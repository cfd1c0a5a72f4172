import type { FolderCategory } from '../../../../contract/event-folder/folder-event.ts';

/** A desired standing place: a seat without a position on any plan. */
export interface StandingPlace {
  readonly number: string;
  readonly row: number;
  readonly label: string;
  readonly column: number;
  /** Id of the category. */
  readonly category: string | null;
  readonly isStanding: true;
  readonly place: null;
}

/** One row per standing place: holds, orders and tickets treat it as a seat. Its number is never shown. */
export function standingPlaces(
  categories: readonly FolderCategory[],
  ids: ReadonlyMap<string, string>,
): StandingPlace[] {
  return categories.flatMap(({ name, standing = 0 }) =>
    Array.from({ length: standing }, (_, index) => ({
      number: `${ids.get(name)}-${String(index + 1).padStart(6, '0')}`,
      row: 0,
      label: '',
      column: 0,
      category: ids.get(name) ?? null,
      isStanding: true,
      place: null,
    })),
  );
}
