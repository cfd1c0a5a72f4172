import { escapeHtml } from '../../contract/texts/html.ts';
import { bilingual, type EmailContent, type EmailText } from './email-content.ts';

const typeface =
  "'Plus Jakarta Sans',system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const pad = '0 24px';

/** Colours for mail programs in dark mode; programs without style sheets keep the light colours of the elements. */
const darkStyle = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.back{background:#150d19!important}.card{background:#221629!important}.ink,.ink td{color:#f4ecf2!important}.soft{color:#c9b8c6!important}.rule{border-color:#45324b!important}.link{color:#ff9cc6!important}.code{color:#ffffff!important}}`;

/**
 * Renders an e-mail as HTML with tables and inline styles, which every mail program draws, 360 to 520 pixels wide. Contains no script;
 * every text is escaped.
 */
export function emailHtml(content: EmailContent): string {
  const {
    action,
    english,
    event,
    indonesian,
    productName,
    receipt = [],
    subject,
    tickets = [],
  } = content;
  const rows = [
    `<tr><td style="background:#b30f58;color:#ffffff;padding:16px 24px;font-weight:800;font-size:20px">${escapeHtml(productName)}</td></tr>`,
    ...(event === undefined ? [] : [eventRow(event)]),
    row(textBlock(content, indonesian, 'id')),
    ...(tickets.length === 0 ? [] : [row(ticketStubs(tickets))]),
    ...(receipt.length === 0 ? [] : [row(receiptTable(receipt))]),
    ...(action === undefined ? [] : [row(button(action))]),
    row(
      `<div class="rule" style="border-top:1px solid #e6dde3;margin:12px 0 20px;font-size:0;line-height:0">&nbsp;</div>${textBlock(content, english, 'en')}`,
    ),
  ];
  return `<!doctype html>
<html lang="id"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title><style>${darkStyle}</style></head>
<body class="back" style="margin:0;padding:0;background:#f6f2f4">
<table role="presentation" class="back" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f6f2f4"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="card ink" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:520px;background:#ffffff;color:#2b2030;border-radius:16px;overflow:hidden;text-align:left;font-family:${typeface};font-size:16px;line-height:1.55">
${rows.join('\n')}
</table>
</td></tr></table>
</body></html>
`;
}

function row(html: string): string {
  return `<tr><td style="padding:${pad}"><div style="padding:8px 0">${html}</div></td></tr>`;
}

function textBlock(
  { code }: EmailContent,
  { greeting, lines }: EmailText,
  language: string,
): string {
  const paragraph = (text: string) =>
    `<p style="margin:12px 0;overflow-wrap:anywhere;word-break:break-word">${escapeHtml(text)}</p>`;
  const drawnCode =
    code === undefined
      ? ''
      : `<p class="code" style="margin:0 0 16px;font:700 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px;color:#1c1024">${escapeHtml(code)}</p>`;
  return `<div lang="${language}">${paragraph(greeting)}${drawnCode}${lines.map(paragraph).join('')}</div>`;
}

function eventRow({ name, poster, when, where }: NonNullable<EmailContent['event']>): string {
  const picture =
    poster === null
      ? ''
      : `<img src="${escapeHtml(poster)}" width="520" alt="" style="display:block;width:100%;max-width:520px;height:auto;border:0">`;
  const line = (text: string, language: string) =>
    `<div class="soft" lang="${language}" style="color:#6b5a68;font-size:15px">${escapeHtml(text)}</div>`;
  return `<tr><td style="padding:0">${picture}<div style="padding:20px 24px 4px;overflow-wrap:anywhere;word-break:break-word"><div style="font-weight:800;font-size:20px;line-height:1.3;margin-bottom:8px">${escapeHtml(name)}</div>${line(when.id, 'id')}${line(when.en, 'en')}${line(where, 'id')}</div></td></tr>`;
}

/** Each ticket as a stub: its category in the head, its seat, and the link beyond the perforation. */
function ticketStubs(tickets: NonNullable<EmailContent['tickets']>): string {
  const stubs = tickets.map(
    ({ seat, category, url }) =>
      `<table role="presentation" class="rule" width="100%" cellpadding="0" cellspacing="0" border="0" style="width:100%;margin:0 0 12px;border:1px solid #e6dde3;border-radius:14px;border-collapse:separate;overflow:hidden"><tr><td colspan="2" style="background:#2a1330;color:#ffffff;padding:8px 16px;font-size:14px;font-weight:700;overflow-wrap:anywhere">${escapeHtml(category)}</td></tr><tr><td style="padding:14px 16px;font-size:22px;line-height:1.2;font-weight:800;overflow-wrap:anywhere">${escapeHtml(seat)}</td><td class="rule" align="right" style="padding:10px 16px;border-left:2px dashed #e6dde3;text-align:right;white-space:nowrap;width:1%"><a class="link" href="${escapeHtml(url)}" style="color:#b30f58;font-weight:700;display:inline-block;padding:4px 0">E-ticket</a></td></tr></table>`,
  );
  return stubs.join('');
}

function receiptTable(lines: NonNullable<EmailContent['receipt']>): string {
  const rows = lines.map(({ label, text, isTotal = false }) => {
    const weight = isTotal ? ';font-weight:800' : '';
    return `<tr><td style="padding:4px 0${weight};overflow-wrap:anywhere">${escapeHtml(bilingual(label))}</td><td align="right" style="padding:4px 0 4px 12px;text-align:right;overflow-wrap:anywhere${weight}">${escapeHtml(text)}</td></tr>`;
  });
  return table(rows.join(''));
}

function table(rows: string): string {
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="width:100%;font-size:15px;line-height:1.45">${rows}</table>`;
}

function button({ label, url }: NonNullable<EmailContent['action']>): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td style="background:#b30f58;border-radius:12px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:14px 22px;color:#ffffff;font-weight:700;text-decoration:none">${escapeHtml(bilingual(label))}</a></td></tr></table>`;
}
