import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { calls } from '../../../../../contract/call/calls.ts';
import { eventSchemaText, schemaPath } from '../../../../../scripts/event-schema.ts';
import {
  applyEvent,
  planFolder,
} from '../../../../../server/domain/catalogue/folder/apply-event.ts';
import { FolderMistakes } from '../../../../../server/domain/catalogue/folder/mistakes.ts';
import { readFolder } from '../../../../../server/domain/catalogue/folder/read-folder.ts';
import {
  fitPlaces,
  type StoredPlace,
} from '../../../../../server/domain/catalogue/folder/standing-changes.ts';
import {
  exportFolder,
  listShows,
} from '../../../../../server/domain/catalogue/folder/stored-folders.ts';
import { numberInvoices } from '../../../../../server/domain/ledger/invoice-numbers.ts';
import { readInvoice } from '../../../../../server/domain/payment/invoices.ts';
import { tempFolder } from '../../../../support/temp-folder.ts';
import { oneBuyer, openShop } from '../../../support/open-shop.ts';
import { paidOrder, seatsOf } from '../../../support/payment-rows.ts';
import { askDraft, expectSound, join as joinQueue, payerDoes } from '../../../support/purchase.ts';
import { applyStanding, askPlaces, festival, festivalFile } from '../../../support/standing.ts';

const root = tempFolder();
const app = await openShop({ events: [] });
const { db, clock, keys } = app.services;
const key = keys.staff;

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
const { layout: _, ...planless } = whole;
const { startsAt: __, minutes: ___, ...dateless } = whole;
const changed = (change: Record<string, unknown>) => ({ ...whole, ...change });

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
/** Writes a file of a folder, by lines. */
const write = (path: string, name: string, ...lines: string[]) =>
  writeFileSync(join(path, name), lines.join('\n'));

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
  applyEvent(db, await readFolder(path), { now: clock.now(), key, isDry });
const linesOf = async (path: string) => (await apply(path)).lines;
const mapOf = async (slug: string) =>
  calls.seatmapCategories.answer.parse(
    (await app.anonymous().call(calls.seatmapCategories, { params: { slug } })).body.data,
  );

/** The files of a stored event are those of its folder. */
async function expectExported(path: string, slug: string, ...names: string[]) {
  const { files } = await exportFolder(db, slug, key);
  expect(files.map((file) => file.path)).toEqual(names);
  for (const { path: name, bytes } of files) {
    expect(readFileSync(join(path, name)).equals(bytes), name).toBe(true);
  }
}

function formWith(more: object) {
  const field = { fieldKey: 'a', fieldType: 'text', label: 'A', ...more };
  return { name: 'F', description: '', askAll: false, isActive: true, fields: [field] };
}

