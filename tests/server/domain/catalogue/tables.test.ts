// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventFile } from '../../../../contract/event-folder/event-file.ts';
import type { PlanCategory, PlanResult } from '../../../../contract/plan/plan.ts';
import { readAddresses } from '../../../../server/domain/catalogue/tables/read-addresses.ts';
import { readCsvPlan } from '../../../../server/domain/catalogue/tables/read-csv-plan.ts';
import { readVouchers } from '../../../../server/domain/catalogue/tables/read-vouchers.ts';
import { tableText, wholeOf } from '../../../../server/tables/csv.ts';
import { festivalFile } from '../../support/standing.ts';

const categories: PlanCategory[] = [{ name: 'VIP' }, { name: 'Reguler' }];
const placesOf = ({ mistakes }: PlanResult) =>
  mistakes.map(({ place, what }) => `${place}: ${what}`);
const vouchersOf = (text: string) =>
  readVouchers('v.csv', text, festivalFile({ standing: 200 }) as EventFile);
const peopleOf = (text: string) => readAddresses('orang.csv', text);

describe('a plan in a table (§10.7)', () => {
  it.each([
    ['commas', 'row,seat,category\nA,1,VIP\nA,2,VIP\n'],
    ['semicolons in another order', '\uFEFFcategory;seat;row\r\nVIP;1;A\r\n\r\nVIP;2;A'],
    ['tabs', 'row\tseat\tcategory\nA\t1\tVIP\nA\t2\tVIP\n'],
    ['a line that names the separator', 'sep=;\nrow;seat;category\nA;1;VIP\nA;2;VIP\n'],
    ['columns without a name', 'row;seat;category;;\nA;1;VIP;;\nA;2;VIP;;\n;;;;\n'],
    ['quoted fields', '"row","seat","category"\n"A","1","VIP"\n"A","2","VIP"'],
  ])('reads %s', (_, text) => {
    const { plan, mistakes } = readCsvPlan(text, categories);
    expect(mistakes).toEqual([]);
    expect(plan).toMatchObject({ width: null, height: null });
    expect(plan?.seats.map(({ number, column }) => [number, column])).toEqual([
      ['A-1', 1],
      ['A-2', 2],
    ]);
  });

  it('orders a row by position, and keeps sections, rotation and access (§3.31)', () => {
    const text =
      'section,row,seat,category,x,y,rotation,access\n"Kiri, atas",A,1,VIP,50,10,-12.5,wheelchair\n"Kiri, atas",A,2,VIP,20,12,0,companion';
    const seats = readCsvPlan(text, categories).plan?.seats;
    expect(seats?.map(({ number }) => number)).toEqual(['Kiri, atas-A-2', 'Kiri, atas-A-1']);
    expect(seats?.[1]).toMatchObject({ column: 2, rotation: -12.5, access: 'wheelchair' });
  });

  it('reads parts of a unit after a comma', () => {
    const text = 'row;seat;category;x;y\nA;1;VIP;12,5;1.020\n';
    expect(readCsvPlan(text, categories).plan?.seats).toMatchObject([{ x: 12.5, y: 1020 }]);
  });

  it.each([
    ['row,seat\nA,1', ['line 1: There is no column "category".']],
    [
      'row,seat,category,seat,z\n',
      ['line 1: The column "seat" stands twice.', 'line 1: There is no column "z" in a plan.'],
    ],
    ['row,seat,category\nA,1', ['line 2: The seat has no category.']],
    [
      'row,seat,category,x,y\nA,1,VIP,1,NaN\nA,2,VIP,,\n',
      [
        'line 2: y is "NaN", which is no number.',
        'line 3: Some seats have x and y, this one has none.',
      ],
    ],
    [
      'row,seat,category,x,y\nA,1,VIP,1.000,2.000\n',
      [
        'line 2: x is "1.000", which may be thousands or parts of one.',
        'line 2: y is "2.000", which may be thousands or parts of one.',
      ],
    ],
    ['row,seat,category\nA,1,VIP,2\n', ['line 2: The line has 4 fields, the header 3.']],
    [
      'row,seat,category\nA,1,"VIP\nA,2,VIP\n',
      ['line 2: In this line a quote is opened and not closed.'],
    ],
    [
      'row,seat,category,access\n"A\nB",1,VIP,ramp\nC,,VIP,',
      ['line 2: access is "ramp".', 'line 4: The seat has no seat.'],
    ],
  ])('names the mistakes of %j', (text, places) => {
    expect(placesOf(readCsvPlan(text, categories))).toEqual(places);
  });
});

