import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../../../contract/call/calls.ts';
import { eventSchemaText, schemaPath } from '../../../../../scripts/event-schema.ts';
import { applyEvent } from '../../../../../server/domain/catalogue/folder/apply-event.ts';
import { FolderMistakes } from '../../../../../server/domain/catalogue/folder/mistakes.ts';
import { readFolder } from '../../../../../server/domain/catalogue/folder/read-folder.ts';
import { exportFolder } from '../../../../../server/domain/catalogue/folder/stored-folders.ts';
import {
  askDraft,
  beginPayment,
  concert,
  expectSound,
  join as joinQueue,
  payerDoes,
} from '../../../support/purchase.ts';
import { createTestApp, type TestApp } from '../../../support/test-app.ts';

const root = mkdtempSync(join(tmpdir(), 'event-folder-'));
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ events: [concert] });
});
afterAll(async () => {
  await app.close();
  rmSync(root, { recursive: true });
});

const whole = {
  name: 'Konser Kami',
  organizer: { name: 'Kami Raya' },
  eventType: 'Konser',
  topic: 'music',
  startsAt: '2031-02-13 19:30',
  minutes: 180,
  venue: { name: 'Gedung Kami', address: 'Jalan Kami 1', mapQuery: 'Gedung Kami' },
  province: 'BA',
  city: 'Denpasar',
  subdistrict: 'Renon',
  about: ['Konser <kami> sendiri.'],
  facilities: ['Parkir'],
  categories: [
    { name: 'VIP', color: '#d9480f', price: 500_000, rows: [4, 4] },
    { name: 'Reguler', color: '#1971c2', price: 100_000, rows: [6] },
  ],
  layout: { kind: 'rows', stage: 'PANGGUNG', banks: 2 },
  forms: [],
};

let folders = 0;
/** Writes a folder of its own; `slug` is its name. */
function folderWith(document: object | string | Buffer, slug = 'konser-baru'): string {
  folders += 1;
  const path = join(root, String(folders), slug);
  mkdirSync(path, { recursive: true });
  const isText = typeof document === 'string' || Buffer.isBuffer(document);
  writeFileSync(join(path, 'event.json'), isText ? document : JSON.stringify(document, null, 2));
  return path;
}

/** The mistakes of a folder as lines. */
async function mistakesOf(path: string): Promise<string[]> {
  try {
    await readFolder(path);
    return [];
  } catch (error) {
    if (!(error instanceof FolderMistakes)) throw error;
    return error.message.split('\n');
  }
}

const apply = async (path: string, isDry = false) =>
  applyEvent(app.services.db, await readFolder(path), { now: app.services.clock.now(), isDry });
const changed = (change: Record<string, unknown>) => ({ ...whole, ...change });

function formWith(more: object) {
  const field = { fieldKey: 'a', fieldType: 'text', label: 'A', ...more };
  return { name: 'F', description: '', askAll: false, isActive: true, fields: [field] };
}

