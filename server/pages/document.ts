import {
  drawnAttribute,
  drawnForAnybody,
  drawnForVisitor,
  type PageParts,
  pageDataId,
} from '../../contract/stored/rendering.ts';
import type { Theme } from '../../contract/stored/theme.ts';
import type { BuiltApp, PageFiles } from './built-app.ts';
import { earlyPressScript } from './early-press.ts';

const container = /<div id="root">[\s\S]*?<\/div>/;
// A comment of the template that explains the markup of the container.
const remark = /\s*<!--[\s\S]*?-->/;
// The rendered page has its own.
const plainHead = /\s*<title>[\s\S]*?<\/title>\s*<meta\s+name="description"[^>]*>/;
const styleLink = /\s*<link rel="stylesheet"[^>]*>/g;

// The page is readable without scripts: its poster comes first, and its texts before both.
const scriptStart = /<link rel="modulepreload"|<script type="module"/g;
const preload = (href: string) =>
  `<link rel="modulepreload" fetchpriority="low" crossorigin href="${href}">`;

/**
 * The page of the built app with a rendered page in it. Its styles are inline, so that it appears without further requests; a disabled link for
 * each keeps the app from fetching the same style again.
 */
export function documentOf(
  template: string,
  lang: string,
  parts: PageParts,
  files: PageFiles,
): string {
  const styles = files.styles.flatMap(({ href, text }) => [
    `<style>${text}</style>`,
    `<link rel="stylesheet" href="${href}" disabled>`,
  ]);
  const scripts = files.scripts.map((href) => preload(href));
  const drawn = `<div id="root" ${drawnAttribute}="${drawnForAnybody}">${parts.body}</div>`;
  const data = `<script type="application/json" id="${pageDataId}">${parts.data}</script>`;
  const head = [parts.head, ...styles, ...scripts].filter(Boolean).join('\n    ');
  // Functions, because a text of the page may contain replacement patterns.
  return template
    .replace(scriptStart, (start) => `${start} fetchpriority="low"`)
    .replace(/<html lang="[^"]*">/, () => `<html lang="${lang}">`)
    .replace(plainHead, '')
    .replace(styleLink, '')
    .replace(remark, '')
    .replace('</head>', () => `  ${head}\n  </head>`)
    .replace(container, () => `<script>${earlyPressScript}</script>\n    ${drawn}\n    ${data}`);
}

/** The same page in a theme that its reader has chosen, from its first paint on. */
export function inTheme(html: string, theme: Theme): string {
  return theme === 'system' ? html : html.replace('<html ', `<html data-theme="${theme}" `);
}

/** The same page for a browser without a session cookie. */
export function forVisitor(html: string): string {
  const opening = (whom: string) => `<div id="root" ${drawnAttribute}="${whom}">`;
  return html.replace(opening(drawnForAnybody), opening(drawnForVisitor));
}

/** The document of a rendered page, and the hashes by which the policy allows its styles. */
export function drawDocument(
  app: BuiltApp,
  lang: string,
  parts: PageParts,
): { html: string; styles: readonly string[] } {
  const files = app.filesOf(parts.sources);
  return {
    html: documentOf(app.template, lang, parts, files),
    styles: files.styles.map(({ hash }) => hash),
  };
}
