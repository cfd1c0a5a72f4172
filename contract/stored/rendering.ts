import type { PageSettings } from '../settings.ts';
import type { Locale } from '../texts/locale.ts';

/** Id of the JSON element that carries what a page was drawn from. */
export const pageDataId = 'page-data';

/** Attribute of the container whose content the server drew; its value says for whom. */
export const drawnAttribute = 'data-drawn';
/** Its value for a browser that sent no session cookie: nobody is signed in there, and nothing has to be asked to know it. */
export const drawnForVisitor = 'visitor';
/** Its value for a browser that sent one, which may have ended. */
export const drawnForAnybody = 'anybody';

/** A reply to a read of the API: its HTTP code and its envelope. */
export interface PageReply {
  readonly status: number;
  readonly body: string;
}

/** What a page is drawn for. Nothing of an account: the page is kept and sent to everybody. */
export interface PageRequest {
  /** Path and query, as `pathOf` gave them. */
  readonly path: string;
  /** Scheme and host that people use, for absolute addresses. */
  readonly origin: string;
  readonly locale: Locale;
  readonly settings: PageSettings;
  /** Reads a path under the API root as somebody who is not signed in. */
  read(path: string): Promise<PageReply>;
  /** Reduces organiser HTML to what a page may hold (ruling 1.2-Q). */
  cleanHtml(html: string): string;
}

/** A drawn page, in parts. */
export interface PageParts {
  /** 404 for an event that does not exist: the parts are then the same for every name and origin. */
  readonly status: 200 | 404;
  readonly title: string;
  readonly description: string;
  /** Further elements of the head, escaped. */
  readonly head: string;
  /** What stands in the container. */
  readonly body: string;
  /** What was read, as JSON without a character that could end its element. */
  readonly data: string;
  /** The sources whose code and styles the page needs beside those of every page. */
  readonly sources: readonly string[];
}

/** Draws pages; the server build of the app is one. */
export interface PageRenderer {
  /** The shortest address of the page at a path and query; null for a page that is drawn in the browser only. */
  pathOf(path: string): string | null;
  /** Draws one page. Rejects when what it shows could not be read. */
  render(request: PageRequest): Promise<PageParts>;
}

/** JSON for a script element: no character of it can end the element or begin another. */
export function elementJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
