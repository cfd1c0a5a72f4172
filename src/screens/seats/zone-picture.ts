import type { SeatCategory, ZoneLayout } from '../../../contract/seatmap.ts';

const svgSpace = 'http://www.w3.org/2000/svg';
/** Colour of zones without a category, such as a stage or a door. */
const neutral = '#64748b';
/** Path data: commands and numbers only. */
const pathData = /^\s*[Mm][\d\s,.+\-eEMmZzLlHhVvCcSsQqTtAa]*$/;
const prologue = /^\s*(?:<\?xml[^>]*\?>)?\s*(?:<!DOCTYPE[^>[]*>)?/i;

/** Category fields that the picture needs. */
export type ZoneInk = Pick<SeatCategory, 'id' | 'name' | 'color'>;

/** The category that a zone names, by its id or by its name. */
export function inkOf(category: string | null, inks: readonly ZoneInk[]): ZoneInk | null {
  if (category === null) return null;
  return (
    inks.find(({ id }) => id === category) ?? inks.find(({ name }) => name === category) ?? null
  );
}

/** Sizes a nested SVG that has only a viewBox, which would otherwise fill the whole picture. */
function sizeNested(group: Element): void {
  for (const child of group.children) {
    const [, , width, height] =
      child
        .getAttribute('viewBox')
        ?.trim()
        .split(/[\s,]+/) ?? [];
    if (child.localName !== 'svg' || width === undefined || height === undefined) continue;
    if (!child.hasAttribute('width')) child.setAttribute('width', width);
    if (!child.hasAttribute('height')) child.setAttribute('height', height);
  }
}

/** The drawing of a zone in a group of its own; null if it is not well-formed, so that one bad zone does not break the picture. */
function groupOf(svg: string): Element | null {
  const open = `<g xmlns="${svgSpace}" xmlns:xlink="http://www.w3.org/1999/xlink">`;
  const inner = pathData.test(svg) ? `<path d="${svg}"/>` : svg.replace(prologue, '');
  const read = new DOMParser().parseFromString(`${open}${inner}</g>`, 'image/svg+xml');
  if (read.querySelector('parsererror') !== null || read.documentElement.localName !== 'g') {
    return null;
  }
  sizeNested(read.documentElement);
  return read.documentElement;
}

/**
 * The zones of a seat map as the address of one picture, each at its origin and in the colour of its category (§3.34); null if nothing can be
 * drawn. Use it only in an `img`, where the browser runs no script of a zone and loads nothing.
 */
export function zonePicture(layout: ZoneLayout, inks: readonly ZoneInk[]): string | null {
  const { length, width, items } = layout;
  if (!(length > 0 && width > 0)) return null;
  const picture = document.implementation.createDocument(svgSpace, 'svg');
  const root = picture.documentElement;
  root.setAttribute('viewBox', `0 0 ${length} ${width}`);
  root.setAttribute('width', String(length));
  root.setAttribute('height', String(width));
  for (const { svg, originX, originY, category } of items) {
    const group = groupOf(svg);
    if (group === null) continue;
    group.setAttribute('transform', `translate(${originX} ${originY})`);
    group.setAttribute('fill', inkOf(category, inks)?.color ?? neutral);
    root.append(picture.importNode(group, true));
  }
  if (root.childElementCount === 0) return null;
  const text = new XMLSerializer().serializeToString(picture);
  return `data:image/svg+xml,${encodeURIComponent(text)}`;
}