describe('the mistakes of an event folder (§10.2, §10.6)', () => {
  it('are named all at once, by line, with the mend', async () => {
    const text = JSON.stringify({ ...whole, nmae: 'x', province: 'XX', minutes: '180' }, null, 2);
    expect(await mistakesOf(folderWith(text))).toEqual([
      'event.json:9:14: minutes: The value is a string. Give it a number.',
      expect.stringMatching(
        /^event\.json:\d+:11: nmae: The field is unknown\. Did you mean "name"\?$/,
      ),
      expect.stringMatching(
        /^event\.json:15:15: province: There is no province XX\. Use one of AC,/,
      ),
    ]);
    expect(await mistakesOf(folderWith('[]'))).toHaveLength(1);
    const size = { sectionRows: 2, sectionColumns: 2 };
    const layout = { kind: 'stadium', stage: 'LAPANGAN', sections: ['AB'], stands: [], ...size };
    expect(await mistakesOf(folderWith(changed({ province: 'XX', layout })))).toEqual([
      expect.stringMatching(/There is no province XX\. Use one of AC,/),
      expect.stringContaining('layout.sections: No stand has the letter A.'),
      expect.stringContaining('layout.sections: No stand has the letter B.'),
    ]);
  });

  function linked(): string {
    const path = folderWith(changed({ terms: 'rahasia.html' }));
    writeFileSync(join(root, 'luar.html'), 'x');
    symlinkSync(join(root, 'luar.html'), join(path, 'rahasia.html'));
    return path;
  }
  const level = 200;
  const named = { ...formWith({ fieldKey: 'nama_lengkap' }), askAll: true, later: true };
  const many = [{ ...whole.categories[0]!, rows: Array.from({ length: 2600 }, () => 400) }];
  const inItself = JSON.stringify(whole).replace('{', '{"__proto__": {"name": "x"},');
  const endless = formWith({ showWhen: { field: 'a', is: ['x'] } });

  it.each<[string, object | string | Buffer | (() => string), RegExp]>([
    ['no folder', () => join(root, 'tidak-ada'), /There is no such folder/],
    ['no event.json', () => join(folderWith(whole), '..'), /event\.json: There is no such file/],
    [
      'broken JSON',
      '{\n  "name": "x",\n}',
      /event\.json:3:1: The JSON is broken: property name expected/,
    ],
    ['UTF-16', Buffer.from('\uFEFF{}', 'utf16le'), /in UTF-16\. Save it in the encoding UTF-8/],
    ['Latin-1', Buffer.from('{"name":"caf\xe9"}', 'latin1'), /not in UTF-8/],
    ['a huge document', `{"name": "${'x'.repeat(1_000_000)}"}`, /has 1\.0 MB\. Make it smaller/],
    ['a deep document', `${'['.repeat(level)}${']'.repeat(level)}`, /nested too deeply/],
    ['a key into the prototype', inItself, /__proto__: The field is unknown/],
    ['a million seats', { categories: many }, /1040000 seats\. A show sells at most 100000/],
    [
      'a path outside',
      { terms: '../../etc/passwd' },
      /terms: .* Must be the path of a file in the folder/,
    ],
    ['a link outside', linked, /rahasia\.html: The file lies outside of the folder/],
    ['a device', { terms: 'null' }, /null: There is no such file/],
    [
      'a pattern that no linear matcher has',
      { forms: [formWith({ pattern: '(a)\\1' })] },
      /it refers back/,
    ],
    [
      'a question that depends on itself',
      { forms: [endless] },
      /No earlier field of the form has the key "a"/,
    ],
    [
      'a form that is later in words',
      { forms: [{ ...formWith({}), later: 'ya' }] },
      /forms\[0\]\.later: The value is a string\. Give it a boolean/,
    ],
    [
      'a name on the ticket that is asked after paying',
      { forms: [named] },
      /The name on the ticket is asked after the ticket is issued\. Ask for nama_lengkap in a form/,
    ],
    [
      'an unreadable date',
      { startsAt: '2031-02-30 19:30' },
      /startsAt: "2031-02-30 19:30" is no date/,
    ],
    ['a bad name', () => folderWith(whole, 'Konser Kami'), /named like no address/],
  ])('of %s are said once, and nothing changes', async (_, made, words) => {
    const isText = typeof made === 'string' || Buffer.isBuffer(made);
    const path =
      typeof made === 'function'
        ? made()
        : folderWith(isText ? made : changed(made as Record<string, unknown>));
    const lines = await mistakesOf(path);
    expect(lines).toEqual([expect.stringMatching(words)]);
    expect(lines[0]!.length).toBeLessThan(700);
  });
});