describe('the mistakes of an event folder', () => {
  it('are named all at once, by line, with the mend', async () => {
    const text = JSON.stringify({ ...whole, nmae: 'x', province: 'XX', minutes: '180' }, null, 2);
    expect(await mistakesOf(folderWith(text))).toEqual([
      'event.json:9:14: minutes: The value is a string. Give it a number.',
      expect.stringMatching(
        /^event\.json:\d+:11: nmae: The field is unknown\. Did you mean "name"\?$/,
      ),
      expect.stringMatching(/^event\.json:15:15: province: There is no province XX\./),
    ]);
    expect(await mistakesOf(folderWith('[]'))).toHaveLength(1);
    const [province, seats] = await mistakesOf(
      folderWith(
        changed({
          province: 'XX',
          layout: {
            kind: 'stadium',
            stage: 'LAPANGAN',
            sections: ['AB'],
            stands: [],
            sectionRows: 2,
            sectionColumns: 2,
          },
        }),
      ),
    );
    expect(province).toMatch(
      /^event\.json:\d+:\d+: province: There is no province XX\. Use one of AC,/,
    );
    expect(seats).toContain('layout.sections: No stand has the letter A.');
  });

  const level = 200;
  const hostile: [string, () => string, RegExp][] = [
    ['no folder', () => join(root, 'tidak-ada'), /There is no such folder/],
    ['no event.json', () => join(folderWith(whole), '..'), /event\.json: There is no such file/],
    [
      'broken JSON',
      () => folderWith('{\n  "name": "x",\n}'),
      /event\.json:3:1: The JSON is broken: property name expected/,
    ],
    [
      'UTF-16',
      () => folderWith(Buffer.from('\uFEFF{}', 'utf16le')),
      /in UTF-16\. Save it in the encoding UTF-8/,
    ],
    ['Latin-1', () => folderWith(Buffer.from('{"name":"caf\xe9"}', 'latin1')), /not in UTF-8/],
    [
      'a huge document',
      () => folderWith(`{"name": "${'x'.repeat(1_000_000)}"}`),
      /has 1\.0 MB\. Make it smaller/,
    ],
    [
      'a deep document',
      () => folderWith(`${'['.repeat(level)}${']'.repeat(level)}`),
      /nested too deeply/,
    ],
    [
      'a key into the prototype',
      () => folderWith(JSON.stringify(whole).replace('{', '{"__proto__": {"name": "x"},')),
      /__proto__: The field is unknown/,
    ],
    [
      'a million seats',
      () =>
        folderWith(
          changed({
            categories: [
              { ...whole.categories[0]!, rows: Array.from({ length: 2600 }, () => 400) },
            ],
          }),
        ),
      /1040000 seats\. A show sells at most 100000/,
    ],
    [
      'a path outside',
      () => folderWith(changed({ terms: '../../etc/passwd' })),
      /terms: .* Must be the path of a file in the folder/,
    ],
    ['a link outside', linked, /rahasia\.html: The file lies outside of the folder/],
    ['a device', () => folderWith(changed({ terms: 'null' })), /null: There is no such file/],
    [
      'a slow pattern',
      () => folderWith(changed({ forms: [formWith({ pattern: '(a+)+$' })] })),
      /can take very long/,
    ],
    [
      'a question that depends on itself',
      () => folderWith(changed({ forms: [formWith({ showWhen: { field: 'a', is: ['x'] } })] })),
      /No earlier field of the form has the key "a"/,
    ],
    [
      'a form that is later in words',
      () => folderWith(changed({ forms: [{ ...formWith({}), later: 'ya' }] })),
      /forms\[0\]\.later: The value is a string\. Give it a boolean/,
    ],
    [
      'a name on the ticket that is asked after paying',
      () => {
        const form = { ...formWith({ fieldKey: 'nama_lengkap' }), askAll: true, later: true };
        return folderWith(changed({ forms: [form] }));
      },
      /The name on the ticket is asked after the ticket is issued\. Ask for nama_lengkap in a form/,
    ],
    [
      'an unreadable date',
      () => folderWith(changed({ startsAt: '2031-02-30 19:30' })),
      /startsAt: "2031-02-30 19:30" is no date/,
    ],
    ['a bad name', () => folderWith(whole, 'Konser Kami'), /named like no address/],
  ];

  function linked(): string {
    const path = folderWith(changed({ terms: 'rahasia.html' }));
    writeFileSync(join(root, 'luar.html'), 'x');
    symlinkSync(join(root, 'luar.html'), join(path, 'rahasia.html'));
    return path;
  }

  it.each(hostile)('of %s are said once, and nothing changes', async (_, make, words) => {
    const path = make();
    const lines = await mistakesOf(path);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(words);
    expect(lines[0]!.length).toBeLessThan(700);
  });
});

