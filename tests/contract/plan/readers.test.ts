import { describe, expect, it } from 'vitest';
import { readPretixPlan } from '../../../contract/plan/read-pretix.ts';
import { stageShapeOf } from '../../../contract/plan/stage.ts';

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

describe('a pretix plan (§10.13)', () => {
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

describe('plans of others', () => {
  it.each([
    ['row_label', 'Sayap 0', 'Sayap 0-1', 'Sayap 1-3'],
    ['the GUID', undefined, 'A-Lantai-0-0', 'A-Lantai-1-2'],
  ])('tell repeated labels apart by %s', (_, label, first, last) => {
    const hall = curvedHall(2, 3);
    const [zone] = hall.zones;
    for (const [at, row] of (zone?.rows ?? []).entries()) {
      Object.assign(row, { row_number: 'A', row_label: label?.replace('0', String(at)) });
    }
    const one = { ...hall, zones: [{ ...zone, name: '' }] };
    const { plan } = readPretixPlan(JSON.stringify(one), categories);
    const numbers = plan?.seats.map(({ number }) => number) ?? [];
    expect(numbers).toEqual(expect.arrayContaining([first, last]));
    expect(new Set(numbers).size).toBe(6);
  });

  it('draw areas of the schema of 2019', () => {
    const hall = curvedHall(1, 1);
    const area = { color: '#cccccc', width: 100, height: 20, position: { x: 0, y: 0 } };
    Object.assign(hall.zones[0] ?? {}, { areas: [{ ...area, text: 'Panggung' }] });
    const drawn = { kind: 'rect', width: 100, height: 20, text: 'Panggung' };
    expect(readPretixPlan(JSON.stringify(hall), categories).plan?.shapes[0]).toMatchObject(drawn);
  });

  it('have their stage in an area, in letters set apart, and not in a caption', () => {
    const shapes = [
      { kind: 'text', text: 'PANGGUNG' },
      { kind: 'rect', text: 'Arah Panggung' },
      { kind: 'rect', text: 'S T A G E' },
    ] as const;
    expect(stageShapeOf(shapes)?.text).toBe('S T A G E');
  });
});

it.each([
  ['PANGGUNG UTAMA', true],
  ['P A N G G U N G', true],
  ['Arah Panggung', false],
  ['Backstage', false],
  ['Menuju panggung →', false],
  ['Bar', false],
])('takes the text %j for a stage: %s', (text, isStage) => {
  expect(stageShapeOf([{ kind: 'text', text }]) !== undefined).toBe(isStage);
});
