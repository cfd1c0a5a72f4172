// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ZoneLayout } from '../../../../contract/seatmap.ts';
import { ZonePlan } from '../../../../src/screens/seats/zone-plan.tsx';
import { draw, seatMap } from '../purchase-data.tsx';

type Zone = ZoneLayout['items'][number];
const zone = (more: Partial<Zone> = {}): Zone => ({
  id: 'z1',
  svg: 'M0 0h10v5h-10z',
  originX: 3,
  originY: 4,
  category: 'vip',
  ...more,
});

function plan(...items: Zone[]) {
  return draw(
    <ZonePlan zones={{ length: 40, width: 20, items }} categories={seatMap.categories} />,
  );
}

/** The picture of the page, parsed as by a browser. */
function picture(): Document {
  const address = screen.getByRole('img').getAttribute('src') ?? '';
  const [head, text = ''] = address.split(/,(.*)/s);
  expect(head).toBe('data:image/svg+xml');
  return new DOMParser().parseFromString(decodeURIComponent(text), 'image/svg+xml');
}

describe('the zones of a seat map (§3)', () => {
  it('are one picture in the measures of the layout, named by their categories', () => {
    plan(
      zone(),
      zone({ id: 'z2', svg: '<rect width="4" height="4"/>', category: 'Festival', originX: 20 }),
      zone({ id: 'z3', svg: '<circle r="2"/>', category: null }),
    );
    expect(screen.getByRole('img')).toHaveAccessibleName('Denah zona: VIP, Festival');
    const root = picture().documentElement;
    expect(root.getAttribute('viewBox')).toBe('0 0 40 20');
    const groups = [...root.children];
    expect(groups.map((group) => group.getAttribute('transform'))).toEqual([
      'translate(3 4)',
      'translate(20 4)',
      'translate(3 4)',
    ]);
    expect(groups.map((group) => group.getAttribute('fill'))).toEqual([
      '#c2410c',
      '#15803d',
      '#64748b',
    ]);
    expect(groups.map((group) => group.firstElementChild?.outerHTML.split(' ')[0])).toEqual([
      '<path',
      '<rect',
      '<circle',
    ]);
  });

  it('may be whole SVG files with a prologue and only a viewBox', () => {
    plan(
      zone({
        svg: '<?xml version="1.0"?><!DOCTYPE svg><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 6"><path d="M0 0h8v6z"/></svg>',
      }),
    );
    const nested = picture().querySelector('g > svg');
    expect([nested?.getAttribute('width'), nested?.getAttribute('height')]).toEqual(['8', '6']);
  });

  it.each([
    '<script>window.broken = true</script>',
    '<image href="x" onerror="window.broken = true"/>',
    '<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" srcdoc="x"/></foreignObject>',
  ])('stay inside the picture, whatever they hold: %s', (svg) => {
    const { container } = plan(zone({ svg }));
    expect(container.querySelectorAll('*')).toHaveLength(1);
    expect(container.firstElementChild?.localName).toBe('img');
    expect(picture().documentElement.childElementCount).toBe(1);
    expect(window).not.toHaveProperty('broken');
  });

  it.each([
    '</g></svg><script/>',
    '<path',
    '"/><script/><path d="',
    '"><img src="x" onerror="window.broken = true">',
    '<!DOCTYPE svg [<!ENTITY a "b">]><path/>',
  ])('are left out where they are not well-formed, and cost no other zone: %s', (svg) => {
    const { container } = plan(zone({ svg }), zone({ id: 'z2' }));
    expect(container.querySelectorAll('*')).toHaveLength(1);
    const root = picture().documentElement;
    expect(root.localName).toBe('svg');
    expect(root.childElementCount).toBe(1);
    expect(root.querySelector('path')?.getAttribute('d')).toBe('M0 0h10v5h-10z');
  });

  it.each([
    [40, []],
    [0, [zone()]],
    [40, [zone({ svg: '<path' })]],
  ])('are no picture where nothing can be drawn: %j', (length, items) => {
    draw(<ZonePlan zones={{ length, width: 20, items }} categories={seatMap.categories} />);
    expect(screen.queryByRole('img')).not.toBeInTheDocument();
  });
});
