import type { PageSettings } from '../settings.ts';
import type { Locale } from '../texts/locale.ts';

/** Id of the JSON element with the data from which a page was rendered. */
export const pageDataId = 'page-data';

/** Attribute of the container whose content the server rendered; its value says for whom. */
export const drawnAttribute = 'data-drawn';
/** Its value for a browser without a session cookie: its user is a visitor, which needs no request to find out. */
export const drawnForVisitor = 'visitor';
/** Its value for a browser with a session cookie, whose sign-in may have ended. */
export const drawnForAnybody = 'anybody';

/** Attribute of a button that was pressed before the app ran; its value is empty. */
export const pressedAttribute = 'data-pressed';

/** A response to a read of the API: its HTTP status and its envelope. */
export interface PageReply {
  readonly status: number;
  readonly body: string;
}

/** Input of a rendering. It contains nothing about an account: the page is cached and sent to all visitors. */
export interface PageRequest {
  /** Path and query, as returned by `pathOf`. */
  readonly path: string;
  /** The public scheme and host, for absolute addresses. */
  readonly origin: string;
  readonly locale: Locale;
  readonly settings: PageSettings;
  /** Reads a path under the API root as a visitor. */
  read(path: string): Promise<PageReply>;
  /** Reduces organiser HTML to the allowed content (§2.132). */
  cleanHtml(html: string): string;
}

/** A rendered page, in parts. */
export interface PageParts {
  /** 404 for an event that does not exist: the parts are then the same for every slug and origin. */
  readonly status: 200 | 404;
  /** Elements of the head, escaped: title, description, preloads and tags for chat apps and search engines. */
  readonly head: string;
  /** Content of the container. */
  readonly body: string;
  /** The data of the page as JSON, without characters that could end its element. */
  readonly data: string;
  /** Sources whose code and styles the page needs beside those of every page. */
  readonly sources: readonly string[];
}

/** Renders pages; the server build of the app implements it. */
export interface PageRenderer {
  /** The canonical location of the page at a path and query; null for a page that only the browser renders. */
  pathOf(path: string): string | null;
  /** Renders one page. Rejects if its data could not be read. */
  render(request: PageRequest): Promise<PageParts>;
}

/** JSON for a script element: no character of it can end the element or start another. */
export function elementJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
