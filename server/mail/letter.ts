import { escapeHtml } from '../../contract/html.ts';
import type { Mail } from './mailer.ts';

/** One language of a letter; a code stands between the greeting and the lines. */
export interface LetterPart {
  readonly greeting: string;
  readonly lines: readonly string[];
}

/** What a letter says: Indonesian first, then English. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly productName: string;
  readonly code?: string;
  readonly indonesian: LetterPart;
  readonly english: LetterPart;
}

/** A letter as plain text and as HTML with the same words; the HTML loads nothing from anywhere. */
export function letter(given: Letter): Mail {
  return { to: given.to, subject: given.subject, text: textOf(given), html: htmlOf(given) };
}

function textOf({ code, indonesian, english, productName }: Letter): string {
  const part = ({ greeting, lines }: LetterPart) =>
    [greeting, ...(code === undefined ? [] : [code]), ...lines].join('\n\n');
  return `${part(indonesian)}\n\n---\n\n${part(english)}\n\n${productName}\n`;
}

function htmlOf({ code, indonesian, english, productName, subject }: Letter): string {
  const paragraph = (text: string) => `<p style="margin:0 0 12px">${escapeHtml(text)}</p>`;
  const drawnCode =
    code === undefined
      ? ''
      : `<p style="margin:0 0 16px;font:700 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px;color:#1c1024">${escapeHtml(code)}</p>`;
  const part = ({ greeting, lines }: LetterPart, language: string) =>
    `<div lang="${language}">${paragraph(greeting)}${drawnCode}${lines.map(paragraph).join('')}</div>`;
  return `<!doctype html>
<html lang="id"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f6f2f4;color:#2b2030;font:16px/1.55 'Plus Jakarta Sans',system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:520px;margin:0 auto;background:#ffffff;border-radius:16px;overflow:hidden">
<div style="background:#b30f58;color:#ffffff;padding:16px 24px;font-weight:800;font-size:20px">${escapeHtml(productName)}</div>
<div style="padding:24px">${part(indonesian, 'id')}<hr style="border:0;border-top:1px solid #e6dde3;margin:20px 0">${part(english, 'en')}</div>
</div></body></html>
`;
}
