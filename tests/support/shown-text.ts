import { loadAllTexts } from '../../src/text/all-words.ts';
import { type MachineText, translator } from '../../src/text/translate.ts';

loadAllTexts();

/** The text that a machine keeps, as an Indonesian page shows it; null without one. */
export function shownText(text: MachineText | null | undefined): string | null {
  return text === null || text === undefined ? null : translator('id').said(text);
}
