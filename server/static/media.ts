import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Routes } from '../http/serve.ts';
import { pictureFormats } from '../pictures/encode.ts';
import { oneAtATime } from '../pictures/one-at-a-time.ts';
import { sampleFile } from '../seed/samples.ts';
import { sharePicture } from './share-picture.ts';

/** A week: a picture only changes with a new version of the product, and so does its ETag. */
const cacheControl = 'public, max-age=604800, stale-while-revalidate=2592000';
/** An SVG opened on its own must neither run scripts nor load anything. */
const policy = "default-src 'none'; style-src 'unsafe-inline'";

interface Picture {
  readonly svg: string;
  readonly etag: string;
}

const publicFolder = join(import.meta.dirname, '../../public');

/** The file of a picture by its folder and name, which contain no dot and no slash; null for an unknown folder. */
function fileOf(folder: string, name: string): string | null {
  switch (folder) {
    case 'media/posters':
      return sampleFile(`events/${name}/poster.svg`);
    case 'media/maps':
      return sampleFile(`events/${name}/seats.svg`);
    case 'media/logos':
      return sampleFile(`logos/${name}.svg`);
    case 'media':
    case 'placeholders':
      return join(publicFolder, folder, `${name}.svg`);
    default:
      return null;
  }
}

/**
 * Posters, logos and seat maps of the sample events and the placeholders as SVG, and the posters as JPEG for chat apps: read on the first request
 * and then cached.
 */
export const routes: Routes = (_serve, { pictures }, app) => {
  // Only existing pictures are cached, so that requests for unknown names cannot fill the memory.
  const kept = new Map<string, Picture>();

  async function pictureAt(path: string): Promise<Picture | null> {
    const known = kept.get(path);
    if (known !== undefined) return known;
    const [, folder = '', name = ''] = /^\/([a-z/]+)\/([a-z0-9-]+)\.svg$/.exec(path) ?? [];
    const file = fileOf(folder, name);
    const svg = file && (await readFile(file, 'utf8').catch(noFile));
    if (svg === null) return null;
    const etag = `"${createHash('sha256').update(svg).digest('base64url').slice(0, 22)}"`;
    const picture = { svg, etag };
    kept.set(path, picture);
    return picture;
  }

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const picture = await pictureAt(request.url.split('?', 1)[0] ?? '');
    if (picture === null) return refuse(reply);
    reply
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', cacheControl)
      .header('etag', picture.etag)
      .header('content-security-policy', policy);
    const known = request.headers['if-none-match']
      ?.split(',')
      .map((tag) => tag.trim().replace(/^W\//, ''));
    if (known?.includes(picture.etag)) return reply.code(304).send();
    return reply.type('image/svg+xml; charset=utf-8').send(picture.svg);
  };

  const rendered = new Map<string, Buffer>();
  // Rendering one takes about half a second of a core, on the threads that also hash passwords.
  const once = oneAtATime<Buffer>();

  app.get<{ Params: { file: string } }>('/media/share/:file', async (request, reply) => {
    const slug = /^([a-z0-9-]+)\.jpg$/.exec(request.params.file)?.[1] ?? '';
    const own = await pictures.read(slug, 'share');
    if (own !== null) return sendPicture(reply, own, 'image/jpeg');
    const poster = await pictureAt(`/media/posters/${slug}.svg`);
    if (poster === null) return refuse(reply);
    const jpeg = rendered.get(slug) ?? (await once(slug, () => sharePicture(poster.svg)));
    rendered.set(slug, jpeg);
    return sendPicture(reply, jpeg, 'image/jpeg');
  });

  // The name of a picture is a hash of its content: it never changes. Browsers name the formats that they read.
  app.get<{ Params: { name: string } }>('/media/pictures/:name', async (request, reply) => {
    const accepted = request.headers.accept ?? '';
    const format = pictureFormats.find((each) => accepted.includes(`image/${each}`)) ?? 'jpg';
    const picture = await pictures.read(request.params.name, format);
    if (picture === null) return refuse(reply);
    reply.header('vary', 'Accept');
    return sendPicture(reply, picture, format === 'jpg' ? 'image/jpeg' : `image/${format}`);
  });

  app.get('/media/*', answer);
  app.get('/placeholders/*', answer);
};

function sendPicture(reply: FastifyReply, bytes: Buffer, type: string): FastifyReply {
  return reply
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', cacheControl)
    .type(type)
    .send(bytes);
}

function refuse(reply: FastifyReply): FastifyReply {
  return reply
    .code(404)
    .header('x-content-type-options', 'nosniff')
    .type('text/plain; charset=utf-8')
    .send('Not found');
}

function noFile(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
