import { escapeHtml } from '../../../contract/texts/html.ts';
import {
  markPaths,
  plainColours,
  qrBars,
  quietCells,
  ticketFields,
  ticketTermsOf,
  ticketWords,
} from './documents.ts';
import type { TicketDocument } from './tickets.ts';

/** The policy stands in the file itself: opened from disk it has no headers (§14.10). */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

const mark = `<svg viewBox="0 0 64 64" width="32" height="32" aria-hidden="true"><path fill="#b30f58" d="${markPaths.ticket}"/><path fill="none" stroke="#ffb938" stroke-width="3" stroke-linecap="round" stroke-dasharray="0 6" d="${markPaths.perforation}"/><path fill="#fff" fill-rule="evenodd" d="${markPaths.letter}"/></svg>`;

const style = `
@page { size: A4; margin: 14mm; }
* { box-sizing: border-box; }
:root { color-scheme: light; }
body { margin: 0; padding: 24px 16px; background: #faf6f2; color: #24121f; font: 16px/1.5 'Plus Jakarta Sans', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
main { max-width: 704px; margin: 0 auto; }
p, h1, h2, dl, ul { margin: 0; }
.mark { display: flex; align-items: center; gap: 8px; margin-bottom: 16px; font-size: 20px; font-weight: 800; letter-spacing: -0.02em; }
.mark span { margin-left: auto; color: #65505f; font-size: 14px; font-weight: 600; letter-spacing: 0; }
.ticket { overflow: hidden; border: 1px solid #e7dcd4; border-radius: 20px; background: #fff; }
.head { padding: 24px; color: #fff; }
.category { display: inline-block; padding: 2px 12px; border-radius: 999px; background: #fff; color: #24121f; font-size: 14px; font-weight: 700; overflow-wrap: anywhere; }
h1 { margin: 8px 0 4px; font-size: 28px; line-height: 1.2; letter-spacing: -0.02em; overflow-wrap: anywhere; }
.by { overflow-wrap: anywhere; }
.code { display: flex; flex-direction: column; align-items: center; justify-content: center; padding: 24px; border-bottom: 2px dashed #93808c; text-align: center; }
.qr { display: block; width: 100%; max-width: 280px; height: auto; }
.text { margin-top: 8px; font-size: 18px; font-weight: 700; letter-spacing: 0.06em; overflow-wrap: anywhere; }
.hint { color: #65505f; font-size: 14px; }
dl { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; padding: 24px; align-content: center; }
dl div { min-width: 0; }
dl .wide { grid-column: 1 / -1; }
dt { color: #65505f; font-size: 13px; }
dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
.terms { padding: 16px 24px 24px; background: #f3ece6; font-size: 14px; }
h2 { margin-bottom: 8px; font-size: 14px; }
ul { padding-left: 18px; color: #65505f; }
@media (min-width: 640px) {
  .ticket { display: grid; grid-template-columns: 1fr 300px; grid-template-areas: 'head head' 'details code' 'terms terms'; }
  .head { grid-area: head; padding: 32px; }
  .code { grid-area: code; border-bottom: 0; border-left: 2px dashed #93808c; }
  dl { grid-area: details; padding: 32px; }
  .terms { grid-area: terms; padding: 16px 32px 24px; }
}
@media print {
  body { padding: 0; background: #fff; color: #000; font-size: 11pt; }
  main { max-width: none; }
  .ticket { display: grid; grid-template-columns: 1fr 80mm; grid-template-areas: 'head head' 'details code' 'terms terms'; border-color: #000; break-inside: avoid; }
  .head { grid-area: head; padding: 8mm; border-bottom: 1px solid #000; background: none !important; color: #000; }
  .category { padding: 0; background: none; }
  .code { grid-area: code; padding: 5mm; border: 0; border-left: 1px dashed #000; }
  .qr { width: 68mm; max-width: none; }
  dl { grid-area: details; padding: 8mm; gap: 4.5mm; }
  .terms { grid-area: terms; padding: 6mm 8mm; border-top: 1px solid #000; background: none; }
  .category, .by, .hint, .mark span, dt, ul { color: #000; }
  h1, .by, .category, .text, dd { display: -webkit-box; overflow: hidden; -webkit-box-orient: vertical; -webkit-line-clamp: 3; }
}
`;

function qrSvg(text: string): string {
  const { size, bars } = qrBars(text);
  const across = size + 2 * quietCells;
  const dark = bars.map(
    ({ x, y, width }) => `M${x + quietCells} ${y + quietCells}h${width}v1h-${width}z`,
  );
  return `<svg class="qr" role="img" aria-label="Kode QR tiket" viewBox="0 0 ${across} ${across}" width="280" height="280" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${across}v${across}H0z"/><path d="${dark.join('')}"/></svg>`;
}

/** Renders the e-ticket as one HTML file: no script, no external resources, every text escaped (§14.10); prints as one A4 page. */
export function ticketHtml(document: TicketDocument, productName: string): string {
  const { ticket } = document;
  const fields = ticketFields(document).map(
    ({ label, text, isWide }) =>
      `<div${isWide ? ' class="wide"' : ''}><dt>${label}</dt><dd>${escapeHtml(text)}</dd></div>`,
  );
  // Two hexadecimal colours of our own making: nothing to escape.
  const { ground, glow } = ticket.colours ?? plainColours;
  const terms = ticketTermsOf(document).map((term) => `<li>${escapeHtml(term)}</li>`);
  const organizer =
    ticket.organizer_name === null ? '' : `<p class="by">${escapeHtml(ticket.organizer_name)}</p>`;
  return `<!doctype html>
<html lang="id">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>E-ticket ${escapeHtml(ticket.ticket_code)}</title>
<style>${style}</style>
</head>
<body>
<main>
<p class="mark">${mark}${escapeHtml(productName)}<span>${ticketWords.kind}</span></p>
<article class="ticket">
<header class="head" style="background: linear-gradient(115deg, ${ground} 35%, ${glow})">
<p class="category">${escapeHtml(ticket.category_name)}</p>
<h1>${escapeHtml(ticket.event_name)}</h1>
${organizer}
</header>
<div class="code">
${qrSvg(ticket.qr_code || ticket.ticket_code)}
<p class="text">${escapeHtml(ticket.ticket_code)}</p>
<p class="hint">${ticketWords.show}</p>
</div>
<dl>${fields.join('')}</dl>
<footer class="terms">
<h2>${ticketWords.terms}</h2>
<ul>${terms.join('')}</ul>
</footer>
</article>
</main>
</body>
</html>
`;
}
