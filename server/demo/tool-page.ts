import { escapeHtml } from '../../contract/texts/html.ts';

/** Policy of a development page: its own styles only; forms go back to this server. */
export const devPagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** A plain page of the development tools; `body` is HTML. */
export function devPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem; color: #1c1917; background: #fafaf9; }
h1 { font-size: 1.4rem; }
a { color: #9a3412; }
code, pre { font: 0.9em/1.5 ui-monospace, monospace; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0.5rem 0 0; }
article, li { overflow-wrap: anywhere; }
article { background: #fff; border: 1px solid #d6d3d1; border-radius: 0.5rem; padding: 1rem; margin: 1rem 0; }
.quiet { color: #57534e; }
button { font: inherit; min-height: 44px; padding: 0 1rem; margin-block: 0.2rem; }
button[aria-pressed] { background: #9a3412; color: #fff; border-color: #9a3412; }
input { font: inherit; min-height: 44px; width: 6rem; box-sizing: border-box; }
</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${body}
</body>
</html>
`;
}

/** True if an Accept header prefers a page to JSON, as that of a browser's address bar does. */
export function prefersHtml(accept: string | undefined): boolean {
  if (accept === undefined) return false;
  const html = accept.indexOf('text/html');
  const json = accept.indexOf('application/json');
  return html >= 0 && (json < 0 || html < json);
}
