import { describe, expect, it } from 'vitest';
import { readSvgPlan } from '../../../../../server/domain/catalogue/folder/read-svg-plan.ts';

const categories = [{ name: 'VIP' }, { name: 'Tribun Atas' }];
const svg = (content: string, head = 'viewBox="100 50 400 300"') =>
  `<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="x" ${head}>\n${content}\n</svg>`;
const placesOf = (text: string) =>
  readSvgPlan(text, categories).mistakes.map(({ place, what }) => `${place}: ${what}`);

describe('a plan as SVG (§10.13)', () => {
  it('takes seats from attributes of the groups around them, with their transformations', () => {
    const { plan, mistakes } = readSvgPlan(
      svg(`<defs><circle id="seat-X-1" r="5"/></defs>
<rect x="200" y="60" width="200" height="40" fill="#222" stroke="black"/>
<text x="300" y="85" text-anchor="middle" font-size="20"><tspan>PANG</tspan>GUNG</text>
<g inkscape:label="tribun_atas" data-section="Balkon">
  <g data-row="1" transform="translate(100 50)">
    <circle data-seat="1" cx="10" cy="20" r="6"/>
    <g data-seat="2" data-access="wheelchair"><rect x="30" y="15" width="10" height="10"/><text>2</text></g>
  </g>
  <g data-row="2" transform="rotate(90 300 200)"><ellipse data-seat="1" cx="300" cy="190"/></g>
</g>
<use id="seat-A-1" data-category="VIP" x="150" y="100" style="display:inline"/>
<circle id="seat-A-2" display="none" cx="150" cy="100"/>`),
      categories,
    );
    expect(mistakes).toEqual([]);
    expect(plan).toMatchObject({ width: 400, height: 300 });
    expect(plan?.seats.map(({ number, category, x, y }) => [number, category, x, y])).toEqual([
      ['Balkon-1-1', 'Tribun Atas', 10, 20],
      ['Balkon-1-2', 'Tribun Atas', 35, 20],
      ['Balkon-2-1', 'Tribun Atas', 210, 150],
      ['A-1', 'VIP', 50, 50],
    ]);
    expect(plan?.seats.map(({ rotation, access }) => [rotation, access])).toEqual([
      [0, null],
      [0, 'wheelchair'],
      [90, null],
      [0, null],
    ]);
    expect(plan?.shapes).toMatchObject([
      { kind: 'rect', x: 100, y: 10, width: 200, height: 40, color: '#222', borderColor: null },
      { kind: 'text', x: 200, size: 20, text: 'PANGGUNG' },
    ]);
  });

  it.each([
    ['<svg', ['line 1: The file is no valid XML.']],
    ['<html/>', ['line 1: The file is no SVG drawing.']],
    [
      svg('<script>alert(1)</script>'),
      ['line 3: The drawing contains a script or a foreign element.'],
    ],
    [
      svg('<circle data-seat="1" onload="x()"/>'),
      ['line 3: The drawing contains a script or a foreign element.'],
    ],
    ['<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg>&a;</svg>', ['line 1: The file declares entities.']],
    [svg('<g>'.repeat(200)), ['line 3: The groups are nested too deeply.']],
    [
      svg(
        '<circle data-seat="1" data-category="VIP"/>\n<g id="seat-A-2" data-category="VIP"/>\n<circle id="seat-A-3" cx="90" transform="turn(1)"/>',
      ),
      [
        'line 3: Seat 1 has no row.',
        'line 4: Seat 2 has no place.',
        'line 5: The transformation cannot be read.',
        'line 5: The seat has no category.',
      ],
    ],
    [
      svg(
        '<g id="VIP"><circle id="seat-A-1" cx="10" r="5"/>\n<circle id="seat-A-1_2" cx="40" r="5"/></g>',
      ),
      ['line 4: Seat A-1 stands twice, first at line 3.'],
    ],
    [svg('<rect/>'), [': The plan has no seats.']],
  ])('names the mistakes of %j', (text, mistakes) => {
    expect(placesOf(text)).toEqual(mistakes);
  });

  it('takes a group named after a standing category for a mistake, even where only one category has seats', () => {
    const group = (id: string) =>
      svg(`<g id="${id}"><circle data-row="A" data-seat="1" r="6"/></g>`);
    const event = [{ name: 'VIP' }, { name: 'Festival', standing: 500 }];
    const read = (id: string) => readSvgPlan(group(id), event);
    expect(read('Festival').mistakes).toMatchObject([
      { place: 'line 3', what: 'Category "Festival" is standing: it has no seats.' },
    ]);
    // With one seated category, any other group is no more than a layer.
    expect(read('layer1').plan?.seats).toMatchObject([{ category: 'VIP' }]);
  });
});
