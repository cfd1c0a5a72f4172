import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Routes } from '../http/serve.ts';
import { defaultLogoSvg, logoSvg, placeholderSvg } from '../seed/art/marks.ts';
import { seatMapSvg } from '../seed/art/seat-map.ts';
import { posterSvg } from '../seed/art.ts';
import { events } from '../seed/events.ts';
import { organizers } from '../seed/organizers.ts';
import { sharePicture, sharePictureSize } from './share-picture.ts';

/** A week: a picture of the seed changes only with a new version of the product, and its ETag then. */
const cacheControl = 'public, max-age=604800, stale-while-revalidate=2592000';
/** An SVG opened on its own must neither run nor load anything. */
const policy = "default-src 'none'; style-src 'unsafe-inline'";
const placeholders = 6;

interface Picture {
  readonly svg: string;
  readonly etag: string;
}

/** Draws the picture of a path under the root; null for a name that is not ours. */
function draw(path: string): string | null {
  const [, folder = '', name = ''] =
    /^\/(media\/posters|media\/logos|media\/maps|media|placeholders)\/([a-z0-9-]+)\.svg$/.exec(
      path,
    ) ?? [];
  switch (folder) {
    case 'media/posters': {
      const event = events.find((candidate) => candidate.slug === name);
      return event === undefined ? null : posterSvg(event);
    }
    case 'media/maps': {
      const event = events.find((candidate) => candidate.slug === name);
      return event === undefined ? null : seatMapSvg(event);
    }
    case 'media/logos': {
      const organizer = organizers.find((candidate) => candidate.slug === name);
      return organizer === undefined ? null : logoSvg(organizer);
    }
    case 'placeholders': {
      const number = Number(name);
      return /^\d$/.test(name) && number >= 1 && number <= placeholders
        ? placeholderSvg(number)
        : null;
    }
    case 'media':
      return name === 'default-logo' ? defaultLogoSvg : null;
    default:
      return null;
  }
}

/** Posters, logos, seat maps and placeholders of the seed as SVG, and the posters as JPEG for chat apps: drawn when first asked for and then kept. */
export const routes: Routes = (_serve, _services, app) => {
  // Only drawn pictures are kept, so an asker of unknown names cannot fill the memory.
  const kept = new Map<string, Picture>();

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const picture = kept.get(path) ?? remember(path);
    reply.header('x-content-type-options', 'nosniff');
    if (picture === null)
      return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
    reply
      .header('cache-control', cacheControl)
      .header('etag', picture.etag)
      .header('content-security-policy', policy);
    const known = request.headers['if-none-match']
      ?.split(',')
      .map((tag) => tag.trim().replace(/^W\//, ''));
    if (known?.includes(picture.etag)) return reply.code(304).send();
    return reply.type('image/svg+xml; charset=utf-8').send(picture.svg);
  };

  function remember(path: string): Picture | null {
    const svg = draw(path);
    if (svg === null) return null;
    const etag = `"${createHash('sha256').update(svg).digest('base64url').slice(0, 22)}"`;
    const picture = { svg, etag };
    kept.set(path, picture);
    return picture;
  }

  // Drawing one takes about half a second of a core: askers at the same time share it.
  const shared = new Map<string, Promise<Buffer>>();
  // One at a time: they are drawn on the threads that passwords are checked on.
  let line: Promise<unknown> = Promise.resolve();

  app.get<{ Params: { file: string } }>('/media/share/:file', async (request, reply) => {
    const slug = /^([a-z0-9-]+)\.jpg$/.exec(request.params.file)?.[1];
    const event = events.find((candidate) => candidate.slug === slug);
    reply.header('x-content-type-options', 'nosniff');
    if (event === undefined)
      return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
    let picture = shared.get(event.slug);
    if (picture === undefined) {
      picture = line.then(() => sharePicture(posterSvg(event, sharePictureSize)));
      line = picture.catch(() => {});
      shared.set(event.slug, picture);
      // Nothing broken is kept: the next asker tries again.
      picture.catch(() => shared.delete(event.slug));
    }
    const jpeg = await picture;
    return reply.header('cache-control', cacheControl).type('image/jpeg').send(jpeg);
  });

  app.get('/media/*', answer);
  app.get('/placeholders/*', answer);
};
