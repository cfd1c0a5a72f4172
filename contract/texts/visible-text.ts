import * as z from 'zod/mini';

/** Characters that no reader sees, and those that turn the direction of a text around. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]+/gu;
/** An empty Braille pattern and what Unicode counts as white space look the same. */
const blank = /^[\s\u2800]*$/u;
const control = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;
const controlButBreaks = /[^\P{Cc}\t\n\r]|[\p{Cs}\p{Zl}\p{Zp}]/u;

/** Removes invisible characters, bidi controls and outer white space; a text that looks blank becomes empty. Linear time. */
export function visibleText(text: string): string {
  const seen = text.replace(unseen, '');
  return blank.test(seen) ? '' : seen.trim();
}

/** True for a text with control characters, line breaks among them, or halves of characters. */
export function hasControls(text: string): boolean {
  return control.test(text);
}

/** Check that replaces a text by its visible part. It reads the text in one pass, so a limit of length may follow it. */
export function visible() {
  return z.overwrite(visibleText);
}

/** Check that refuses control characters and line breaks. */
export function oneLine() {
  return z.refine<string>((text) => !control.test(text), {
    error: 'Must not contain line breaks or other control characters',
    abort: true,
  });
}

/** Check that refuses control characters other than line breaks and tabs. */
export function manyLines() {
  return z.refine<string>((text) => !controlButBreaks.test(text), {
    error: 'Must not contain control characters',
    abort: true,
  });
}

/** Characters beyond Unicode's first plane, which the faces of tickets and invoices may lack; all others can be printed. */
export function rarelyPrintable(text: string): string {
  return [...new Set(text.match(/[\u{10000}-\u{10ffff}]/gu))].join(' ');
}
