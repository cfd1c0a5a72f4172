import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { calls } from '../../../../../contract/call/calls.ts';
import { exportFolder } from '../../../../../server/domain/catalogue/folder/stored-folders.ts';
import { stableId } from '../../../../../server/domain/stable-id.ts';
import { sweepOnce } from '../../../../../server/upkeep/sweep.ts';
import { oneBuyer, openShop } from '../../../support/open-shop.ts';
import { applyDocument, festival, festivalFile } from '../../../support/standing.ts';
import type { TestClient } from '../../../support/test-app.ts';

const app = await openShop({ events: [] });
const { db, keys } = app.services;
const params = { slug: festival };
const eventId = stableId('event', festival);
const code = 'TEMAN-2031';
const table = `code,percent,perPerson\n${code},10,1\n`;
const presale = { startsAt: '-1d 10:00', codes: [{ code: 'KAMI-2031', perPerson: 1 }] };
const sale = { startsAt: '+3d 10:00', presale };
const vouchers = 'vouchers.csv';
const document = { ...festivalFile({ standing: 9 }), sale, vouchers };
const apply = () => applyDocument(app, document, { [vouchers]: table });

/** What a reader of the database finds: the codes, or something that a guess can be compared with. */
async function found(): Promise<string[]> {
  const texts = await Promise.all(
    ['vouchers', 'voucher_claims', 'orders', 'presale_codes', 'presale_uses', 'event_folders'].map(
      (name) => db.query(`select to_jsonb(t)::text as text from "${name}" t`),
    ),
  );
  const files = await db.query(
    `select convert_from(bytes, 'utf8') as text from event_folder_files where bytes is not null`,
  );
  const all = JSON.stringify([...texts, files]);
  const guesses = [code, 'KAMI-2031', ...formerly()];
  return guesses.filter((guess) => all.includes(guess));
}
/** The former id of the voucher and the former hash of the presale code. */
const formerly = () => [
  stableId('voucher', `${eventId}:${code}`),
  createHash('sha256').update(`presale code\n${eventId}\nKAMI2031`).digest('base64url'),
];

const join = async (buyer: TestClient) => {
  const body = { presale_code: 'kami2031' };
  return (await buyer.call(calls.joinQueue, { params, body })).status;
};
const draft = async (buyer: TestClient) => {
  const [place] = await db.query<{ id: string }>(`select id from categories`);
  const quantities = [{ category: place?.id ?? '', count: 1 }];
  const body = { seats: [], quantities, voucher_code: code };
  return (await buyer.call(calls.createDraft, { params, body })).body;
};

it('codes are found by those who have them alone: not in the database, nor by guesses at it (§17.60)', async () => {
  await apply();
  const [buyer, other] = [await oneBuyer(app), await oneBuyer(app)];
  expect(await join(buyer)).toBe(200);
  expect((await draft(buyer)).data.order.voucher_code).toBe('TE…');
  expect((await draft(buyer)).status).toBe(200);
  expect(await found()).toEqual([]);

  // As the former release stored them.
  const [id = '', hash = ''] = formerly();
  await db.query(
    `update vouchers set id = $1, code = $2, code_key = null, description = $2 where series_id = $3`,
    [id, code, eventId],
  );
  await db.query('update orders set voucher_code = $1', [code]);
  await db.query('update presale_codes set code_hash = $1', [hash]);
  await db.query('update event_folders set document = $1', [JSON.stringify(document)]);
  await db.query('update event_folder_files set bytes = $1 where path = $2', [
    Buffer.from(table),
    vouchers,
  ]);
  expect(await found()).toHaveLength(4);
  expect((await draft(buyer)).status).toBe(200);
  expect(await join(other)).toBe(200);
  await sweepOnce(app.services);
  expect(await found()).toEqual([]);
  expect((await draft(other)).status).toBe(200);
  expect(await db.query('select times from presale_uses')).toEqual([{ times: 1 }, { times: 1 }]);
  expect(await db.query('select 1 from voucher_claims')).toHaveLength(2);

  expect(await apply()).toEqual([]);
  const { files } = await exportFolder(db, festival, keys.staff);
  expect(files.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual([
    JSON.stringify(document),
    table,
  ]);
  await expect(exportFolder(db, festival, 'another')).rejects.toThrow('another STAFF_KEY');
});
