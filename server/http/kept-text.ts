import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { takes } from './content-coding.ts';

/** A middle quality: the text is sent many times, but made again. */
const brotliQuality = 6;
const brotli = promisify(brotliCompress);
const pack = {
  br: packBrotli,
  gzip: promisify<string, Buffer>(gzip),
};
const codings = Object.keys(pack) as (keyof typeof pack)[];

/** Compresses a text that is sent many times. */
export function packBrotli(text: string): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  return brotli(text, { params });
}

/** Sends a text that is the same for many requests. */
export type SendKept = (
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
) => Promise<FastifyReply>;

/** Compresses each of the last `atMost` texts once for each coding, instead of once for each request. */
export function createSendKept(atMost: number): SendKept {
  const kept = new LRUCache<string, Promise<Buffer>>({ max: atMost * codings.length });
  return async (request, reply, text) => {
    reply.header('vary', 'Accept-Encoding');
    const coding = codings.find((name) => takes(request.headers['accept-encoding'] ?? '', name));
    if (coding === undefined) return reply.send(text);
    const key = coding + text;
    const packed = kept.get(key) ?? pack[coding](text);
    kept.set(key, packed);
    return reply.header('content-encoding', coding).send(await packed);
  };
}
