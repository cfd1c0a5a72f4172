import { describe, expect, it } from 'vitest';
import { readCsvPlan } from '../../../contract/plan/read-csv.ts';
import { readPretixPlan } from '../../../contract/plan/read-pretix.ts';

const categories = [{ name: 'VIP' }, { name: 'Reguler' }];

/** A hall of two zones whose rows are arcs around the stage. */
function curvedHall(rows = 20, seatsOfRow = 50) {
  const areaLook = { shape: 'circle', color: '#eeeeee', border_color: 'url(x)' };
  const text = { text: 'Panggung', position: { x: 0, y: 0 }, color: '#000' };
  const zones = ['Lantai', 'Balkon'].map((name, zone) => ({
    name,
    position: { x: 600, y: zone * 1200 },
    rows: Array.from({ length: rows }, (_, row) => ({
      row_number: String.fromCharCode(65 + row),
      position: { x: 0, y: 0 },
      seats: Array.from({ length: seatsOfRow }, (_, seat) => {
        const radius = 500 + row * 30;
        const angle = ((seat - (seatsOfRow - 1) / 2) * 25) / radius;
        const position = { x: Math.sin(angle) * radius, y: Math.cos(angle) * radius };
        const category = zone === 0 ? 'VIP' : 'Reguler';
        const seat_guid = `${name}-${row}-${seat}`;
        return { seat_number: String(seat + 1), seat_guid, position, category };
      }),
    })),
    areas: [{ ...areaLook, position: { x: 10, y: 20 }, circle: { radius: 90 }, text }],
  }));
  return { name: 'Aula', categories: [], zones, size: { width: 2000, height: 2000 } };
}

const placesOf = (result: { mistakes: readonly { place: string; what: string }[] }) =>
  result.mistakes.map(({ place, what }) => `${place}: ${what}`);

describe('a pretix plan', () => {
  it('gives every seat of a curved hall its position, section and place on the grid', () => {
    const { plan } = readPretixPlan(JSON.stringify(curvedHall()), categories);
    expect(plan?.seats).toHaveLength(2000);
    expect(plan?.seats[0]).toMatchObject({ number: 'Lantai-A-1', row: 1, column: 1, access: null });
    expect(plan?.seats[0]?.x).toBeCloseTo(600 - Math.sin(24.5 / 20) * 500);
    expect(plan?.seats[1000]).toMatchObject({ number: 'Balkon-A-1', section: 'Balkon', row: 22 });
    const cells = new Set(plan?.seats.map(({ row, column }) => `${row} ${column}`));
    expect(cells.size).toBe(2000);
    const circle = { kind: 'circle', x: 610, y: 1220, radius: 90 };
    expect(plan?.shapes[1]).toMatchObject({ ...circle, text: 'Panggung', borderColor: null });
  });

  it('names every mistake by its path, all at once', () => {
    const hall = curvedHall(2, 3);
    const [first, second] = hall.zones[0]?.rows ?? [];
    Object.assign(first?.seats[1] ?? {}, { seat_number: '1' });
    Object.assign(first?.seats[2] ?? {}, { category: 'VVIP' });
    Object.assign(second?.seats[0] ?? {}, { position: { x: 'NaN', y: 0 } });
    Object.assign(second?.seats[2] ?? {}, { position: { ...second?.seats[1]?.position } });
    Object.assign(hall.zones[1]?.areas[0] ?? {}, { shape: 'star' });
    expect(placesOf(readPretixPlan(JSON.stringify(hall), categories))).toEqual([
      'zones[0].rows[1].seats[0].position.x: There is no number.',
      'zones[1].areas[0].shape: The shape is unknown.',
      'zones[0].rows[0].seats[2]: There is no category "VVIP".',
      'zones[0].rows[0].seats[1]: Seat Lantai-A-1 stands twice, first at zones[0].rows[0].seats[0].',
      'zones[0].rows[1].seats[2]: Seats Lantai-B-2 and Lantai-B-3 overlap.',
    ]);
  });

  it.each([
    ['{', 'The file is no JSON.'],
    ['[]', 'The file holds no object.'],
    ['{"size":{"width":1,"height":1},"zones":[]}', 'The plan has no seats.'],
    ['{"size":{"width":1,"height":1}}', 'There is no list.'],
  ])('refuses %s', (text, what) => {
    const { plan, mistakes } = readPretixPlan(text, categories);
    expect(plan).toBeNull();
    expect(mistakes.map((mistake) => mistake.what)).toEqual([what]);
  });
});

describe('a CSV plan', () => {
  it.each([
    ['commas', 'row,seat,category\nA,1,VIP\nA,2,VIP\n'],
    ['semicolons in another order', '\uFEFFcategory;seat;row\r\nVIP;1;A\r\n\r\nVIP;2;A'],
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

  it('orders a row by position, and keeps sections, rotation and access', () => {
    const text =
      'section,row,seat,category,x,y,rotation,access\n"Kiri, atas",A,1,VIP,50,10,-12.5,wheelchair\n"Kiri, atas",A,2,VIP,20,12,0,companion';
    const seats = readCsvPlan(text, categories).plan?.seats;
    expect(seats?.map(({ number }) => number)).toEqual(['Kiri, atas-A-2', 'Kiri, atas-A-1']);
    expect(seats?.[1]).toMatchObject({ column: 2, rotation: -12.5, access: 'wheelchair' });
  });

  it.each([
    ['row,seat\nA,1', ['line 1: There is no column "category".']],
    [
      'row,seat,category,seat,z\n',
      ['line 1: The column "seat" stands twice.', 'line 1: There is no column "z" in a plan.'],
    ],
    [
      'row,seat,category\nA,1',
      ['line 2: The line has 2 fields, the header 3.', 'line 2: The seat has no category.'],
    ],
    [
      'row,seat,category,x,y\nA,1,VIP,1,NaN\nA,2,VIP,,\n',
      [
        'line 2: y is "NaN", which is no number.',
        'line 3: Some seats have x and y, this one has none.',
      ],
    ],
    [
      'row,seat,category,access\n"A\nB",1,VIP,ramp\nC,,VIP,',
      ['line 2: access is "ramp".', 'line 4: The seat has no seat.'],
    ],
  ])('names the mistakes of %j', (text, places) => {
    expect(placesOf(readCsvPlan(text, categories))).toEqual(places);
  });

  it('refuses more than 100,000 seats with one answer', () => {
    const lines = Array.from({ length: 100_001 }, (_, at) => `A,${at},VIP`);
    const result = readCsvPlan(`row,seat,category\n${lines.join('\n')}`, categories);
    expect(placesOf(result)).toEqual([': The plan has 100001 seats; 100000 is the most.']);
  });
});
