import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { PageSettings } from '../../contract/settings.ts';
import type { PageParts, PageRenderer, PageReply } from '../../contract/stored/rendering.ts';
import { type Locale, readLocale } from '../../contract/texts/locale.ts';
import { sanitizeOrganiserHtml } from '../domain/catalogue/catalogue-html.ts';
import { forVisitor } from './document.ts';
import { createKeptPages } from './kept-pages.ts';

const compress = promisify(brotliCompress);
/** A page is sent many times once it is made, but made again every few seconds. */
const brotliQuality = 6;
const keptForMs = 5_000;
/** A page up to half a minute old is still sent while a new one is drawn: no older than a list that stands on a screen. */
const staleForMs = 30_000;
const keptAtMost = 100;
const makingAtMost = 4;
/** Searches have addresses without end: apart from the others, so that they push none of them out. */
const searchesKeptAtMost = 20;
const searchesMakingAtMost = 2;
/** Milliseconds a visitor waits for a drawn page; the plain one takes over then. */
const patienceMs = 3_000;

/** A drawn page as it is sent. */
interface SentPage {
  readonly status: number;
  readonly html: string;
  readonly brotli: Buffer;
  readonly etag: string;
  /** Hashes of the styles in the page. */
  readonly styles: readonly string[];
}

/** Both forms of a page: for a browser without a session cookie, and for any other; each packed when it is first sent. */
interface DrawnPage {
  readonly visitor: () => Promise<SentPage>;
  readonly anybody: () => Promise<SentPage>;
}

/** A document around the parts of a page. */
export interface PageDocument {
  readonly html: string;
  readonly styles: readonly string[];
}

export interface PagesOptions {
  readonly log: FastifyBaseLogger;
  readonly settings: PageSettings;
  /** What draws; rejects when it cannot be loaded. Asked for at every drawing. */
  readonly renderer: () => Promise<PageRenderer>;
  readonly document: (parts: PageParts, locale: Locale, path: string) => Promise<PageDocument>;
  /** Reads a path under the API root for somebody who is not signed in, at an address of the network. */
  readonly read: (path: string, address: string) => Promise<PageReply>;
  /** Whether there is an event of this name. */
  readonly isKnownEvent: (slug: string) => Promise<boolean>;
  /** Whether another page may be drawn for a visitor at an address; asked only when none is kept. */
  readonly mayDraw?: (address: string) => boolean;
  /** Milliseconds a drawn page is kept. */
  readonly keptForMs?: number;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
  /** Milliseconds a visitor waits. */
  readonly patienceMs?: number;
}

/** Where a page is asked from. */
export interface PageVisit {
  /** Scheme and host that people use. */
  readonly origin: string;
  /** Whether the browser brought no session cookie. */
  readonly isVisitor: boolean;
  readonly policyOf: (styles: readonly string[]) => string;
}

/** The pages that are drawn on the server. */
export interface Pages {
  /** Answers a request with its page drawn; false when the plain page has to do. */
  answer(request: FastifyRequest, reply: FastifyReply, visit: PageVisit): Promise<boolean>;
  /** Forgets what was drawn. */
  clear(): void;
}

/** A page whose visitor may not read more for now: no fault of this server, and nothing to fill its log with. */
class OverLimitError extends Error {}

/** Organiser HTML as the browser's own cleaner leaves it: links open apart from the page. */
export function cleanPageHtml(html: string): string {
  return sanitizeOrganiserHtml(html).replaceAll(
    '<a rel="noopener nofollow"',
    '<a rel="noopener noreferrer nofollow" target="_blank"',
  );
}