describe('an event folder (§10.1, §10.3)', () => {
  it('of the guide is applied once, and exported as it was (§10.9)', async () => {
    const path = 'docs/guide/examples/konser-kami';
    expect(await linesOf(path)).toEqual([
      '+ organiser Kami Raya Kreasi',
      '+ konser-kami: 2000 seats and 3000 standing places in 4 categories, 1 form',
      '+ konser-kami-malam-2: 2000 seats and 3000 standing places in 4 categories, 1 form',
    ]);
    expect(await linesOf(path)).toEqual([]);
    await expectExported(path, 'konser-kami', 'event.json', 'denah.json', 'poster.webp');
    await db.query(`delete from events where slug like 'konser-kami%'`);
  });

  it('changes prices without touching an order, and never removes a seat that is sold or held', async () => {
    const slug = 'konser-laku';
    const applyWith = (change: Record<string, unknown>) =>
      linesOf(folderWith(changed(change), slug));
    await applyWith({});
    const { payment } = await paidOrder(app, slug, 'qris', 1);
    const [sold = ''] = await seatsOf(app, payment);
    const totals = () =>
      db.query('select order_code, subtotal, total from orders order by order_code');
    const before = await totals();
    const categories = whole.categories.map((category) => ({ ...category, price: 900_000 }));
    expect(await applyWith({ categories })).toEqual([
      'konser-laku: ~ category VIP: price 500000 → 900000',
      'konser-laku: ~ category Reguler: price 100000 → 900000',
      expect.stringMatching(/^konser-laku: touches 0 held and 1 sold seats/),
    ]);
    expect(await totals()).toEqual(before);
    const holder = await oneBuyer(app);
    await joinQueue(holder, slug);
    const free = ['A-1', 'A-2'].find((number) => number !== sold) ?? '';
    expect((await askDraft(holder, slug, [free])).status).toBe(200);
    const smaller = applyWith({ categories: [{ ...categories[1]!, rows: [1] }] });
    await expect(smaller).rejects.toThrow(
      new RegExp(`seat ${sold} is sold[\\s\\S]*Nothing was changed\\.`),
    );
    const seats = await db.query(
      `select 1 from seats t join events e on e.id = t.event_id where e.slug = $1 and category_id is not null`,
      [slug],
    );
    expect(seats).toHaveLength(14);
    const [vip, ...others] = categories;
    const renamed = [{ ...vip, name: 'Tribune', formerly: 'VIP' }, ...others];
    expect(await applyWith({ categories: renamed })).toContainEqual(
      expect.stringMatching(/~ category Tribune: name .*VIP.* → .*Tribune/),
    );
    const later = applyWith({ categories, startsAt: '2031-03-13 19:30' });
    await expect(later).rejects.toThrow('npm run event -- postpone');
  });

  const [vip, regular] = whole.categories as [object, object];
  const halfVip = {
    categories: [
      { ...vip, rows: [4] },
      { ...regular, rows: [4, 6] },
    ],
  };
  it.each([
    ['moves a seat', 'held', halfVip, 'A buyer took a seat that this changes'],
    ['moves a seat', 'sold', halfVip, 'A buyer took a seat that this changes'],
    ['removes a seat', 'held', { categories: [vip] }, 'A buyer took a seat that this changes'],
    [
      'moves the date',
      'sold',
      { startsAt: '2031-03-13 19:30' },
      'its date cannot change: 14 tickets',
    ],
  ])(
    'that %s stops where one is %s between the plan and the write',
    async (_, status, change, words) => {
      const slug = 'konser-sela';
      await apply(folderWith(whole, slug));
      const folder = await readFolder(folderWith(changed(change), slug));
      const write = db.tx(async (tx) => {
        const plan = await planFolder(tx, folder, clock.now(), key);
        await tx.query(
          `update seats set status = $2 where category_id is not null and event_id = (select id from events where slug = $1)`,
          [slug, status],
        );
        await plan.write(() => {});
      });
      await expect(write).rejects.toThrow(words);
    },
  );

  it('under another organiser keeps its invoices and their notes where they are, and says so', async () => {
    const slug = 'konser-nama';
    const nameAs = (organizer: object) => linesOf(folderWith(changed({ organizer }), slug));
    await nameAs({ name: 'Kami Lama' });
    const first = await paidOrder(app, slug, 'qris', 1);
    const warned = await nameAs({ name: 'Kami Baru' });
    expect(warned).toContainEqual(
      expect.stringMatching(
        /^! another organiser than Kami Lama: its 1 invoice .*"id": "kami-lama"/,
      ),
    );
    await payerDoes(app, first.payment.id, 'refund');
    const second = await paidOrder(app, slug, 'qris', 1);
    // The same organiser by another name goes on with its numbers.
    const renamed = await nameAs({ id: 'kami-baru', name: 'Kami Terbaru' });
    expect(renamed.filter((line) => line.startsWith('!'))).toEqual([]);
    const third = await paidOrder(app, slug, 'qris', 1);
    await numberInvoices(db);
    const invoiceOf = async ({ buyer, payment }: typeof first) => {
      const invoice = await readInvoice(db, buyer.accountId, payment.order_code);
      const notes = invoice.creditNotes.map(({ number }) => number);
      return [invoice.number, invoice.organizerName, ...notes];
    };
    expect(await Promise.all([first, second, third].map(invoiceOf))).toEqual([
      ['INV-000001', 'Kami Lama', 'CN-000001'],
      ['INV-000001', 'Kami Baru'],
      ['INV-000002', 'Kami Terbaru'],
    ]);
    await expectSound(db);
  });

  it('gives each of several shows its own seats, price and queue', async () => {
    const [slug, second] = ['konser-ganda', 'konser-ganda-malam-2'];
    const own = { name: 'Malam Kedua', prices: { VIP: 600_000 }, queue: { capacity: 5 } };
    const shows = [
      { id: 'malam-1', startsAt: '+30d 19:30' },
      { id: 'malam-2', startsAt: '+31d 19:30', ...own },
    ];
    const path = folderWith({ ...dateless, shows }, slug);
    await apply(path);
    const rows = await db.query(
      `select e.slug, e.show_name, e.lowest_price, q.capacity, (select max(price) from categories c where c.event_id = e.id)::int as dearest,
         (select count(*) from seats t where t.event_id = e.id and t.status = 'available')::int as seats
       from events e join queue_rooms q on q.event_id = e.id
       where e.series_id = (select series_id from events where slug = $1) order by e.show_position`,
      [slug],
    );
    const both = { lowest_price: 110_000, seats: 14 };
    expect(rows).toEqual([
      { ...both, slug, show_name: null, capacity: null, dearest: 500_000 },
      { ...both, slug: second, show_name: 'Malam Kedua', capacity: 5, dearest: 600_000 },
    ]);
    // Relative dates count from the first apply: on a later day there is nothing to change.
    await app.advance(2 * 24 * 3600);
    expect(await linesOf(path)).toEqual([]);
    // A command steered the queue since: the folder asks for no change of it.
    await db.query(
      `update queue_rooms set capacity = 9 where event_id = (select id from events where slug = $1)`,
      [second],
    );
    expect(await linesOf(path)).toEqual([]);
    const single = folderWith({ ...dateless, shows: shows.slice(0, 1) }, slug);
    expect(await linesOf(single)).toEqual([`- ${second}`]);
  });

  it('says its night and its terms on tickets, its place in e-mails, and its local time in the list', async () => {
    const [slug, second] = ['konser-malam', 'konser-malam-malam-2'];
    const shows = [
      { id: 'malam-1', startsAt: '2031-02-13 19:30' },
      { id: 'malam-2', startsAt: '2031-02-14 19:30', name: 'Malam Kedua' },
    ];
    const ticketTerms = ['Tanpa <kamera>.'];
    await apply(folderWith({ ...dateless, shows, ticketTerms }, slug));
    const { buyer } = await paidOrder(app, second, 'qris', 1);
    const { body } = await buyer.call(calls.myEventTickets, { params: { eventId: second } });
    const id = body.data.data[0]?.id ?? '';
    const { ticket } = (await buyer.call(calls.eTicket, { params: { id } })).body.data;
    expect(ticket).toMatchObject({
      event_name: 'Konser Kami, Malam Kedua',
      terms: ticketTerms,
    });
    const { body: html } = await app.fastify.inject({
      url: `/api/e-ticket/${id}/html`,
      headers: { cookie: buyer.cookie },
    });
    expect(html).toContain('<li>Tanpa &lt;kamera&gt;.</li>');
    const [letter] = await db.query<{ body_text: string }>(
      'select body_text from mails where recipient = $1 order by id desc limit 1',
      [buyer.email],
    );
    expect(letter?.body_text).toContain('Gedung Kami, Jalan Kami 1');
    const listed = (await listShows(db)).find((line) => line.includes(second));
    expect(listed).toMatch(/^2031-02-14 19:30 WITA {2}.*\(Konser Kami, Malam Kedua\): 1 sold/);
  });

  it('takes its seats from a seating plan', async () => {
    const slug = 'konser-denah';
    const path = folderWith({ ...planless, map: 'denah.csv' }, slug);
    const head = 'section,row,seat,category,x,y';
    const plan = (...lines: string[]) => write(path, 'denah.csv', ...lines);
    plan(head, ',A,1,VIP,0,0', ',A,2,VIP,30,0', ',B,1,Reguler,0,30');
    expect(await linesOf(path)).toEqual(['+ konser-denah: 3 seats in 2 categories, 0 forms']);
    const { seatLayout } = await mapOf(slug);
    const seat = { seat_number: 'A-2', section: '', row_label: 'A', x: 30, y: 0 };
    expect(seatLayout.items[1]).toMatchObject(seat);
    expect(seatLayout.plan).toEqual({ width: 30, height: 30, shapes: [] });
    plan(
      `${head},rotation,access`,
      ',A,1,VIP,1.239,0,-12.5,wheelchair',
      ',A,2,VIP,30,0,0,',
      ',B,1,Reguler,0,30,0,',
    );
    expect((await linesOf(path))[0]).toBe('konser-denah: ~ 1 seat: A-1');
    const [moved] = (await mapOf(slug)).seatLayout.items;
    expect(moved).toMatchObject({ x: 1.24, rotation: -12.5, access: 'wheelchair' });
    expect(await linesOf(path)).toEqual([]);
    plan(head, ',A,1,VIP,0,0', ',B,1,Reguler,0,30', ',B,2,VIP,30,30');
    expect(await linesOf(path)).toEqual([
      'konser-denah: + 1 seat: B-2',
      'konser-denah: ~ 1 seat: A-1',
      'konser-denah: - 1 seat: A-2',
      expect.stringContaining('konser-denah: touches 0 held'),
    ]);
  });

  it('keeps a presale by code and by list, stored as hashes', async () => {
    const codes = [{ code: 'KAMI-2031', maxPeople: 10 }];
    const presale = { startsAt: '+1d 10:00', codes, people: 'orang.csv' };
    const path = folderWith(changed({ sale: { startsAt: '+3d 10:00', presale } }), 'konser-awal');
    write(path, 'orang.csv', 'nama;email\r', 'Sari;sari@contoh.id\r', '');
    await apply(path);
    expect(await linesOf(path)).toEqual([]);
    const people = await db.query<{ email_hash: string }>('select email_hash from presale_people');
    expect(people).toHaveLength(1);
    expect(people[0]?.email_hash).not.toContain('sari');
    // The server keeps no list of addresses, and still tells a changed one from the same.
    const kept = await db.query(`select bytes from event_folder_files where path = 'orang.csv'`);
    expect(kept).toEqual([{ bytes: null }]);
    expect((await exportFolder(db, 'konser-awal', key)).withheld).toEqual(['orang.csv']);
    write(path, 'orang.csv', 'email', 'sari@contoh.id', '');
    expect(await linesOf(path)).toEqual(['~ konser-awal: the files of the folder']);
    write(path, 'orang.csv', 'email\r', 'bukan alamat\r', '');
    expect(await mistakesOf(path)).toEqual([
      'orang.csv:2:1: This is no e-mail address. Correct it, or remove the line.',
    ]);
  });
});

