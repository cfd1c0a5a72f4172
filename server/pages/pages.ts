import { createHash } from 'node:crypto';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { PageSettings } from '../../contract/settings.ts';
import type { PageParts, PageRenderer, PageReply } from '../../contract/stored/rendering.ts';
import { readTheme, type Theme } from '../../contract/stored/theme.ts';
import { type Locale, readLocale } from '../../contract/texts/locale.ts';
import { sanitizeOrganiserHtml } from '../domain/catalogue/catalogue-html.ts';
import type { Charge } from '../http/cpu-budget.ts';
import { packBrotli } from '../http/kept-text.ts';
import { Refusal } from '../http/refusal.ts';
import { forVisitor, inTheme } from './document.ts';
import { createKeptPages } from './kept-pages.ts';

const keptForMs = 5_000;
/** A page up to half a minute old is still sent while a new one is rendered: no older than a list that stays on a screen. */
const staleForMs = 30_000;
const keptAtMost = 100;
const makingAtMost = 4;
/** Searches have unlimited addresses: a cache of their own, so that they push no other pages out. */
const searchesKeptAtMost = 20;
const searchesMakingAtMost = 2;
/** Milliseconds that a visitor waits for a rendered page before the server sends the plain one. */
const patienceMs = 3_000;

/** A rendered page in the form in which it is sent. */
interface SentPage {
  readonly status: number;
  readonly html: string;
  readonly brotli: Buffer;
  readonly etag: string;
  /** Hashes of the inline styles. */
  readonly styles: readonly string[];
}

/** The forms of a page: for browsers without a session cookie, and for others, in each theme; each is compressed when first sent. */
type DrawnPage = (isVisitor: boolean, theme: Theme) => Promise<SentPage>;

/** Puts the parts of a page into a document. */
export interface PageDocument {
  readonly html: string;
  readonly styles: readonly string[];
}

export interface PagesOptions {
  readonly log: FastifyBaseLogger;
  readonly settings: PageSettings;
  /** The renderer; rejects if it cannot be loaded. Called before every rendering. */
  readonly renderer: () => Promise<PageRenderer>;
  readonly document: (parts: PageParts, locale: Locale, path: string) => Promise<PageDocument>;
  /** Reads a path under the API root for a visitor at an address of the network. */
  readonly read: (path: string, address: string) => Promise<PageReply>;
  /** Whether there is an event with this slug. */
  readonly isKnownEvent: (slug: string, address: string) => Promise<boolean>;
  /** How to charge a visitor at this address for another rendering, or the seconds until it may cause one; called only when no page is cached. */
  readonly mayDraw?: (address: string) => Charge | number;
  /** Milliseconds for which a rendered page is fresh. */
  readonly keptForMs?: number;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
  /** Milliseconds that a visitor waits. */
  readonly patienceMs?: number;
}

/** The source of a request for a page. */
export interface PageVisit {
  /** The public scheme and host. */
  readonly origin: string;
  /** True if the browser sent no session cookie. */
  readonly isVisitor: boolean;
  readonly policyOf: (styles: readonly string[]) => string;
}

/** The pages that the server renders. */
export interface Pages {
  /** Responds with the rendered page; false if the caller must send the plain page. */
  answer(request: FastifyRequest, reply: FastifyReply, visit: PageVisit): Promise<boolean>;
  /** Empties the caches. */
  clear(): void;
}

/** The visitor has reached a limit of the API: not a server error, so it is not logged. */
class OverLimitError extends Error {}

/** Organiser HTML as the browser's own sanitiser leaves it: links open in a new tab. */
export function cleanPageHtml(html: string): string {
  return sanitizeOrganiserHtml(html).replaceAll(
    '<a rel="noopener nofollow"',
    '<a rel="noopener noreferrer nofollow" target="_blank"',
  );
}

/**
 * Renders pages and caches each for a few seconds; of the cookies only the language, the theme and the existence of a session are read, so that one
 * page fits all.
 */
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

  const isMissing = async (path: string, address: string) => {
    const slug = /^\/event\/([^/?]+)$/.exec(path)?.[1];
    return slug !== undefined && !(await options.isKnownEvent(slug, address));
  };

  /** The page of a missing event, which is the same for every slug and origin. */
  const drawMissing = async (...given: Parameters<typeof draw>) => {
    const drawn = await draw(...given);
    if (drawn.status !== 404) throw new Error('The event came to be while its absence was drawn');
    return drawn.page;
  };

  const draw = async (
    path: string,
    locale: Locale,
    origin: string,
    address: string,
    charge?: Charge,
  ) => {
    const renderer = await options.renderer();
    let isOverLimit = false;
    const startedAt = performance.now();
    // Reads are charged as what they are.
    let readMs = 0;
    const parts = await renderer
      .render({
        path,
        origin,
        locale,
        settings,
        read: async (call) => {
          const askedAt = performance.now();
          const reply = await read(call, address);
          readMs += performance.now() - askedAt;
          isOverLimit ||= reply.status === 429;
          return reply;
        },
        cleanHtml: cleanPageHtml,
      })
      .catch((error: unknown) => {
        throw isOverLimit ? new OverLimitError() : error;
      })
      .finally(() => charge?.(Math.max(0, performance.now() - startedAt - readMs)));
    const { html, styles } = await document(parts, locale, path);
    const forms = new Map<string, Promise<SentPage>>();
    const packed = async (text: string) => ({
      status: parts.status,
      html: text,
      styles,
      ...(await pack(text)),
    });
    const page: DrawnPage = (isVisitor, theme) => {
      const name = `${isVisitor} ${theme}`;
      const made = forms.get(name) ?? packed(inTheme(isVisitor ? forVisitor(html) : html, theme));
      forms.set(name, made);
      return made;
    };
    return { status: parts.status, page };
  };

  return {
    async answer(request, reply, { origin, isVisitor, policyOf }) {
      let page: SentPage | null;
      try {
        const path = (await options.renderer()).pathOf(request.url);
        if (path === null) return false;
        const locale = readLocale(request.headers.cookie);
        const theme = readTheme(request.headers.cookie);
        const missing = await isMissing(path, request.ip);
        let charge: Charge | undefined;
        const making = (path.startsWith('/search?') ? searches : kept).get(
          missing ? `${locale} missing` : `${locale} ${origin} ${path}`,
          async () => {
            const drawn = missing
              ? await drawMissing(path, locale, origin, request.ip, charge)
              : (await draw(path, locale, origin, request.ip, charge)).page;
            // Compressed before the next visitor asks.
            await drawn(isVisitor, theme);
            return drawn;
          },
          () => {
            const taken = options.mayDraw?.(request.ip);
            if (typeof taken === 'number') return false;
            charge = taken;
            return true;
          },
        );
        const sent = making?.then((drawn) => drawn(isVisitor, theme));
        page = sent === undefined ? null : await within(sent, options.patienceMs ?? patienceMs);
      } catch (error) {
        const isRefused = error instanceof Refusal && error.status === 429;
        if (isRefused || error instanceof OverLimitError) return false;
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

/** The compressed form and the entity tag of a page. */
async function pack(html: string): Promise<Pick<SentPage, 'brotli' | 'etag'>> {
  const brotli = await packBrotli(html);
  const hash = createHash('sha256').update(html).digest('base64url').slice(0, 22);
  return { brotli, etag: `W/"${hash}"` };
}

/** The value of a promise; rejects if it takes longer than `ms` milliseconds. */
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
