import { drawnAttribute, drawnForAnybody } from '../../contract/stored/rendering.ts';
import { storedAtAttribute } from '../../contract/stored/stored-pages.ts';

const container = new RegExp(`<div id="root" ${drawnAttribute}="\\w+">`);
const entryScript = /<script type="module"[^>]*\ssrc="([^"]+)"/;
const preloadedScript = /<link rel="modulepreload"[^>]*\shref="([^"]+)"/g;
/** Headers of the transfer, which do not hold for the stored text. */
const transferHeaders = ['content-encoding', 'content-length', 'etag', 'vary'];

/** A document in the form in which it is stored. */
interface StoredDocument {
  readonly html: string;
  /** Paths of the code that it names. */
  readonly scripts: readonly string[];
}

/** True for a document with the content that the server rendered into it. */
export function isRendered(html: string): boolean {
  return container.test(html);
}

/**
 * A rendered document as it is stored; null for one that the server did not render, or whose code is not that of the page that saw it: a
 * release came in between. It contains no account (decision 014), and stores not even whether somebody was signed in.
 */
export function storedDocument(
  html: string,
  files: readonly string[],
  at: number,
): StoredDocument | null {
  const entry = entryScript.exec(html)?.[1];
  if (entry === undefined || !files.includes(entry) || !isRendered(html)) return null;
  const opening = `<div id="root" ${drawnAttribute}="${drawnForAnybody}" ${storedAtAttribute}="${at}">`;
  return {
    html: html.replace(container, opening),
    scripts: [entry, ...[...html.matchAll(preloadedScript)].flatMap(([, path]) => path ?? [])],
  };
}

/** The headers of a stored document: the content security policy above all. */
export function storedHeaders(headers: Headers): Headers {
  const stored = new Headers(headers);
  for (const name of transferHeaders) stored.delete(name);
  return stored;
}
