import type { Tx } from '../../../db/db.ts';
import { voucherHint, voucherKey } from '../../order/vouchers.ts';
import { keyedMark, withKey } from '../../session/presale.ts';
import { seal, unseal } from '../../staff/authenticator.ts';

/** Rows that one transaction changes. */
const batch = 500;

/** Whether a stored text is readable: an encrypted one is base64url. */
const isOpen = (text: string) => text.includes('{');

/** The text of event.json as it is stored: encrypted where it may name codes. */
export function closedText(key: string, seriesId: string, text: string): string {
  return /"(vouchers|presale)"/.test(text) ? seal(key, seriesId, text) : text;
}

/** The stored text of event.json; null where it was encrypted with another key. */
export function openText(key: string, seriesId: string, text: string): string | null {
  return isOpen(text) ? text : unseal(key, seriesId, text);
}

/** Stands before the bytes of an encrypted file. */
const sealMark = Buffer.from('roetix sealed\n');

/** A table of vouchers as it is stored: encrypted. */
export function sealedBytes(key: string, seriesId: string, bytes: Uint8Array): Buffer {
  const text = Buffer.from(bytes).toString('base64');
  return Buffer.concat([sealMark, Buffer.from(seal(key, seriesId, text))]);
}

/** The bytes of a stored file; null where they were encrypted with another key. */
export function openBytes(key: string, seriesId: string, stored: Uint8Array): Buffer | null {
  const bytes = Buffer.from(stored);
  if (!bytes.subarray(0, sealMark.length).equals(sealMark)) return bytes;
  const text = unseal(key, seriesId, bytes.subarray(sealMark.length).toString());
  return text === null ? null : Buffer.from(text, 'base64');
}

/** Brings up to 500 codes of each kind, of one event or of all (null), into the form that this release writes; returns whether there may be more. */
export async function keepCodesKeyed(
  tx: Tx,
  key: string,
  seriesId: string | null,
): Promise<boolean> {
  const vouchers = await tx.query<{ id: string; code: string }>(
    `select id, code from vouchers where code_key is null and ($1::text is null or series_id = $1) order by id limit ${batch}`,
    [seriesId],
  );
  const ids = vouchers.map(({ id }) => id);
  if (ids.length > 0) {
    // Orders before vouchers, as a buyer's draft locks them.
    await tx.query(
      'select 1 from orders where voucher_id = any($1::text[]) order by id for update',
      [ids],
    );
    await tx.query(
      `update orders o set voucher_code = g.hint from unnest($1::text[], $2::text[]) g (id, hint) where o.voucher_id = g.id`,
      [ids, vouchers.map(({ code }) => voucherHint(code))],
    );
    // The former ids are hashes of the codes, or the codes themselves.
    await tx.query(
      `update vouchers v set id = gen_random_uuid()::text, code_key = g.key, code = g.hint,
         description = case when v.description = v.code then '' else v.description end
       from unnest($1::text[], $2::text[], $3::text[]) g (id, key, hint) where v.id = g.id`,
      [
        ids,
        vouchers.map(({ code }) => voucherKey(key, code)),
        vouchers.map(({ code }) => voucherHint(code)),
      ],
    );
  }
  const presale = await tx.query<{ event_id: string; code_hash: string }>(
    `select c.event_id, c.code_hash from presale_codes c join events e on e.id = c.event_id
     where not starts_with(c.code_hash, '${keyedMark}') and ($1::text is null or e.series_id = $1)
     order by c.event_id, c.code_hash limit ${batch}`,
    [seriesId],
  );
  if (presale.length > 0) {
    await tx.query(
      `update presale_codes c set code_hash = g.keyed from unnest($1::text[], $2::text[], $3::text[]) g (event, hash, keyed)
       where c.event_id = g.event and c.code_hash = g.hash`,
      [
        presale.map(({ event_id }) => event_id),
        presale.map(({ code_hash }) => code_hash),
        presale.map(({ code_hash }) => withKey(key, code_hash)),
      ],
    );
  }
  const folders = await tx.query<{ series_id: string; document: string }>(
    `select series_id, document from event_folders
     where document ~ '\\{' and document ~ '"(vouchers|presale)"' and ($1::text is null or series_id = $1) limit ${batch}`,
    [seriesId],
  );
  for (const { series_id: id, document } of folders) {
    await tx.query('update event_folders set document = $2 where series_id = $1', [
      id,
      closedText(key, id, document),
    ]);
    const { vouchers: path } = JSON.parse(document) as { vouchers?: unknown };
    const [table] = await tx.query<{ bytes: Uint8Array }>(
      'select bytes from event_folder_files where series_id = $1 and path = $2',
      [id, typeof path === 'string' ? path : ''],
    );
    if (table === undefined) continue;
    await tx.query('update event_folder_files set bytes = $3 where series_id = $1 and path = $2', [
      id,
      path,
      sealedBytes(key, id, table.bytes),
    ]);
  }
  return [vouchers, presale, folders].some(({ length }) => length === batch);
}
