import { describeMoment, instantOf } from '../../../../contract/event-folder/moment.ts';
import type { Path, Report } from './mistakes.ts';

/** Reports a moment that is no date; returns its instant, in any zone, or null. */
export function checkMoment(moment: string | undefined, path: Path, report: Report): Date | null {
  if (moment === undefined) return null;
  const instant = instantOf(moment, 'Asia/Jakarta', new Date(0));
  if (instant === null) {
    report(path, `${JSON.stringify(moment)} is no date.`, `Write ${describeMoment}.`);
  }
  return instant;
}
