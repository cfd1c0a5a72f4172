import * as z from 'zod/mini';
import { defineCall } from '../call/call.ts';
import { atMost } from '../fields.ts';

/** The most base64 characters of an uploaded photo: enough for 512 pixels of JPEG. */
const maxPhotoLength = 240_000;

/** The photo of an account as a data URL of WebP, 256 pixels square; null without one. */
const photoAnswer = z.object({ image: z.nullable(z.string()) });

/** GET /profile/photo (§7.30). */
export const profilePhoto = defineCall({
  method: 'GET',
  path: '/profile/photo',
  summary: 'The photo of the signed-in account',
  access: 'verified',
  answer: photoAnswer,
});

/** PUT /profile/photo (§7.30). 422 for content other than JPEG, PNG or WebP. The server drops the camera's metadata. */
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