describe('an event folder', () => {
  it('of the guide is applied once, and exported as it was', async () => {
    const path = 'docs/guide/examples/konser-kami';
    expect((await apply(path)).lines).toEqual([
      '+ organiser Kami Raya Kreasi',
      '+ konser-kami: 2000 seats and 3000 standing places in 4 categories, 1 form',
      '+ konser-kami-malam-2: 2000 seats and 3000 standing places in 4 categories, 1 form',
    ]);
    expect((await apply(path)).lines).toEqual([]);
    const { files } = await exportFolder(app.services.db, 'konser-kami');
    for (const { path: name, bytes } of files) {
      expect(readFileSync(join(path, name)).equals(bytes), name).toBe(true);
    }
    expect(files.map((file) => file.path)).toEqual(['event.json', 'denah.json', 'poster.webp']);
    await app.services.db.query(`delete from events where slug like 'konser-kami%'`);
  });

  it('is applied to an empty shop once, changed, and exported as it was', async () => {
    const path = folderWith(changed({ terms: 'terms.html' }), 'konser-kami');
    writeFileSync(join(path, 'terms.html'), '\uFEFF<p>Syarat</p><script>alert(1)</script>');
    const dry = await apply(path, true);
    expect(dry).toEqual({
      isApplied: false,
      lines: ['+ organiser Kami Raya', '+ konser-kami: 14 seats in 2 categories, 0 forms'],
    });
    const rows = () =>
      app.services.db.query('select 1 from events where slug = $1', ['konser-kami']);
    expect(await rows()).toEqual([]);
    expect((await apply(path)).isApplied).toBe(true);
    expect(await apply(path)).toEqual({ isApplied: false, lines: [] });

    const page = await app.anonymous().call(calls.eventDetail, { params: { slug: 'konser-kami' } });
    expect(page.body.data).toMatchObject({
      eventDate: '2031-02-13T19:30:00+08:00',
      TNC: '<p>Syarat</p>',
      about: '<p>Konser &lt;kami&gt; sendiri.</p>',
      organizer: { name: 'Kami Raya' },
    });
    const { files } = await exportFolder(app.services.db, 'konser-kami');
    expect(files.map(({ path: name }) => name)).toEqual(['event.json', 'terms.html']);
    for (const { path: name, bytes } of files) {
      expect(Buffer.from(bytes).equals(readFileSync(join(path, name)))).toBe(true);
    }
    await expectSound(app.services.db);
  });

  it('asks a later form after paying, and says so in the plan', async () => {
    const form = formWith({});
    const slug = 'konser-nanti';
    await apply(folderWith(changed({ forms: [form] }), slug));
    const asked = async () =>
      (await (await app.as('pembeli@contoh.id')).call(calls.eventForms, { params: { slug } })).body
        .data.length;
    expect(await asked()).toBe(1);
    const later = folderWith(changed({ forms: [{ ...form, later: true }] }), slug);
    expect((await apply(later)).lines[0]).toBe('konser-nanti: ~ form F: later false → true');
    expect(await asked()).toBe(0);
    expect((await apply(later)).lines).toEqual([]);
  });

  it('changes prices without touching an order, and never removes a seat that is sold or held', async () => {
    const path = folderWith(whole, 'konser-laku');
    await apply(path);
    const [buyer, holder] = await app.makeBuyers(2);
    const paid = await beginPayment(app, buyer!, 'konser-laku', 1);
    await payerDoes(app, paid.id, 'settlement');
    const totals = () =>
      app.services.db.query('select order_code, subtotal, total from orders order by order_code');
    const before = await totals();

    const dearer = whole.categories.map((category) => ({ ...category, price: 900_000 }));
    const changedPath = folderWith(changed({ categories: dearer }), 'konser-laku');
    const { lines } = await apply(changedPath);
    expect(lines).toEqual([
      'konser-laku: ~ category VIP: price 500000 → 900000',
      'konser-laku: ~ category Reguler: price 100000 → 900000',
      expect.stringMatching(/^konser-laku: touches 0 held and 1 sold seats/),
    ]);
    expect(await totals()).toEqual(before);

    await joinQueue(holder!, 'konser-laku');
    const [sold] = await app.services.db.query<{ seat_number: string }>(
      `select seat_number from seats t join events e on e.id = t.event_id where e.slug = 'konser-laku' and t.status = 'sold'`,
    );
    const free = ['A-1', 'A-2', 'A-3'].find((number) => number !== sold?.seat_number)!;
    expect((await askDraft(holder!, 'konser-laku', [free])).status).toBe(200);
    const smaller = folderWith(
      changed({ categories: [{ ...dearer[1]!, rows: [1] }] }),
      'konser-laku',
    );
    await expect(apply(smaller)).rejects.toThrow(
      new RegExp(`seat ${sold?.seat_number} is sold[^]*Nothing was changed\\.`),
    );
    const count = await app.services.db.query(
      `select 1 from seats t join events e on e.id = t.event_id where e.slug = 'konser-laku' and category_id is not null`,
    );
    expect(count).toHaveLength(14);
    const later = folderWith(
      changed({ categories: dearer, startsAt: '2031-03-13 19:30' }),
      'konser-laku',
    );
    await expect(apply(later)).rejects.toThrow('npm run event -- postpone');
    await expectSound(app.services.db);
  });

  it('gives each of several shows its own seats, price and queue', async () => {
    const { startsAt: _, minutes: __, ...rest } = whole;
    const shows = [
      { id: 'malam-1', startsAt: '+30d 19:30' },
      {
        id: 'malam-2',
        name: 'Malam Kedua',
        startsAt: '+31d 19:30',
        prices: { VIP: 600_000 },
        queue: { capacity: 5 },
      },
    ];
    const path = folderWith({ ...rest, shows }, 'konser-ganda');
    await apply(path);
    const rows = await app.services.db.query(
      `select e.slug, e.show_name, e.lowest_price, q.capacity, (select max(price) from categories c where c.event_id = e.id)::int as dearest,
         (select count(*) from seats t where t.event_id = e.id and t.status = 'available')::int as seats
       from events e join queue_rooms q on q.event_id = e.id
       where e.series_id = (select series_id from events where slug = 'konser-ganda') order by e.show_position`,
    );
    expect(rows).toEqual([
      {
        slug: 'konser-ganda',
        show_name: null,
        lowest_price: 100_000,
        capacity: null,
        dearest: 500_000,
        seats: 14,
      },
      {
        slug: 'konser-ganda-malam-2',
        show_name: 'Malam Kedua',
        lowest_price: 100_000,
        capacity: 5,
        dearest: 600_000,
        seats: 14,
      },
    ]);
    // Relative dates count from the first apply: on a later day there is nothing to change.
    await app.advance(2 * 24 * 3600);
    expect((await apply(path)).lines).toEqual([]);
    // A command steered the queue since: the folder asks for no change of it.
    await app.services.db.query(
      `update queue_rooms set capacity = 9 where event_id = (select id from events where slug = 'konser-ganda-malam-2')`,
    );
    expect((await apply(path)).lines).toEqual([]);
    const single = folderWith({ ...rest, shows: shows.slice(0, 1) }, 'konser-ganda');
    expect((await apply(single)).lines).toEqual(['- konser-ganda-malam-2']);
  });

  it('takes its seats from a seating plan', async () => {
    const { layout: _, ...rest } = whole;
    const path = folderWith({ ...rest, map: 'denah.csv' }, 'konser-denah');
    const write = (...lines: string[]) => writeFileSync(join(path, 'denah.csv'), lines.join('\n'));
    write('section,row,seat,category,x,y', ',A,1,VIP,0,0', ',A,2,VIP,30,0', ',B,1,Reguler,0,30');
    expect((await apply(path)).lines).toEqual(['+ konser-denah: 3 seats in 2 categories, 0 forms']);
    const read = async () => {
      const { body } = await app
        .anonymous()
        .call(calls.seatmapCategories, { params: { slug: 'konser-denah' } });
      return calls.seatmapCategories.answer.parse(body.data).seatLayout;
    };
    const { items, plan } = await read();
    expect(items[1]).toMatchObject({
      seat_number: 'A-2',
      section: '',
      row_label: 'A',
      x: 30,
      y: 0,
    });
    expect(plan).toEqual({ width: 30, height: 30, shapes: [] });
    write(
      'section,row,seat,category,x,y,rotation,access',
      ',A,1,VIP,1.239,0,-12.5,wheelchair',
      ',A,2,VIP,30,0,0,',
      ',B,1,Reguler,0,30,0,',
    );
    expect((await apply(path)).lines[0]).toBe('konser-denah: ~ 1 seat: A-1');
    expect((await read()).items[0]).toMatchObject({
      x: 1.24,
      rotation: -12.5,
      access: 'wheelchair',
    });
    expect((await apply(path)).lines).toEqual([]);
    write('section,row,seat,category,x,y', ',A,1,VIP,0,0', ',B,1,Reguler,0,30', ',B,2,Emas,30,30');
    expect(await mistakesOf(path)).toEqual([expect.stringMatching(/^denah\.csv:4: .*Emas/)]);
    write('section,row,seat,category,x,y', ',A,1,VIP,0,0', ',B,1,Reguler,0,30', ',B,2,VIP,30,30');
    expect((await apply(path)).lines).toEqual([
      'konser-denah: + 1 seat: B-2',
      'konser-denah: ~ 1 seat: A-1',
      'konser-denah: - 1 seat: A-2',
      expect.stringContaining('konser-denah: touches 0 held'),
    ]);
  });

  it('sells in each show the categories that its own map has', async () => {
    const { layout: _, startsAt: __, ...rest } = whole;
    const shows = [
      { id: 'a', startsAt: '+30d 19:30', map: 'a.csv' },
      { id: 'b', startsAt: '+31d 19:30', map: 'b.csv' },
    ];
    const path = folderWith({ ...rest, shows }, 'konser-dua-denah');
    writeFileSync(join(path, 'a.csv'), 'row,seat,category\nA,1,VIP\nB,1,Reguler');
    writeFileSync(join(path, 'b.csv'), 'row,seat,category\nA,1,VIP');
    expect(await mistakesOf(path)).toEqual([]);
    expect((await apply(path)).lines).toEqual([
      '+ konser-dua-denah: 2 seats in 2 categories, 0 forms',
      '+ konser-dua-denah-b: 1 seat in 1 category, 0 forms',
    ]);
    writeFileSync(join(path, 'a.csv'), 'row,seat,category\nA,1,VIP');
    expect(await mistakesOf(path)).toEqual([
      expect.stringMatching(/^event\.json:33:5: .*No map has a seat of "Reguler"/),
    ]);
  });

  it('keeps a presale by code and by list, stored as hashes', async () => {
    const presale = {
      startsAt: '+1d 10:00',
      codes: [{ code: 'KAMI-2031', maxPeople: 10 }],
      people: 'orang.csv',
    };
    const path = folderWith(changed({ sale: { startsAt: '+3d 10:00', presale } }), 'konser-awal');
    writeFileSync(join(path, 'orang.csv'), 'nama;email\r\nSari;sari@contoh.id\r\n');
    await apply(path);
    expect((await apply(path)).lines).toEqual([]);
    const people = await app.services.db.query<{ email_hash: string }>(
      'select email_hash from presale_people',
    );
    expect(people).toHaveLength(1);
    expect(people[0]?.email_hash).not.toContain('sari');
    // The server keeps no list of addresses, and still tells a changed one from the same.
    const kept = await app.services.db.query(
      'select bytes from event_folder_files where path = $1',
      ['orang.csv'],
    );
    expect(kept).toEqual([{ bytes: null }]);
    expect((await exportFolder(app.services.db, 'konser-awal')).withheld).toEqual(['orang.csv']);
    writeFileSync(join(path, 'orang.csv'), 'email\nsari@contoh.id\n');
    expect((await apply(path)).lines).toEqual(['~ konser-awal: the files of the folder']);
    writeFileSync(join(path, 'orang.csv'), 'email\r\nbukan alamat\r\n');
    expect(await mistakesOf(path)).toEqual([
      'orang.csv:2:1: This is no e-mail address. Correct it, or remove the line.',
    ]);
  });
});

it('has a JSON Schema for editors that is current (npm run docs)', () => {
  expect(readFileSync(schemaPath, 'utf8')).toBe(eventSchemaText());
});
