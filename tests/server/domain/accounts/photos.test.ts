import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { createTestApp, type TestApp, type TestClient } from '../../support/test-app.ts';

let app: TestApp;
let client: TestClient;
let other: TestClient;
beforeAll(async () => {
  app = await createTestApp({ events: 'none' });
  [client, other] = (await app.makeBuyers(2)) as [TestClient, TestClient];
});
afterAll(() => app.close());

const picture = () =>
  sharp({ create: { width: 640, height: 400, channels: 3, background: '#c2410c' } });
const change = (image: string | null) => client.call(calls.changePhoto, { body: { image } });
const bytesOf = (image: string | null) => Buffer.from((image ?? '').split(',')[1] ?? '', 'base64');

describe('the photo of an account', () => {
  it('is cropped square, loses its location, and is visible only to its owner', async () => {
    const file = await picture()
      .withExif({ IFD0: { Copyright: 'rahasia' }, IFD3: { GPSLatitude: '7/1 47/1 0/1' } })
      .jpeg()
      .toBuffer();
    expect(file.includes('rahasia')).toBe(true);
    const kept = await change(file.toString('base64'));
    expect(kept.status).toBe(200);
    const webp = bytesOf(kept.body.data.image);
    const { format, width, height, exif } = await sharp(webp).metadata();
    expect({ format, width, height, exif }).toEqual({ format: 'webp', width: 256, height: 256 });
    expect((await client.call(calls.profilePhoto)).body.data).toEqual(kept.body.data);
    expect((await other.call(calls.profilePhoto)).body.data).toEqual({ image: null });
  });

  it('is removed', async () => {
    await change((await picture().png().toBuffer()).toString('base64'));
    expect((await change(null)).body.data).toEqual({ image: null });
    expect((await client.call(calls.profilePhoto)).body.data).toEqual({ image: null });
    const log = await app.services.db.query<{ action: string }>(
      `select action from audit_log where action like 'profile.photo%' order by id desc limit 2`,
    );
    expect(log.map(({ action }) => action)).toEqual(['profile.photo-remove', 'profile.photo']);
  });

  it.each([
    ['text', Buffer.from('bukan gambar')],
    [
      'a drawing that could load others',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    ],
    ['a picture cut short', Buffer.from('ffd8ffe000104a464946', 'hex')],
  ])('is refused as %s', async (_, file) => {
    const answer = await change(file.toString('base64'));
    expect(answer.status).toBe(422);
    expect(answer.body.errors?.[0]?.field).toBe('image');
  });

  it('is refused if decoding it would need too much memory', async () => {
    const huge = await sharp({
      create: { width: 5_000, height: 5_000, channels: 3, background: '#fff' },
    })
      .png()
      .toBuffer();
    expect(huge.length).toBeLessThan(150_000);
    expect((await change(huge.toString('base64'))).status).toBe(422);
  });
});
