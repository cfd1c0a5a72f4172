import * as z from 'zod/mini';
import { defineCall } from './call/call.ts';
import { atMost } from './fields.ts';

/** Characters of base64 that a photo may have on its way: 512 pixels of JPEG with room to spare. */
const maxPhotoLength = 240_000;

/** The photo of an account as a data URL of WebP, 256 pixels square; null where there is none. */
const photoAnswer = z.object({ image: z.nullable(z.string()) });

/** GET /profile/photo (§2). */
export const profilePhoto = defineCall({
  method: 'GET',
  path: '/profile/photo',
  summary: 'The photo of the signed-in account',
  access: 'verified',
  answer: photoAnswer,
});

/** PUT /profile/photo (§2). 422 for content that is no JPEG, PNG or WebP. Nothing that a camera wrote beside the picture is kept. */
export const changePhoto = defineCall({
  method: 'PUT',
  path: '/profile/photo',
  summary: 'Change or remove the photo of the signed-in account',
  access: 'verified',
  body: z.strictObject({
    /** Base64 of the file; null removes the photo. */
    image: z.nullable(
      z.string().check(atMost(maxPhotoLength), z.regex(/^[A-Za-z\d+/]+={0,2}$/, 'must be base64')),
    ),
  }),
  maxBodyBytes: 256 * 1024,
  refusals: { photoUnreadable: 422 },
  answer: photoAnswer,
});
