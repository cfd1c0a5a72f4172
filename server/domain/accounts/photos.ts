import { calls } from '../../../contract/call/calls.ts';
import type { Db } from '../../db/db.ts';
import type { Origin } from '../../http/origin.ts';
import { refuseFor } from '../../http/refuse.ts';
import { audit } from '../audit.ts';

const refuse = refuseFor(calls.changePhoto);

const side = 256;
/** A picture with more pixels is refused before it is decoded. */
const maxPixels = 16_000_000;
const formats: readonly string[] = ['jpeg', 'png', 'webp'];

/** The photo of an account as a data URL; null without one (§2.391). */
export async function readPhoto(db: Db, accountId: string): Promise<{ image: string | null }> {
  const [row] = await db.query<{ webp: Uint8Array }>(
    'select webp from account_photos where account_id = $1',
    [accountId],
  );
  return { image: row === undefined ? null : dataUrlOf(row.webp) };
}

/**
 * Stores the photo of an account, cropped square and encoded again, which removes location and camera data; null removes the photo (§2.391). Throws
 * Refusal 422 for content other than JPEG, PNG or WebP.
 */
export async function changePhoto(
  db: Db,
  accountId: string,
  base64: string | null,
  now: Date,
  origin: Origin,
): Promise<{ image: string | null }> {
  // The image is drawn before the transaction opens: a transaction awaits nothing but SQL.
  const webp = base64 === null ? null : await drawn(Buffer.from(base64, 'base64'));
  await db.tx(async (tx) => {
    if (webp === null) {
      await tx.query('delete from account_photos where account_id = $1', [accountId]);
    } else {
      await tx.query(
        `insert into account_photos (account_id, webp, changed_at) values ($1, $2, $3)
         on conflict (account_id) do update set webp = excluded.webp, changed_at = excluded.changed_at`,
        [accountId, webp, now],
      );
    }
    const action = webp === null ? 'profile.photo-remove' : 'profile.photo';
    await audit(tx, { at: now, accountId, action, object: `account:${accountId}`, ...origin });
  });
  return { image: webp === null ? null : dataUrlOf(webp) };
}

async function drawn(file: Buffer): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  try {
    const picture = sharp(file, { limitInputPixels: maxPixels });
    const { format } = await picture.metadata();
    if (!formats.includes(format ?? '')) throw new Error('another format');
    return await picture
      .autoOrient()
      .resize(side, side, { fit: 'cover' })
      .webp({ quality: 80 })
      .toBuffer();
  } catch {
    throw refuse('photoUnreadable', { field: 'image' });
  }
}

function dataUrlOf(webp: Uint8Array): string {
  return `data:image/webp;base64,${Buffer.from(webp).toString('base64')}`;
}
