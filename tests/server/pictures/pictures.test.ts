import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyEvent } from '../../../server/domain/catalogue/folder/apply-event.ts';
import { readFolder } from '../../../server/domain/catalogue/folder/read-folder.ts';
import { openPictureStore } from '../../../server/pictures/picture-store.ts';
import { sharePicture } from '../../../server/static/share-picture.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { openShop } from '../support/open-shop.ts';
import { concert } from '../support/purchase.ts';

const root = tempFolder();
const folder = join(root, 'konser-gambar');
const app = await openShop({ events: [concert] }, null);
let address = '';

beforeAll(async () => {
  mkdirSync(folder);
  const sample = 'samples/events/seminar-gratis-yogya/event.json';
  const { organizer: _, ...event } = JSON.parse(readFileSync(sample, 'utf8'));
  const document = { ...event, organizer: { name: 'Kami' }, poster: 'poster.png' };
  writeFileSync(join(folder, 'event.json'), JSON.stringify(document));
  const poster = sharp({
    create: { width: 1600, height: 1600, channels: 3, background: '#c2255c' },
  });
  writeFileSync(join(folder, 'poster.png'), await poster.png().toBuffer());
});

const get = (path: string, accept: string) =>
  app.fastify.inject({ url: path, headers: { accept } });

describe('the poster of an event folder', () => {
  it('is refused unless it is a picture (§5.17)', async () => {
    const text = join(folder, 'poster.png');
    const picture = readFileSync(text);
    const heic = readFileSync(new URL('poster-heic.jpg', import.meta.url));
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    for (const wrong of [heic, svg]) {
      writeFileSync(text, wrong);
      await expect(readFolder(folder)).rejects.toThrow(
        'poster.png: The file is no such picture. Save it as JPEG, PNG, WebP or AVIF; export a HEIC of an iPhone as JPEG.',
      );
    }
    writeFileSync(text, picture);
  });

  it('is served in the best format that the browser reads, cropped for its place (§10.73)', async () => {
    const given = { now: app.services.clock.now(), key: app.services.keys.staff, isDry: false };
    await applyEvent(app.services.db, await readFolder(folder), given);
    const [row] = await app.services.db.query<{ banner: string }>(
      `select banner from events where slug = 'konser-gambar'`,
    );
    address = row?.banner ?? '';
    expect(address).toMatch(/^\/media\/pictures\/poster-[0-9a-f]{32}$/);
    for (const [accept, type] of [
      ['image/avif,image/webp,*/*', 'image/avif'],
      ['image/webp,*/*', 'image/webp'],
      ['*/*', 'image/jpeg'],
    ] as const) {
      const answer = await get(address, accept);
      expect(answer.headers).toMatchObject({
        'content-type': type,
        vary: expect.stringContaining('Accept'),
        'x-content-type-options': 'nosniff',
      });
      expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 1280, height: 720 });
    }
    const share = await get(`${address.replace('pictures', 'share')}.jpg`, '*/*');
    expect(await sharp(share.rawPayload).metadata()).toMatchObject({
      format: 'jpeg',
      width: 1200,
      height: 630,
    });
  });

  it.each([
    ...['poster-0', `poster-${'f'.repeat(32)}`, '..%2f..%2fevent.json'].map((f) => `pictures/${f}`),
    ...['share/tidak-ada.jpg', 'share/konser-senja-jakarta.svg', 'share/..%2f..%2fx.jpg'],
  ])('/media/%s is unknown', async (path) => {
    expect((await get(`/media/${path}`, '*/*')).statusCode).toBe(404);
  });
});

describe('the picture of a sample event that chat apps show', () => {
  it('is a JPEG of the expected size, small enough for them', async () => {
    const [answer, again] = await Promise.all([
      get(`/media/share/${concert}.jpg`, '*/*'),
      get(`/media/share/${concert}.jpg`, '*/*'),
    ]);
    expect(answer.headers['content-type']).toBe('image/jpeg');
    expect(answer.headers['cache-control']).toMatch(/max-age=\d{6}/);
    const { format, width, height } = await sharp(answer.rawPayload).metadata();
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1200, height: 630 });
    // The messenger that most buyers use omits pictures above 300 kB.
    expect(answer.rawPayload.length).toBeLessThan(300_000);
    expect(again.rawPayload.equals(answer.rawPayload)).toBe(true);
  });

  it('has its text in letters, not in the boxes of a missing typeface', async () => {
    const words = (text: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="60"><rect width="200" height="60" fill="#fff"/><text x="10" y="40" font-size="30" font-family="Plus Jakarta Sans" font-weight="800">${text}</text></svg>`;
    // Boxes would all look the same.
    const [one, other] = await Promise.all(
      ['KKKKK', 'OOOOO'].map((text) => sharePicture(words(text))),
    );
    expect(one?.equals(other!)).toBe(false);
  });
});

describe('an S3-compatible store', () => {
  const kept = new Map<string, Buffer>();
  let server: Server;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const isSigned = /^AWS4-HMAC-SHA256 Credential=kunci\//.test(
          request.headers.authorization ?? '',
        );
        const path = request.url ?? '';
        if (!isSigned) response.writeHead(403);
        else if (request.method === 'PUT') kept.set(path, Buffer.concat(pieces));
        else if (!kept.has(path)) response.writeHead(404);
        response.end(request.method === 'GET' && isSigned ? kept.get(path) : undefined);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => server.close());

  it('keeps pictures by name, with signed requests', async () => {
    const { port } = server.address() as AddressInfo;
    const storageUrl = `http://kunci:rahasia@127.0.0.1:${port}/gambar?region=ap-southeast-3`;
    const store = openPictureStore({ storageUrl, dataDir: 'memory' });
    expect(await store.get('poster-1.webp')).toBeNull();
    await store.put('poster-1.webp', Buffer.from('isi'));
    expect([...kept.keys()]).toEqual(['/gambar/poster-1.webp']);
    expect((await store.get('poster-1.webp'))?.toString()).toBe('isi');
    const wrong = storageUrl.replace('kunci', 'lain');
    const refused = openPictureStore({ storageUrl: wrong, dataDir: 'memory' });
    await expect(refused.get('poster-1.webp')).rejects.toThrow('refused to read: 403');
  });
});

it('keeps pictures in the data folder without a setting', async () => {
  const store = openPictureStore({ storageUrl: null, dataDir: root });
  expect(await store.get('poster-1.webp')).toBeNull();
  await store.put('poster-1.webp', Buffer.from('isi'));
  expect(readFileSync(join(root, 'pictures', 'poster-1.webp'), 'utf8')).toBe('isi');
});
