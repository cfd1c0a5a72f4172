import { bilingual, type EmailContent, type EmailText } from './email-content.ts';
import { emailHtml } from './email-html.ts';
import type { Email } from './mailer.ts';

/** Composes an e-mail as plain text and as HTML with the same words; the HTML loads only the poster. */
export function composeEmail(content: EmailContent): Email {
  return {
    to: content.to,
    kind: content.kind,
    ...(content.event === undefined ? {} : { eventId: content.event.id }),
    subject: oneLine(content.subject),
    text: plainText(content),
    html: emailHtml(content),
  };
}

/** Returns a subject as one line of at most 160 characters: names of events may hold control characters and be long. */
function oneLine(text: string): string {
  const line = text.replace(/\p{Cc}+/gu, ' ').trim();
  const characters = [...line];
  return characters.length <= 160 ? line : `${characters.slice(0, 159).join('')}…`;
}

function plainText(content: EmailContent): string {
  const {
    action,
    code,
    english,
    event,
    indonesian,
    productName,
    receipt = [],
    tickets = [],
  } = content;
  const part = ({ greeting, lines }: EmailText) =>
    [greeting, ...(code === undefined ? [] : [code]), ...lines].join('\n\n');
  const facts = [
    event === undefined ? [] : [event.name, event.when.id, event.when.en, event.where],
    tickets.map(({ seat, category, url }) => `${seat} (${category}): ${url}`),
    receipt.map(({ label, text }) => `${bilingual(label)}: ${text}`),
    action === undefined ? [] : [`${bilingual(action.label)}: ${action.url}`],
  ].flatMap((lines) => (lines.length === 0 ? [] : [lines.filter(Boolean).join('\n')]));
  return [part(indonesian), ...facts, '---', part(english), productName].join('\n\n').concat('\n');
}
