import Fastify, { type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Serve } from '../../../server/http/serve.ts';
import type { Services } from '../../../server/services.ts';
import { routes } from '../../../server/static/media.ts';
import { sharePicture } from '../../../server/static/share-picture.ts';

let app: FastifyInstance;

beforeAll(() => {
  app = Fastify();
  routes((() => {}) as Serve, { pictures: { read: async () => null } } as unknown as Services, app);
});
afterAll(() => app.close());

const words = (text: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="60"><rect width="200" height="60" fill="#fff"/><text x="10" y="40" font-size="30" font-family="Plus Jakarta Sans" font-weight="800">${text}</text></svg>`;

describe('the picture of an event that chat apps show', () => {
  it('is a JPEG of the expected size, small enough for them', async () => {
    const answers = await Promise.all([
      app.inject('/media/share/konser-senja-jakarta.jpg'),
      app.inject('/media/share/konser-senja-jakarta.jpg'),
    ]);
    const [answer] = answers;
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('image/jpeg');
    expect(answer.headers['cache-control']).toMatch(/max-age=\d{6}/);
    const { format, width, height } = await sharp(answer.rawPayload).metadata();
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1200, height: 630 });
    // The messenger that most buyers use omits pictures above 300 kB.
    expect(answer.rawPayload.length).toBeLessThan(300_000);
    expect(answers[1].rawPayload.equals(answer.rawPayload)).toBe(true);
  });

  it('has its text in letters, not in the boxes of a missing typeface', async () => {
    // Boxes would all look the same.
    const [one, other] = await Promise.all([
      sharePicture(words('Senja')),
      sharePicture(words('Wayang')),
    ]);
    const [five, alsoFive] = await Promise.all([
      sharePicture(words('KKKKK')),
      sharePicture(words('OOOOO')),
    ]);
    expect(one.equals(other)).toBe(false);
    expect(five.equals(alsoFive)).toBe(false);
  });

  it.each(['tidak-ada.jpg', 'konser-senja-jakarta.svg', '..%2f..%2fx.jpg'])(
    'is not there for %s',
    async (file) => {
      expect((await app.inject(`/media/share/${file}`)).statusCode).toBe(404);
    },
  );
});
