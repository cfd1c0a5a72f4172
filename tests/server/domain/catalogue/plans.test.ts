import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PlanResult } from '../../../../contract/plan/plan.ts';
import { readPretixPlan } from '../../../../contract/plan/read-pretix.ts';
import { readSvgPlan } from '../../../../server/domain/catalogue/folder/read-svg-plan.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const example = readFileSync('docs/guide/examples/konser-kami/denah.json', 'utf8');
const hall: Json = JSON.parse(example);
const categories = ['VIP', 'Tribun', 'Balkon'].map((name) => ({ name }));
const seatsOf = (text: string) => text.match(/"seat_number"/g)?.length ?? 0;

/** Every object of a document with its keys, in order; seats by the hundred stand for all of them. */
function objectsIn(value: Json): { [key: string]: Json }[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}
const large = objectsIn(hall).filter(
  (each) => !('seat_guid' in each) && Object.keys(each).length > 0,
);
const seats = objectsIn(hall).filter((each) => 'seat_guid' in each);

const junk = fc.constantFrom<Json>(null, '', 'A', -5, 1e308, true, [], {}, [null], '12,5', {
  x: 'x',
});
/** A change of one key of one object: gone, misspelt, another value, or a list with a strange item. */
const change = fc.record({
  at: fc.nat(),
  isSeat: fc.boolean(),
  key: fc.nat(),
  way: fc.constantFrom('drop', 'misspell', 'replace', 'append', 'twice', 'cut'),
  value: junk,
});

function changed({
  at,
  isSeat,
  key: place,
  way,
  value,
}: {
  at: number;
  isSeat: boolean;
  key: number;
  way: string;
  value: Json;
}): string {
  if (way === 'cut') return example.slice(0, at % example.length);
  const copy = structuredClone(hall);
  const all = objectsIn(copy).filter(
    (each) => 'seat_guid' in each === isSeat && Object.keys(each).length > 0,
  );
  const object = all[at % all.length] ?? {};
  const keys = Object.keys(object);
  const key = keys[place % keys.length] ?? '';
  const own = object[key] ?? null;
  if (way === 'twice') {
    // The second of two equal keys counts for JSON.parse.
    const mark = '\u0001';
    object[`${key}${mark}`] = value;
    return JSON.stringify(copy).replaceAll('\\u0001', '');
  }
  if (way === 'append' && Array.isArray(own)) own.push(value);
  else if (way !== 'append') delete object[key];
  if (way === 'misspell') object[`${key}s`] = own;
  if (way === 'replace') object[key] = value;
  return JSON.stringify(copy);
}

/** Never a plan with fewer seats than the file has, unless a mistake says why. */
function expectHonest({ plan, mistakes }: PlanResult, seatCount: number, text: string) {
  const read = plan?.seats.length ?? 0;
  expect(mistakes.length > 0 || read >= seatCount, text.slice(0, 300)).toBe(true);
  for (const { what, mend } of mistakes) expect([what, mend]).not.toContain('');
}

it('200 changed plans of the editor are read whole or refused', () => {
  expect([large.length > 10, seats.length > 1_000]).toEqual([true, true]);
  fc.assert(
    fc.property(change, (one) => {
      const text = changed(one);
      expectHonest(readPretixPlan(text, categories), seatsOf(text), JSON.stringify(one));
    }),
    { seed: 37, numRuns: 200 },
  );
});

it('a list of seats that stands twice is refused: JSON counts the second alone', () => {
  const twice = example.replace(/("seats": \[[^\]]+\])/, '$1, "seats": []');
  expect(readPretixPlan(twice, categories).mistakes[0]?.what).toMatch(/^\d+ seats of the file/);
});

const rows = ['A', 'B', 'C'];
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 200">
<rect x="100" y="10" width="100" height="30"/><text x="150" y="30">Panggung</text>
<g id="VIP">
${rows.map((row, y) => Array.from({ length: 8 }, (_, x) => `<circle id="seat-${row}-${x + 1}" cx="${20 + 20 * x}" cy="${100 + 20 * y}" r="8"/>`).join('\n')).join('\n')}
</g>
<g data-category="Tribun" data-row="D">
${Array.from({ length: 8 }, (_, x) => `<circle data-seat="${x + 1}" cx="${20 + 20 * x}" cy="180" r="8"/>`).join('\n')}
</g>
</svg>`;
const ways: Readonly<Record<string, (line: string) => string>> = {
  'no dash': (line) => line.replace('seat-', 'seat'),
  'a space': (line) => line.replace('seat-', 'seat '),
  'a capital': (line) => line.replace('seat-', 'SEAT-'),
  'no number': (line) =>
    line.replace(/data-seat="\d+"/, 'data-seat=""').replace(/seat-(\w)-\d+/, 'seat-$1-'),
  'only the row': (line) => line.replace(/seat-(\w)-\d+/, 'seat-$1'),
  'nothing after seat-': (line) => line.replace(/seat-\w-\d+/, 'seat-'),
  'a path': (line) => line.replace('<circle', '<path'),
  'no position': (line) => line.replace(/cx="\d+"/, ''),
  'a comma': (line) => line.replace(/cx="(\d+)"/, 'cx="$1,5"'),
  'a word for a position': (line) => line.replace(/cx="\d+"/, 'cx="kiri"'),
  'another category': (line) => line.replace('<circle', '<circle data-category="Balkom"'),
  twice: (line) => `${line}${line}`,
  'a turn': (line) => line.replace('<circle', '<circle transform="rotate(x)"'),
  'an unclosed tag': (line) => line.replace('/>', '>'),
  'a copy of Figma': (line) => line.replace(/(seat-\w-\d+)/, '$1_2'),
};

it('changed drawings are read whole or refused', () => {
  const lines = drawing.split('\n');
  const drawn = lines.flatMap((line, at) => (line.startsWith('<circle') ? [at] : []));
  expect(readSvgPlan(drawing, categories).plan?.seats).toHaveLength(drawn.length);
  for (const [name, way] of Object.entries(ways)) {
    for (const at of drawn) {
      const text = lines.map((line, index) => (index === at ? way(line) : line)).join('\n');
      expectHonest(readSvgPlan(text, categories), drawn.length, `${name}: ${lines[at]}`);
    }
  }
});