describe('a list of people', () => {
  it.each([
    ['quoted names with commas', 'Nama,Email\n"Santoso, Budi",budi@contoh.id\n'],
    ['titles with commas', 'Nama;Email\nBudi Santoso, S.Kom;budi@contoh.id\n'],
    ['a registration form', '"Timestamp","Alamat Email"\n"2027/01/02 9:01","budi@contoh.id"\n'],
    ['one column', 'email\r\nbudi@contoh.id\r\n\r\n'],
    ['old line ends', 'Nama\tE-Mail\rBudi\tbudi@contoh.id\r'],
  ])('is read with %s', (_, text) => {
    expect(peopleOf(text)).toEqual({ addresses: ['budi@contoh.id'] });
  });

  it.each([
    [
      'Nama;Surel;Email lain\nA;a@contoh.id;b@contoh.id\n',
      ['1:1: Several columns hold addresses: Surel, Email lain.'],
    ],
    ['Nama\nA\n', ['1:1: The first line has no column "email".']],
    [
      'Nama,Email\nBudi, S.Kom,budi@contoh.id\n',
      ['2:1: The line has 3 fields, the header 2.', '2:2: This is no e-mail address.'],
    ],
  ])('names the mistakes of %j', (text, told) => {
    const read = peopleOf(text);
    expect(Array.isArray(read) && read.map(({ at, what }) => `${at}: ${what}`)).toEqual(told);
  });
});

describe('vouchers in a table', () => {
  it('take dots as thousands, and names of columns as people write them', () => {
    expect(vouchersOf('Code;Amount;Min. Purchase;Quota\nHEMAT50;Rp50.000;250.000;1.000\n')).toEqual(
      { vouchers: [{ code: 'HEMAT50', amount: 50_000, minPurchase: 250_000, quota: 1_000 }] },
    );
  });

  it('name the cell that is no number', () => {
    expect(vouchersOf('code;amount\nA1;50.00o\nB1;1.5\n')).toMatchObject([
      { at: '2:2', what: 'amount is "50.00o".' },
      { at: '3:2', what: 'amount is "1.5".' },
    ]);
  });
});

it.each([
  ['50.000', 50_000],
  ['1,250,000', 1_250_000],
  ['Rp 50.000,00', 50_000],
  ['50000.00', 50_000],
  ['50.000,-', 50_000],
  ['50.00.0', null],
  ['1.5', null],
  ['0,5', null],
  ['', null],
])('reads the whole number %j as %j', (text, value) => expect(wholeOf(text)).toBe(value));

describe('any table of vouchers', () => {
  const words = fc
    .string({ unit: fc.constantFrom(...'aZé ;,|"\t.\n5'), minLength: 1, maxLength: 12 })
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => text !== '');
  const amount = fc.integer({ min: 1, max: 9_000_000 });
  const row = fc.record({ amount, quota: fc.integer({ min: 1, max: 20_000 }), description: words });
  const bytesOf = {
    'utf-8': (text: string) => Buffer.from(text),
    'utf-8 with a mark': (text: string) => Buffer.from(`\uFEFF${text}`),
    'utf-16': (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
    'utf-16 without a mark': (text: string) => Buffer.from(text, 'utf16le'),
    'utf-16 of other order': (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
    latin: (text: string) => Buffer.from(text, 'latin1'),
  };
  const table = fc.record({
    rows: fc.array(row, { minLength: 1, maxLength: 8 }),
    separator: fc.constantFrom(...';,\t|'),
    thousands: fc.constantFrom('', '.', ','),
    end: fc.constantFrom('\n', '\r\n', '\r'),
    encoding: fc.constantFrom(...(Object.keys(bytesOf) as (keyof typeof bytesOf)[])),
    blanks: fc.nat(2),
    isNamed: fc.boolean(),
    quotesAll: fc.boolean(),
  });

  it('is read as it was meant', () => {
    fc.assert(
      fc.property(
        table,
        ({ rows, separator, thousands, end, encoding, blanks, isNamed, quotesAll }) => {
          const cell = (text: string) =>
            quotesAll || /[;,\t|"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
          const number = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, thousands);
          const line = (cells: readonly string[]) =>
            [...cells.map(cell), ...Array(blanks).fill('')].join(separator);
          const text = [
            ...(isNamed ? [`sep=${separator}`] : []),
            line(['code', 'amount', 'quota', 'description']),
            ...rows.map(({ amount, quota, description }, at) =>
              line([`K-${at}`, number(amount), number(quota), description]),
            ),
            '',
          ].join(end);
          expect(vouchersOf(tableText(bytesOf[encoding](text)))).toEqual({
            vouchers: rows.map((each, at) => ({ code: `K-${at}`, ...each })),
          });
        },
      ),
      { numRuns: 300 },
    );
  });
});
