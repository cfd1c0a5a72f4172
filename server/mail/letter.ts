import { letterHtml } from './letter-html.ts';
import { bothOf, type Letter, type LetterPart } from './letter-parts.ts';
import type { Mail } from './mailer.ts';

/** A letter as plain text and as HTML with the same words; the HTML loads nothing but the poster. */
export function letter(given: Letter): Mail {
  return {
    to: given.to,
    subject: oneLine(given.subject),
    text: textOf(given),
    html: letterHtml(given),
  };
}

/** A subject is one line, whatever an event is called, and not longer than a mail program shows. */
function oneLine(text: string): string {
  const line = text.replace(/\p{Cc}+/gu, ' ').trim();
  const letters = [...line];
  return letters.length <= 160 ? line : `${letters.slice(0, 159).join('')}…`;
}

function textOf(given: Letter): string {
  const {
    action,
    code,
    english,
    event,
    indonesian,
    productName,
    receipt = [],
    tickets = [],
  } = given;
  const part = ({ greeting, lines }: LetterPart) =>
    [greeting, ...(code === undefined ? [] : [code]), ...lines].join('\n\n');
  const facts = [
    event === undefined ? [] : [event.name, event.when.id, event.when.en, event.where],
    tickets.map(({ seat, category, url }) => `${seat} (${category}): ${url}`),
    receipt.map(({ label, text }) => `${bothOf(label)}: ${text}`),
    action === undefined ? [] : [`${bothOf(action.label)}: ${action.url}`],
  ].flatMap((lines) => (lines.length === 0 ? [] : [lines.filter(Boolean).join('\n')]));
  return [part(indonesian), ...facts, '---', part(english), productName].join('\n\n').concat('\n');
}
