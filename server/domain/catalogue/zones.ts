import type { ZoneLayout } from '../../../contract/seatmap.ts';

/** The most zones of one event. */
const maxZones = 200;
/** The most characters in the drawings of one event: every response with its layout contains them. */
const maxDrawing = 100_000;

/**
 * Returns a zone layout that may be written to `events.zone_layout` (§3.30); `categoryIds` are those of the event. Throws an error that names the zone
 * and the mistake: a size that is not positive, a duplicate id, an empty drawing, an unknown category, or too much content.
 */
export function checkedZones(layout: ZoneLayout, categoryIds: ReadonlySet<string>): ZoneLayout {
  const isSize = (size: number) => Number.isFinite(size) && size > 0;
  if (!isSize(layout.length) || !isSize(layout.width)) {
    throw new Error('A zone layout needs a length and a width above 0.');
  }
  if (layout.items.length > maxZones) {
    throw new Error(`A zone layout has at most ${maxZones} zones; leave some out.`);
  }
  const ids = new Set<string>();
  let drawn = 0;
  for (const { id, svg, originX, originY, category } of layout.items) {
    if (ids.has(id))
      throw new Error(`The zone ${id} stands twice; give each zone an id of its own.`);
    ids.add(id);
    if (svg.trim() === '')
      throw new Error(`The zone ${id} has no drawing; give it SVG markup or path data.`);
    if (!Number.isFinite(originX) || !Number.isFinite(originY)) {
      throw new Error(`The zone ${id} needs an origin of two numbers.`);
    }
    if (category !== null && !categoryIds.has(category)) {
      throw new Error(
        `The zone ${id} names the unknown category ${category}; name one of the event or none.`,
      );
    }
    drawn += svg.length;
  }
  if (drawn > maxDrawing) {
    throw new Error(
      `The drawings of a zone layout have at most ${maxDrawing} characters; simplify them.`,
    );
  }
  return layout;
}