describe('a standing category of an event folder (§10.14)', () => {
  const file = festivalFile({ standing: 5, seats: true });
  const [seated, standing] = file.categories;
  const { layout: _plan, ...unplanned } = file;
  const withStanding = (more: object) => ({
    ...file,
    categories: [seated, { ...standing, ...more }],
  });
  it.each([
    ['rows beside', withStanding({ rows: [3] }), 'both "rows" and "standing"'],
    ['no plan for the seats', unplanned, 'The event has no seats. Add "layout", or "map"'],
    ['a plan without seats', { ...file, categories: [standing] }, 'layout: No category has seats.'],
    ['no place', withStanding({ standing: 0 }), 'standing: The value is 0. Must be at least 1.'],
    ['too many places', withStanding({ standing: 100_001 }), 'Must be at most 100000'],
  ])('with %s is a mistake', async (_case, document, words) => {
    expect((await mistakesOf(folderWith(document, festival))).join('\n')).toContain(words);
  });

  const placesPath = (count: number) =>
    folderWith(JSON.stringify(festivalFile({ standing: count })), festival);

  it('grows, and shrinks by free places alone, down to what is held and sold', async () => {
    const category = await applyStanding(app, { standing: 6 });
    const [one, other] = [await oneBuyer(app), await oneBuyer(app)];
    for (const [buyer, count] of [[one, 3] as const, [other, 2] as const]) {
      await joinQueue(buyer, festival);
      await askPlaces(buyer, category, count);
    }
    await one.call(calls.cancelDraft, { params: { slug: festival } });
    const grown = await linesOf(placesPath(9));
    expect(grown[0]).toBe(`${festival}: + 3 standing places: Festival`);
    // The held ones are not the first of them.
    const shrunk = await linesOf(placesPath(2));
    expect(shrunk[0]).toBe(`${festival}: - 7 standing places: Festival`);
    await expect(apply(placesPath(1))).rejects.toThrow(
      `${festival}: Festival cannot have 1 standing places: 2 are held, 0 sold; give it at least 2\nNothing was changed.`,
    );
    // Places of past orders come back.
    await apply(placesPath(9));
    const free = await db.query(
      `select 1 from seats where category_id = $1 and status = 'available'`,
      [category],
    );
    expect(free).toHaveLength(7);
  });

  it('fits quantities to any mixture of free, taken and blocked places', () => {
    const place = { row: 0, label: '', column: 0, category: 'c', isStanding: true, place: null };
    const statuses = ['available', 'held', 'sold', 'block'];
    for (let mixture = 0; mixture < 4 ** 4; mixture += 1) {
      const stored = [0, 1, 2, 3].map((at): StoredPlace => {
        const status = statuses[Math.floor(mixture / 4 ** at) % 4] ?? '';
        const category_id = status === 'block' ? null : 'c';
        return { seat_number: `c-${at + 1}`, category_id, status, is_standing: true };
      });
      const taken = stored.filter(({ status }) => status === 'held' || status === 'sold');
      for (let wanted = 1; wanted <= 6; wanted += 1) {
        const numbered = (_: unknown, at: number) => ({ ...place, number: `c-${at + 1}` });
        const desired = Array.from({ length: wanted }, numbered);
        const { seats, refusals } = fitPlaces(stored, desired, () => 'C');
        const numbers = seats.map(({ number }) => number);
        expect(new Set(numbers).size).toBe(Math.max(wanted, taken.length));
        expect(numbers).toEqual(expect.arrayContaining(taken.map((seat) => seat.seat_number)));
        expect(refusals).toHaveLength(taken.length > wanted ? 1 : 0);
      }
    }
  });
});

it('has a JSON Schema for editors that is current (npm run docs) (§10.70)', () => {
  expect(readFileSync(schemaPath, 'utf8')).toBe(eventSchemaText());
});