/** Draws pages and keeps each for a few seconds; of the cookies only the language is read, and whether there is a session at all, so that a page can go to everybody. */
export function createPages(options: PagesOptions): Pages {
  const { log, settings, document, read } = options;
  const keeper = (bounds: { atMost: number; makingAtMost: number }) =>
    createKeptPages<DrawnPage>({
      forMs: options.keptForMs ?? keptForMs,
      staleForMs: options.keptForMs === 0 ? 0 : staleForMs,
      now: options.now ?? (() => performance.now()),
      ...bounds,
    });
  const kept = keeper({ atMost: keptAtMost, makingAtMost });
  const searches = keeper({ atMost: searchesKeptAtMost, makingAtMost: searchesMakingAtMost });

  const isMissing = async (path: string) => {
    const slug = /^\/event\/([^/?]+)$/.exec(path)?.[1];
    return slug !== undefined && !(await options.isKnownEvent(slug));
  };

  /** The page of a missing event, which is the same for every name and origin. */
  const drawMissing = async (path: string, locale: Locale, origin: string, address: string) => {
    const { status, ...drawn } = await draw(path, locale, origin, address);
    if (status !== 404) throw new Error('The event came to be while its absence was drawn');
    return drawn;
  };

  const draw = async (path: string, locale: Locale, origin: string, address: string) => {
    const renderer = await options.renderer();
    let isOverLimit = false;
    const parts = await renderer
      .render({
        path,
        origin,
        locale,
        settings,
        read: async (call) => {
          const reply = await read(call, address);
          isOverLimit ||= reply.status === 429;
          return reply;
        },
        cleanHtml: cleanPageHtml,
      })
      .catch((error: unknown) => {
        throw isOverLimit ? new OverLimitError() : error;
      });
    const { html, styles } = await document(parts, locale, path);
    const packed = async (text: string) => ({
      status: parts.status,
      html: text,
      styles,
      ...(await pack(text)),
    });
    return {
      status: parts.status,
      visitor: once(() => packed(forVisitor(html))),
      anybody: once(() => packed(html)),
    };
  };

  return {
    async answer(request, reply, { origin, isVisitor, policyOf }) {
      let page: SentPage | null;
      try {
        const path = (await options.renderer()).pathOf(request.url);
        if (path === null) return false;
        const locale = readLocale(request.headers.cookie);
        const missing = await isMissing(path);
        const making = (path.startsWith('/search?') ? searches : kept).get(
          missing ? `${locale} missing` : `${locale} ${origin} ${path}`,
          () => (missing ? drawMissing : draw)(path, locale, origin, request.ip),
          () => options.mayDraw?.(request.ip) ?? true,
        );
        const sent = making?.then((drawn) => (isVisitor ? drawn.visitor() : drawn.anybody()));
        page = sent === undefined ? null : await within(sent, options.patienceMs ?? patienceMs);
      } catch (error) {
        if (error instanceof OverLimitError) return false;
        log.error({ err: error }, 'a page could not be drawn; the plain one was sent');
        return false;
      }
      if (page === null) return false;
      send(request, reply, page, policyOf(page.styles));
      return true;
    },
    clear: () => {
      kept.clear();
      searches.clear();
    },
  };
}

/** Makes a value when it is first asked for, and keeps it. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** What is sent of a page beside its text. */
async function pack(html: string): Promise<Pick<SentPage, 'brotli' | 'etag'>> {
  const brotli = await compress(html, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_SIZE_HINT]: html.length,
    },
  });
  const hash = createHash('sha256').update(html).digest('base64url').slice(0, 22);
  return { brotli, etag: `W/"${hash}"` };
}

/** The value of a promise; rejects when it takes longer than `ms` milliseconds. */
async function within<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('Drawing the page took too long')), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

function send(request: FastifyRequest, reply: FastifyReply, page: SentPage, policy: string): void {
  reply
    .code(page.status)
    .header('cache-control', 'private, no-cache')
    .header('vary', 'Accept-Encoding, Cookie')
    .header('etag', page.etag)
    .header('content-security-policy', policy);
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim());
  if (page.status === 200 && known?.includes(page.etag)) {
    reply.code(304).send();
    return;
  }
  reply.type('text/html; charset=utf-8');
  if (/\bbr\b/.test(String(request.headers['accept-encoding']))) {
    reply.header('content-encoding', 'br').send(page.brotli);
  } else reply.send(page.html);
}
